import type { Node } from "jsonc-parser";
import { lineStart } from "./jsoncLines";

/** How a JSON text is laid out, so that what is added to it looks as if its user had written it. */
export interface Layout {
	readonly eol: "\n" | "\r\n";
	/** One step of indentation. */
	readonly unit: string;
	/** A text in one line; undefined: it has line breaks. */
	readonly inline: "spaced" | "tight" | undefined;
}

export function layoutOf(body: string, root: Node | undefined): Layout {
	const [first] = root?.children ?? [];
	const isOneLine = root !== undefined && first !== undefined && !textOf(body, root).includes("\n");
	return {
		eol: /^[^\n]*\r\n/.test(body) ? "\r\n" : "\n",
		unit: first === undefined ? DEFAULT_UNIT : indentOf(body, first.offset) || DEFAULT_UNIT,
		inline: isOneLine ? spacing(textOf(body, root)) : undefined,
	};
}

/** The layout of one object or list: a short one may stand in one line of a text that has many. */
export function layoutWithin(body: string, node: Node, layout: Layout): Layout {
	const text = textOf(body, node);
	const isOneLine = layout.inline !== undefined || (hasMembers(node) && !text.includes("\n"));
	return { ...layout, inline: isOneLine ? spacing(text) : undefined };
}

/** The value as it is written where the line that holds it is indented by `indent`. */
export function written(value: unknown, layout: Layout, indent: string): string {
	if (layout.inline === undefined) {
		return JSON.stringify(value, undefined, layout.unit).replaceAll("\n", layout.eol + indent);
	}
	const space = layout.inline === "spaced" ? " " : "";
	return inLine(value, space);
}

/** What the line that the offset lies in begins with, if the offset is the first thing on it. */
export function indentOf(body: string, offset: number): string {
	const before = body.slice(lineStart(body, offset), offset);
	return before.trim() === "" ? before : "";
}

function textOf(body: string, { offset, length }: Node): string {
	return body.slice(offset, offset + length);
}

export function hasMembers({ children = [] }: Node): boolean {
	return children.length > 0;
}

/** What lies between two places but values. */
export interface Trivia {
	/** Where the last comma is. */
	readonly comma: number | undefined;
	readonly hasComment: boolean;
	/** The last of it is a comment that only a line break ends. */
	readonly isOpen: boolean;
	/** Behind the last comma or comment; `from` where there is neither. */
	readonly end: number;
}

export function triviaBetween(body: string, from: number, to: number): Trivia {
	let [comma, hasComment, isOpen, end]: [number | undefined, boolean, boolean, number] = [
		undefined,
		false,
		false,
		from,
	];
	for (const token of body.slice(from, to).matchAll(/,|\/\/[^\r\n]*|\/\*[^]*?\*\//g)) {
		if (token[0] === ",") comma = from + token.index;
		else hasComment = true;
		isOpen = token[0].startsWith("//");
		end = from + token.index + token[0].length;
	}
	return { comma, hasComment, isOpen, end };
}

const DEFAULT_UNIT = "  ";

function spacing(text: string): "spaced" | "tight" {
	return /[:,{[]\s/.test(text) ? "spaced" : "tight";
}

function inLine(value: unknown, space: string): string {
	if (Array.isArray(value)) return `[${value.map((each) => inLine(each, space)).join(`,${space}`)}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${space}${inLine(each, space)}`);
	if (members.length === 0) return "{}";
	return `{${space}${members.join(`,${space}`)}${space}}`;
}
