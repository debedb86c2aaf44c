import { parse } from "smol-toml";

/** One `[table]` of a TOML text. Offsets are in UTF-16 units. */
export interface TomlTable {
	/** `["mcp_servers", "parley"]` */
	readonly path: readonly string[];
	/** Where its header's line begins. */
	readonly start: number;
	/** Behind the line break of its header or last pair; comments and blank lines that follow are not its own. */
	readonly end: number;
}

/** Finds the tables of a text that is valid TOML, and where each begins and ends. Pairs above the first table belong to none. */
export function tomlTables(text: string): readonly TomlTable[] {
	const tables: { path: readonly string[]; start: number; end: number }[] = [];
	let at = text.startsWith("\uFEFF") ? 1 : 0;
	while (at < text.length) {
		const start = at;
		at = skip(text, at, /[ \t]*/y);
		if (text[at] === "[") {
			at = lineEnd(text, at);
			tables.push({ path: headerPath(text.slice(start, at)), start, end: at });
		} else if (at < text.length && !/[#\r\n]/.test(text.charAt(at))) {
			at = pairEnd(text, at);
			const table = tables.at(-1);
			if (table !== undefined) table.end = at;
		} else {
			at = lineEnd(text, at);
		}
	}
	return tables;
}

/** A header is a document of its own: the way down its only keys is its path. */
function headerPath(header: string): readonly string[] {
	const path: string[] = [];
	let here: unknown = parse(header);
	while (typeof here === "object" && here !== null && !Array.isArray(here)) {
		const [key, value] = Object.entries(here)[0] ?? [];
		if (key === undefined) break;
		path.push(key);
		here = value;
	}
	return path;
}

/** A string in each of TOML's four ways to write one. The long ones take up to two quotation marks before their closing three. */
const STRING = /"""(?:\\[^]|[^\\])*?"{3,5}|'''[^]*?'{3,5}|"(?:\\.|[^"\\\r\n])*"|'[^'\r\n]*'/y;

/** Where the line behind a pair begins; its value may go over many lines. */
function pairEnd(text: string, start: number): number {
	let depth = 0;
	let at = start;
	while (at < text.length) {
		const after = skip(text, at, STRING);
		const character = text.charAt(at);
		if (after > at) at = after;
		else if (character === "#") at = skip(text, at, /[^\n]*/y);
		else if (character === "\n" && depth === 0) return at + 1;
		else {
			if (character === "[" || character === "{") depth++;
			if (character === "]" || character === "}") depth--;
			at++;
		}
	}
	return at;
}

function lineEnd(text: string, at: number): number {
	const lineBreak = text.indexOf("\n", at);
	return lineBreak === -1 ? text.length : lineBreak + 1;
}

function skip(text: string, at: number, pattern: RegExp): number {
	const sticky = new RegExp(pattern.source, "y");
	sticky.lastIndex = at;
	const found = sticky.exec(text);
	return found === null ? at : at + found[0].length;
}
