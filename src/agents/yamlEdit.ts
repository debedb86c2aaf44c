import { isMap, type YAMLMap, type YAMLSeq } from "yaml";
import { lineEnd, lineStart, withLines, withLinesInstead, withoutLines } from "./lines";
import type { YamlDialect } from "./yaml";
import { type Container, contentEnd, itemsOf, type There, type YamlItem, type YamlPlace } from "./yamlContainer";
import { withFlowItem, withFlowItemInstead, withoutFlowItem } from "./yamlFlow";
import { blockLines, type NewItem } from "./yamlText";

/** Where a key stood without a value, this line says that it stays when our entry goes. */
const STAYS = "# Parley: nothing stood here before";

/**
 * Adds an entry behind the others, in the way in which those are written. Not one byte of what is there changes. Undefined:
 * this place can't take one.
 */
export function withItem(
	text: string,
	container: Container,
	place: YamlPlace,
	dialect: YamlDialect,
	item: NewItem,
): string | undefined {
	switch (container.kind) {
		case "unusable":
			return undefined;
		case "nothing":
			return withLines(text, text.length, under(place.key, itemLines(item, dialect, STEP), STEP));
		case "missing": {
			const { root } = container;
			if (root.flow === true) return withFlowItem(text, root, { key: place.key, value: alone(item) }, dialect);
			const column = columnOf(text, root);
			const step = stepOf(text, root);
			const lines = under(place.key, itemLines(item, dialect, step), step);
			return withLines(text, behind(text, root, column), indented(lines, column));
		}
		case "empty": {
			const column = container.pair.start - lineStart(text, container.pair.start);
			const lines = [STAYS, ...itemLines(item, dialect, STEP)];
			return withLines(text, lineEnd(text, container.pair.end), indented(lines, column + STEP));
		}
		case "there": {
			const { node, root } = container;
			if (container.isFixed) return undefined;
			if (node.flow === true) return withFlowItem(text, node, item, dialect);
			const column = columnOf(text, node);
			const lines = indented(itemLines(item, dialect, stepOf(text, root)), column);
			return withLines(text, behind(text, node, column), lines);
		}
	}
}

/** Writes an entry in the place of another one. Undefined: that one does not stand on lines of its own. */
export function withItemInstead(
	text: string,
	{ node, root, isFixed }: There,
	dialect: YamlDialect,
	old: YamlItem,
	item: NewItem,
): string | undefined {
	if (isFixed) return undefined;
	if (node.flow === true) return withFlowItemInstead(text, old, item, dialect);
	const lines = linesOf(text, old);
	if (lines === undefined) return undefined;
	const written = indented(itemLines(item, dialect, stepOf(text, root)), old.start - lines.start);
	return withLinesInstead(text, lines.start, lines.end, written);
}

/**
 * Takes an entry out, and what was only there for it. `isLast`: no other is left then. Undefined: it does not stand on lines
 * of its own.
 */
export function withoutItem(text: string, container: There, item: YamlItem, isLast: boolean): string | undefined {
	const { node, root, pair, isFixed } = container;
	if (isFixed) return undefined;
	if (node.flow === true) {
		if (isLast && pair !== undefined && root.flow === true) return withoutFlowItem(text, root, pair);
		return withoutFlowItem(text, node, item);
	}
	const lines = linesOf(text, item);
	if (lines === undefined) return undefined;
	if (!isLast) return withoutLines(text, lines.start, lines.end);
	// Some programs refuse a file that has nothing in it.
	if (pair === undefined) return withLinesInstead(text, lines.start, lines.end, ["[]"]);
	const above = text.slice(pair.start, lines.start);
	const stays = above.lastIndexOf(STAYS);
	if (stays !== -1 && above.slice(stays + STAYS.length).trim() === "") {
		return withoutLines(text, lineStart(text, pair.start + stays), lines.end);
	}
	const isBare = /^[^\r\n#]*:[ \t]*\r?\n$/.test(above);
	return withoutLines(text, isBare ? lineStart(text, pair.start) : lines.start, lines.end);
}

const STEP = 2;

function itemLines({ key, value }: NewItem, dialect: YamlDialect, step: number): readonly string[] {
	return blockLines(key === undefined ? [value] : { [key]: value }, dialect, step);
}

function under(key: string | undefined, lines: readonly string[], step: number): readonly string[] {
	return key === undefined ? lines : [`${key}:`, ...indented(lines, step)];
}

function indented(lines: readonly string[], column: number): readonly string[] {
	return lines.map((line) => " ".repeat(column) + line);
}

function alone({ key, value }: NewItem): unknown {
	return key === undefined ? [value] : { [key]: value };
}

/** Of a block's entries, in characters. */
function columnOf(text: string, node: YAMLMap | YAMLSeq): number {
	const start = itemsOf(node)[0]?.start ?? 0;
	return start - lineStart(text, start);
}

/** By how much this file indents. */
function stepOf(text: string, root: YAMLMap | YAMLSeq): number {
	for (const { value } of isMap(root) ? root.items : []) {
		if (!isMap(value) || value.flow === true) continue;
		const step = columnOf(text, value) - columnOf(text, root);
		if (step > 0) return step;
	}
	return STEP;
}

/** Behind a block and the comments that stand under it and not further left. */
function behind(text: string, node: YAMLMap | YAMLSeq, column: number): number {
	const end = contentEnd(node);
	let at = text.charAt(end - 1) === "\n" ? end : lineEnd(text, end);
	for (let next = at; next < text.length; next = lineEnd(text, next)) {
		const [line = ""] = /^[^\n]*/.exec(text.slice(next)) ?? [];
		if (line.trim() === "") continue;
		if (!line.trimStart().startsWith("#") || line.search(/\S/) < column) break;
		at = lineEnd(text, next);
	}
	return at;
}

function linesOf(text: string, { start, end }: YamlItem): { readonly start: number; readonly end: number } | undefined {
	const first = lineStart(text, start);
	const last = text.charAt(end - 1) === "\n" ? end : lineEnd(text, end);
	const isAlone = text.slice(first, start).trim() === "" && /^[ \t]*(?:#.*)?\r?\n?$/.test(text.slice(end, last));
	return isAlone ? { start: first, end: last } : undefined;
}
