import { stringify } from "smol-toml";
import { BOM, lineBreakOf } from "./lines";
import type { Table } from "./toml";
import { type TomlTable, tomlTables } from "./tomlTables";

/** Tables as one delimited block in a file of the user's. Everything else there stays byte for byte. */
export interface TomlEntry {
	/** Whether a table of the file belongs to it; `text` is the table alone. */
	readonly isOurs: (table: TomlTable, text: string) => boolean;
	readonly markers: { readonly start: string; readonly end: string };
}

/**
 * Adds the block at the end, behind a blank line. A text without a line break at its end gets the block on the next line
 * and has none at its end afterwards either: by that {@link withoutEntry} knows what to take out again.
 */
export function withEntry(text: string, { markers }: TomlEntry, tables: Table): string {
	const eol = lineBreakOf(text);
	const block = [markers.start, ...stringify(tables).trim().split("\n"), markers.end].join(eol);
	if (text === "" || text === BOM) return text + block + eol;
	return text + eol + block + (text.endsWith("\n") ? eol : "");
}

/**
 * Takes our tables and markers out, wherever they are by now: agents rewrite this file too, drop comments, and put
 * tables of their own between our markers. An entry that is not written as tables of its own stays, and a marker inside
 * a long string goes too, so callers compare what both texts mean.
 */
export function withoutEntry(text: string, { isOurs, markers }: TomlEntry): string {
	const tables = tomlTables(text).filter((table) => isOurs(table, text.slice(table.start, table.end)));
	const ours = joined(text, [...tables, ...markerLines(text, Object.values(markers))]);
	const [first] = ours;
	if (first === undefined) return text;
	const before = text.slice(0, first.start);
	const after = ours.map((part, i) => text.slice(part.end, ours[i + 1]?.start)).join("");
	const isLast = after === "" && !text.endsWith("\n");
	const endsWithGap = isLast || /(^\uFEFF?|\n)\r?\n$/.test(before);
	return (endsWithGap ? before.replace(/\r?\n$/, "") : before) + after;
}

interface Part {
	readonly start: number;
	readonly end: number;
}

function markerLines(text: string, markers: readonly string[]): Part[] {
	const found: Part[] = [];
	let at = 0;
	for (const line of text.split(/(?<=\n)/)) {
		const start = at + (line.startsWith(BOM) ? 1 : 0);
		at += line.length;
		if (markers.includes(text.slice(start, at).trim())) found.push({ start, end: at });
	}
	return found;
}

/**
 * In order; what is only blank between two of ours is ours too. Our last marker ends a table early: a pair behind it is
 * the user's, though TOML counts it to our last table.
 */
function joined(text: string, parts: readonly Part[]): readonly Part[] {
	const result: Part[] = [];
	for (const part of parts.toSorted((a, b) => a.start - b.start)) {
		const last = result.at(-1);
		const isNext = last !== undefined && text.slice(last.end, part.start).trim() === "";
		if (isNext) result[result.length - 1] = { start: last.start, end: part.end };
		else result.push(part);
	}
	return result;
}
