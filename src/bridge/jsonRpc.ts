export type RequestId = string | number;

/** A JSON-RPC message with the text it came as: what passes through is not written anew. */
export type Message =
	| {
			readonly kind: "request";
			readonly text: string;
			readonly id: RequestId;
			readonly method: string;
			readonly params: Fields;
	  }
	| { readonly kind: "notification"; readonly text: string; readonly method: string; readonly params: Fields }
	| { readonly kind: "response"; readonly text: string; readonly id: RequestId; readonly result: unknown };

export type Fields = Readonly<Record<string, unknown>>;

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INTERNAL_ERROR = -32603;

/** Why a text is no message: `parse` is no JSON at all, `invalid` no single JSON-RPC message. */
export type Unusable = "parse" | "invalid";

export function parseMessage(text: string): Message | Unusable {
	let raw: unknown;
	try {
		raw = JSON.parse(text);
	} catch {
		return "parse";
	}
	if (!isFields(raw)) return "invalid";
	const { id, method, params } = raw;
	const fields = isFields(params) ? params : {};
	if (typeof method === "string") {
		if (id === undefined) return { kind: "notification", text, method, params: fields };
		return isRequestId(id) ? { kind: "request", text, id, method, params: fields } : "invalid";
	}
	const isResponse = isRequestId(id) && ("result" in raw || "error" in raw);
	return isResponse ? { kind: "response", text, id, result: raw["result"] } : "invalid";
}

export function isRequestId(value: unknown): value is RequestId {
	return typeof value === "string" || typeof value === "number";
}

export function isFields(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function resultText(id: RequestId, result: unknown): string {
	return JSON.stringify({ jsonrpc: "2.0", id, result });
}

/** `id` is null where the message that is answered has none that can be read. */
export function errorText(id: RequestId | null, code: number, message: string): string {
	return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}

export function notificationText(method: string): string {
	return JSON.stringify({ jsonrpc: "2.0", method });
}
