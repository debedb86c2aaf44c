import { parseInlines } from "./inlines";
import type { Block, ListItem, TableRow } from "./syntax";

const DEPTH_MAX = 5;

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/;
const HEADING = /^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})(?:[-*+]|(\d{1,9})[.)])(?: {1,4}|$)(?=(.*))/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const TABLE_RULE = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

/** Parses a text of an agent. Every character of it is in the result, save marks of the syntax. */
export function parseMarkdown(text: string): readonly Block[] {
	return parseLines(text.replace(/\r\n?/g, "\n").split("\n"), 0);
}

function parseLines(lines: readonly string[], depth: number): readonly Block[] {
	const blocks: Block[] = [];
	for (let at = 0; at < lines.length;) {
		const line = lines[at] ?? "";
		if (line.trim() === "") {
			at++;
			continue;
		}
		const [block, taken] =
			codeAt(lines, at) ??
			headingAt(line) ??
			nestedAt(lines, at, depth) ??
			tableAt(lines, at) ??
			paragraphAt(lines, at, depth);
		blocks.push(block);
		at += taken;
	}
	return blocks;
}

type Taken = readonly [block: Block, lines: number];

function codeAt(lines: readonly string[], at: number): Taken | undefined {
	const [, fence, info] = FENCE.exec(lines[at] ?? "") ?? [];
	if (fence === undefined) return undefined;
	const isEnd = (line: string): boolean => {
		const mark = line.trim();
		return mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length);
	};
	const rest = lines.slice(at + 1);
	const length = rest.findIndex(isEnd);
	const code = length === -1 ? rest : rest.slice(0, length);
	return [{ kind: "code", info: (info ?? "").trim(), text: code.join("\n") }, code.length + (length === -1 ? 1 : 2)];
}

function headingAt(line: string): Taken | undefined {
	const text = HEADING.exec(line)?.[1];
	return text === undefined || text === "" ? undefined : [{ kind: "heading", inlines: parseInlines(text) }, 1];
}

/** Quotes and lists hold blocks. */
function nestedAt(lines: readonly string[], at: number, depth: number): Taken | undefined {
	const line = lines[at] ?? "";
	if (depth >= DEPTH_MAX || RULE.test(line)) return undefined;
	if (QUOTE.test(line)) {
		const inner = takeWhile(lines, at, (each) => QUOTE.test(each));
		return [
			{
				kind: "quote",
				blocks: parseLines(
					inner.map((each) => each.replace(QUOTE, "")),
					depth + 1,
				),
			},
			inner.length,
		];
	}
	return listAt(lines, at, depth);
}

function listAt(lines: readonly string[], from: number, depth: number): Taken | undefined {
	const first = ITEM.exec(lines[from] ?? "");
	if (first === null) return undefined;
	const isOrdered = first[2] !== undefined;
	const items: ListItem[] = [];
	let at = from;
	for (;;) {
		const item = ITEM.exec(lines[at] ?? "");
		if (item === null || (item[2] !== undefined) !== isOrdered || RULE.test(lines[at] ?? "")) break;
		const indent = item[0].length;
		const inner = [item[3] ?? "", ...itemRest(lines, at + 1, indent)];
		const own = inner.map((each, index) => (index === 0 ? each : outdent(each, indent)));
		items.push({ number: isOrdered ? Number(item[2]) : undefined, blocks: parseLines(own, depth + 1) });
		at += inner.length;
	}
	return [{ kind: "list", items }, at - from];
}

/** The lines after an item's first that belong to it: indented ones, and the running on of its paragraph. */
function itemRest(lines: readonly string[], from: number, indent: number): readonly string[] {
	const rest: string[] = [];
	let isAfterBlank = false;
	for (const line of lines.slice(from)) {
		const isBlank = line.trim() === "";
		const isIndented = /^(?: {2,}|\t)/.test(line) && leading(line) >= Math.min(indent, 2);
		if (!isBlank && !isIndented && (isAfterBlank || beginsBlock(line))) break;
		rest.push(line);
		isAfterBlank = isBlank;
	}
	while (rest.at(-1)?.trim() === "") rest.pop();
	return rest;
}

function tableAt(lines: readonly string[], at: number): Taken | undefined {
	const head = lines[at] ?? "";
	if (!head.includes("|") || !TABLE_RULE.test(lines[at + 1] ?? "")) return undefined;
	const body = takeWhile(lines, at + 2, (line) => line.includes("|"));
	return [{ kind: "table", head: cells(head), rows: body.map(cells) }, body.length + 2];
}

function cells(line: string): TableRow {
	return line
		.trim()
		.replace(/^\||\|$/g, "")
		.split(/(?<!\\)\|/)
		.map((cell) => parseInlines(cell.trim()));
}

function paragraphAt(lines: readonly string[], at: number, depth: number): Taken {
	const rest = takeWhile(lines, at + 1, (line) => line.trim() !== "" && (depth >= DEPTH_MAX || !beginsBlock(line)));
	const text = [lines[at] ?? "", ...rest].map((line) => line.trim()).join("\n");
	return [{ kind: "paragraph", inlines: parseInlines(text) }, rest.length + 1];
}

function beginsBlock(line: string): boolean {
	return [FENCE, HEADING, QUOTE, ITEM].some((start) => start.test(line));
}

function takeWhile(lines: readonly string[], from: number, is: (line: string) => boolean): readonly string[] {
	const end = lines.findIndex((line, index) => index >= from && !is(line));
	return lines.slice(from, end === -1 ? lines.length : end);
}

function leading(line: string): number {
	return line.length - line.trimStart().length;
}

function outdent(line: string, indent: number): string {
	return line.slice(Math.min(indent, leading(line)));
}
