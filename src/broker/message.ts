import { isUtf8 } from "node:buffer";

/** How deep a JSON-RPC message may nest; the tools' own arguments need 5 levels. */
const DEPTH_MAX = 64;

export type ParsedMessage =
	{ readonly message: object } | { readonly code: "parse" | "invalidRequest"; readonly why: string };

/** Parses the body of a POST as one JSON-RPC message. What it holds is the SDK's to check. */
export function parseMessage(body: Buffer): ParsedMessage {
	if (!isUtf8(body)) return { code: "parse", why: "Parse error: not UTF-8" };
	let parsed: unknown;
	try {
		parsed = JSON.parse(body.toString("utf8"));
	} catch {
		return { code: "parse", why: "Parse error: invalid JSON" };
	}
	const why = Array.isArray(parsed)
		? "send one message, not a batch"
		: typeof parsed !== "object" || parsed === null
			? "not a JSON-RPC message"
			: objection(parsed, DEPTH_MAX);
	return why === undefined ? { message: parsed as object } : { code: "invalidRequest", why: `Invalid Request: ${why}` };
}

/** The recursion ends with the levels, so that no nesting can exhaust the stack, here or in what serialises it later. */
function objection(value: unknown, levels: number): string | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	if (levels === 0) return `nested deeper than ${DEPTH_MAX} levels`;
	// Copied by assignment, as validators do, this key would set the copy's prototype.
	if (Object.hasOwn(value, "__proto__")) return "__proto__ is no key";
	for (const each of Object.values(value)) {
		const found = objection(each, levels - 1);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The id of a JSON-RPC request; undefined for a notification, a response, and what is no message at all. */
export function requestId(message: object): string | number | undefined {
	if (!("method" in message) || !("id" in message)) return undefined;
	const { id } = message;
	return typeof id === "string" || typeof id === "number" ? id : undefined;
}
