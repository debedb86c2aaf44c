import { parseMarkdown } from "./blocks";
import type { Block, Inline } from "./syntax";

/** The first line of a text of an agent without its Markdown, for a preview. */
export function plainLine(text: string): string {
	for (const block of parseMarkdown(text)) {
		const line = blockText(block)
			.split("\n")
			.find((each) => each.trim() !== "");
		if (line !== undefined) return line.trim();
	}
	return "";
}

/** The whole text without its Markdown, on one line, cut to `max` code points. */
export function plainStart(text: string, max: number): string {
	const whole = parseMarkdown(text).map(blockText).join(" ").replace(/\s+/g, " ").trim();
	const characters = Array.from(whole);
	return characters.length <= max ? whole : `${characters.slice(0, max).join("").trimEnd()}…`;
}

function blockText(block: Block): string {
	switch (block.kind) {
		case "paragraph":
		case "heading":
			return inlineText(block.inlines);
		case "code":
			return block.text;
		case "quote":
			return block.blocks.map(blockText).join("\n");
		case "table":
			return [block.head, ...block.rows].map((row) => row.map(inlineText).join(" · ")).join("\n");
		case "list":
			return block.items.map((item) => item.blocks.map(blockText).join("\n")).join("\n");
	}
}

function inlineText(inlines: readonly Inline[]): string {
	return inlines.map((inline) => ("text" in inline ? inline.text : inlineText(inline.inlines))).join("");
}
