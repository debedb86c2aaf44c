import type { Texts } from "../../src/protocol/page";
import { fill } from "../fill";
import { showHidden } from "../hiddenNodes";
import { make } from "../make";
import { parseMarkdown } from "./blocks";
import { isInside } from "./fileReference";
import type { Block, FileReference, Inline, TableRow } from "./syntax";

/** A code block of more lines than this scrolls. */
const LINES_SEEN = 16;
const LANGUAGE = /^[\w+#-]{1,20}$/;

export interface MarkdownSurroundings {
	readonly texts: Texts;
	/** The folder that absolute file references may point into. */
	readonly root: string | undefined;
	openFile(path: string, line: number): void;
}

/**
 * Builds the nodes of a text of an agent, from an allow-list of elements and with no attribute from the text but a checked
 * `href`. Names of hidden characters go to `hidden`.
 */
export function renderMarkdown(text: string, around: MarkdownSurroundings, hidden: string[]): readonly Node[] {
	return parseMarkdown(text).flatMap((block) => blockNodes(block, around, hidden));
}

/** One line of an agent, a choice for example, exactly as it would be sent; only inline code is shown as such. */
export function renderLine(text: string, texts: Texts, hidden: string[]): readonly (Node | string)[] {
	return text.split(/(`[^`\n]+`)/).flatMap((part, index) => {
		const isCode = index % 2 === 1;
		const nodes = shown(texts, isCode ? part.slice(1, -1) : part, hidden, true);
		return isCode ? [make("code", {}, ...nodes)] : nodes;
	});
}

function blockNodes(block: Block, around: MarkdownSurroundings, hidden: string[]): readonly Node[] {
	const inline = (inlines: readonly Inline[]): (Node | string)[] =>
		inlines.flatMap((each) => inlineNodes(each, around, hidden));
	const nested = (blocks: readonly Block[]): Node[] => blocks.flatMap((each) => [...blockNodes(each, around, hidden)]);
	switch (block.kind) {
		case "paragraph":
			return [make("p", {}, ...inline(block.inlines))];
		case "heading":
			return [make("p", { class: "heading" }, ...inline(block.inlines))];
		case "code":
			return codeNodes(block.text, block.info, around.texts, hidden);
		case "quote":
			return [make("blockquote", {}, ...nested(block.blocks))];
		case "list": {
			// Each number as it was written: a person answers "the third".
			const items = block.items.map(({ number, blocks }) =>
				make("li", { value: number === undefined ? undefined : String(number) }, ...nested(blocks)),
			);
			return [make(block.items[0]?.number === undefined ? "ul" : "ol", {}, ...items)];
		}
		case "table": {
			const row = (cells: TableRow, tag: "th" | "td"): Node =>
				make("tr", {}, ...cells.map((cell) => make(tag, {}, ...inline(cell))));
			const head = make("thead", {}, row(block.head, "th"));
			const body = make("tbody", {}, ...block.rows.map((cells) => row(cells, "td")));
			return [make("table", {}, head, body)];
		}
	}
}

function codeNodes(text: string, info: string, texts: Texts, hidden: string[]): readonly Node[] {
	const isLanguage = LANGUAGE.test(info);
	const name = isLanguage ? fill(texts.codeIn, { language: info }) : texts.code;
	const code = make("code", {}, ...shown(texts, text, hidden, false));
	const pre = make("pre", { class: "pre wrap", tabindex: "0", role: "group", "aria-label": name }, code);
	const lines = text.split("\n").length;
	// What stands after the fence is seen too, unless it only names the language.
	const before =
		isLanguage || info === "" ? [] : [make("p", { class: "caption" }, ...shown(texts, info, hidden, true))];
	const after = lines <= LINES_SEEN ? [] : [make("p", { class: "caption" }, fill(texts.scrollToRead, { n: lines }))];
	return [...before, pre, ...after];
}

function inlineNodes(inline: Inline, around: MarkdownSurroundings, hidden: string[]): readonly (Node | string)[] {
	const { texts } = around;
	switch (inline.kind) {
		case "text":
			return shown(texts, inline.text, hidden, false);
		case "code":
			return [make("code", {}, ...shown(texts, inline.text, hidden, false))];
		case "strong":
		case "emphasis": {
			const inner = inline.inlines.flatMap((each) => inlineNodes(each, around, hidden));
			return [make(inline.kind === "strong" ? "b" : "i", {}, ...inner)];
		}
		case "link": {
			const label = inline.inlines.flatMap((each) => inlineNodes(each, around, hidden));
			const link = make("a", { href: inline.href }, ...label);
			// A label can say anything: where it leads stands beside it, unless the label is the address.
			return link.textContent === inline.href ? [link] : [link, make("span", { class: "target" }, ` (${inline.href})`)];
		}
		case "file":
			return isInside(around.root, inline.path) ? [fileNode(inline, around)] : [inline.text];
	}
}

/** A link without an address: an `a` with one would be handled by VS Code, and a button could not wrap. */
function fileNode(file: FileReference, around: MarkdownSurroundings): Node {
	const open = (): void => around.openFile(file.path, file.line);
	const text = file.isCode ? make("code", {}, file.text) : file.text;
	const link = make("a", { role: "link", tabindex: "0", class: "file-ref" }, text);
	link.addEventListener("click", open);
	link.addEventListener("keydown", (event) => {
		if (event.key === "Enter") open();
	});
	return link;
}

function shown(texts: Texts, text: string, hidden: string[], oneLine: boolean): readonly (Node | string)[] {
	const result = showHidden(texts, text, oneLine);
	hidden.push(...result.hidden);
	return result.nodes;
}
