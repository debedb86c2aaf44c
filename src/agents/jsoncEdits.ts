import { findNodeAtLocation, type Node } from "jsonc-parser";
import { parseJsonc } from "./jsonc";
import { hasMembers, indentOf, type Layout, layoutOf, layoutWithin, triviaBetween, written } from "./jsoncLayout";
import { lineStart } from "./jsoncLines";

/** Keys and places in lists, from the root. */
export type JsonPath = readonly (string | number)[];

/**
 * Sets the value at a path and changes nothing else; what is missing on the way becomes objects. The place behind the last
 * one of a list adds to it. Undefined: something on the way is neither object nor list, or the text cannot be parsed.
 */
export function withValue(text: string, path: JsonPath, value: unknown): string | undefined {
	return edited(text, (body, root) => {
		const layout = layoutOf(body, root);
		if (root === undefined) return added(body, nested(path, value), layout);
		let node = root;
		for (const [depth, segment] of path.entries()) {
			const next = memberAt(node, segment);
			if (next === undefined) {
				const member = { name: segment, value: nested(path.slice(depth + 1), value) };
				return isContainer(node, segment) ? withMember(body, node, member, layout) : undefined;
			}
			node = next;
		}
		const within = hasMembers(node) ? layoutWithin(body, node, layout) : layout;
		return spliced(body, node.offset, node.length, written(value, within, lineIndent(body, node.offset)));
	});
}

/** Takes out what is at the path, with the comma that belongs to it. Comments stay. Undefined: there is nothing. */
export function withoutValue(text: string, path: JsonPath): string | undefined {
	return edited(text, (body, root) => {
		const parent = root && nodeAt(root, path.slice(0, -1));
		const value = root && nodeAt(root, path);
		const members = parent?.children ?? [];
		const index = members.findIndex((member) => member === value || member === value?.parent);
		const member = members[index];
		if (parent === undefined || member === undefined) return undefined;
		const [start, end] = [member.offset, member.offset + member.length];
		const close = parent.offset + parent.length - 1;
		const previous = members[index - 1];
		const next = members[index + 1];
		const before = triviaBetween(body, previous === undefined ? parent.offset + 1 : endOf(previous), start);
		const behind = triviaBetween(body, end, next?.offset ?? close);
		if (next === undefined && previous === undefined && !before.hasComment && !behind.hasComment) {
			return spliced(body, parent.offset + 1, close - parent.offset - 1, "");
		}
		const after = behind.comma === undefined ? body.slice(end) : spliced(body, behind.comma, 1, "").slice(end);
		// The line break that ends a comment before ours stays, unless one follows ours.
		const isLastOnLine = /^[ \t]*\r?\n/.test(after);
		const kept = body.slice(0, before.isOpen && !isLastOnLine ? start : before.end);
		const isCommaOver = next === undefined && behind.comma === undefined && before.comma !== undefined;
		return (isCommaOver ? spliced(kept, before.comma, 1, "") : kept) + after;
	});
}

/** Gives the value at the path another name and leaves it where it is. */
export function withName(text: string, path: JsonPath, name: string): string | undefined {
	return edited(text, (body, root) => {
		const key = (root && nodeAt(root, path))?.parent?.children?.[0];
		return key === undefined ? undefined : spliced(body, key.offset, key.length, JSON.stringify(name));
	});
}

/** The highest thing on the path that holds nothing but what is at its end, no comment either; never the root. */
export function wholeOf(text: string, path: JsonPath): JsonPath {
	const parsed = parseJsonc(text);
	if (parsed.kind === "broken" || parsed.root === undefined) return path;
	let whole = path;
	while (whole.length > 1) {
		const parent = nodeAt(parsed.root, whole.slice(0, -1));
		const [only, another] = parent?.children ?? [];
		if (parent === undefined || only === undefined || another !== undefined) break;
		const before = triviaBetween(parsed.body, parent.offset + 1, only.offset);
		const behind = triviaBetween(parsed.body, endOf(only), endOf(parent) - 1);
		const [key] = parent.parent?.type === "property" ? (parent.parent.children ?? []) : [];
		const above = triviaBetween(parsed.body, key === undefined ? parent.offset : endOf(key), parent.offset);
		if ([before, behind, above].some(({ hasComment }) => hasComment)) break;
		whole = whole.slice(0, -1);
	}
	return whole;
}

interface Member {
	readonly name: string | number;
	readonly value: unknown;
}

function withMember(body: string, node: Node, { name, value }: Member, whole: Layout): string {
	const layout = layoutWithin(body, node, whole);
	const close = endOf(node) - 1;
	const [first] = node.children ?? [];
	const last = node.children?.at(-1);
	const outer = lineIndent(body, node.offset);
	const own = first === undefined ? "" : indentOf(body, first.offset);
	const indent = own === "" ? outer + layout.unit : own;
	const colon = layout.inline === "tight" ? ":" : ": ";
	const key = node.type === "array" ? "" : JSON.stringify(name) + colon;
	const text = key + written(value, layout, indent);
	const space = layout.inline === "spaced" ? " " : "";
	const gap = layout.inline === undefined ? layout.eol + indent : space;
	if (last === undefined) {
		const { hasComment, end } = triviaBetween(body, node.offset + 1, close);
		const rest = hasComment ? body.slice(end, close) : "";
		const toClose = layout.inline === undefined ? layout.eol + outer : space;
		return body.slice(0, end) + gap + text + (rest.includes("\n") ? rest : toClose) + body.slice(close);
	}
	const behind = triviaBetween(body, endOf(last), close);
	// A comma behind the last one is how this user writes: then ours has one too.
	if (behind.comma !== undefined) return spliced(body, behind.end, 0, `${gap}${text},`);
	return spliced(spliced(body, behind.end, 0, gap + text), endOf(last), 0, ",");
}

/** To a text with blanks and comments only. */
function added(body: string, value: unknown, layout: Layout): string {
	const isEnded = body.trim() === "" || body.endsWith("\n");
	return body + (isEnded ? "" : layout.eol) + written(value, layout, "") + layout.eol;
}

function edited(text: string, edit: (body: string, root: Node | undefined) => string | undefined): string | undefined {
	const parsed = parseJsonc(text);
	if (parsed.kind === "broken") return undefined;
	const body = edit(parsed.body, parsed.root);
	return body === undefined ? undefined : text.slice(0, text.length - parsed.body.length) + body;
}

function nested(path: JsonPath, value: unknown): unknown {
	return path.reduceRight<unknown>((inner, key) => (typeof key === "number" ? [inner] : { [key]: inner }), value);
}

function nodeAt(root: Node, path: JsonPath): Node | undefined {
	return path.reduce<Node | undefined>((node, segment) => node && memberAt(node, segment), root);
}

function memberAt(node: Node, segment: string | number): Node | undefined {
	return isContainer(node, segment) ? findNodeAtLocation(node, [segment]) : undefined;
}

function isContainer(node: Node, segment: string | number): boolean {
	return node.type === (typeof segment === "number" ? "array" : "object");
}

function endOf({ offset, length }: Node): number {
	return offset + length;
}

/** The indentation of the line in which the offset lies. */
function lineIndent(body: string, offset: number): string {
	return /^[ \t]*/.exec(body.slice(lineStart(body, offset)))?.[0] ?? "";
}

function spliced(text: string, start: number, length: number, added: string): string {
	return text.slice(0, start) + added + text.slice(start + length);
}
