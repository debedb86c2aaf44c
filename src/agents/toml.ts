import { parse, TomlError } from "smol-toml";

export type Table = Readonly<Record<string, unknown>>;

export type ParsedToml =
	| { readonly kind: "table"; readonly table: Table }
	/** `line` counts from 1. */
	| { readonly kind: "broken"; readonly line: number; readonly reason: string };

export function parseToml(text: string): ParsedToml {
	try {
		return { kind: "table", table: parse(text, { integersAsBigInt: "asNeeded" }) };
	} catch (error) {
		if (!(error instanceof TomlError)) throw error;
		const [reason = ""] = error.message.replace("Invalid TOML document: ", "").split("\n");
		return { kind: "broken", line: error.line, reason };
	}
}

export function isTable(value: unknown): value is Table {
	return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Whether two parsed values mean the same; the order of keys does not matter. */
export function sameToml(a: unknown, b: unknown): boolean {
	if (isTable(a) && isTable(b)) {
		const keys = Object.keys(a);
		return (
			keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameToml(a[key], b[key]))
		);
	}
	if (Array.isArray(a) && Array.isArray(b)) {
		return a.length === b.length && a.every((item, i) => sameToml(item, b[i]));
	}
	if (a instanceof Date && b instanceof Date) return a.toISOString() === b.toISOString();
	return Object.is(a, b);
}
