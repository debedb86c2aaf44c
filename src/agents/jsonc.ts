import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { isTooDeep, TOO_DEEP } from "./isTooDeep";

export type ParsedJsonc =
	/** `root` is undefined where there is nothing but blanks and comments. Offsets are into `body`. */
	| { readonly kind: "document"; readonly body: string; readonly root: Node | undefined; readonly value: unknown }
	/** `line` counts from 1. */
	| { readonly kind: "broken"; readonly line: number; readonly reason: string };

export type JsonObject = Readonly<Record<string, unknown>>;

const BOM = "\uFEFF";

/** Reads JSON with comments and trailing commas. `body` is the text without its byte order mark. */
export function parseJsonc(text: string): ParsedJsonc {
	const body = text.startsWith(BOM) ? text.slice(1) : text;
	const errors: ParseError[] = [];
	let root: Node | undefined;
	try {
		root = parseTree(body, errors, { allowTrailingComma: true, allowEmptyContent: true });
	} catch (error) {
		// The parser calls itself for each level.
		if (!(error instanceof RangeError)) throw error;
		return { kind: "broken", line: 1, reason: TOO_DEEP };
	}
	if (root !== undefined && isTooDeep(root, ({ children = [] }) => children)) {
		return { kind: "broken", line: 1, reason: TOO_DEEP };
	}
	const [first] = errors;
	if (first !== undefined) return { kind: "broken", line: lineAt(body, first.offset), reason: reasonFor(first) };
	return { kind: "document", body, root, value: root === undefined ? {} : (getNodeValue(root) as unknown) };
}

export function isObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two parsed values are the same, the order of keys too. */
export function sameJson(a: unknown, b: unknown): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}

/** Counts from 1. */
export function lineAt(body: string, offset: number): number {
	return body.slice(0, offset).split("\n").length;
}

/** "comma expected" */
function reasonFor({ error }: ParseError): string {
	return printParseErrorCode(error)
		.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
		.toLowerCase();
}
