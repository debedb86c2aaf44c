import { expect, test } from "vitest";
import { parseMarkdown } from "../../../webview/markdown/blocks";
import { parseInlines } from "../../../webview/markdown/inlines";
import { plainLine, plainStart } from "../../../webview/markdown/plainLine";
import type { Block, Inline } from "../../../webview/markdown/syntax";

const text = (shown: string): Inline => ({ kind: "text", text: shown });
const code = (shown: string): Inline => ({ kind: "code", text: shown });
const paragraph = (...inlines: Inline[]): Block => ({ kind: "paragraph", inlines });

test("paragraphs keep the line breaks of the one who wrote them", () => {
	expect(parseMarkdown("one\ntwo\n\n\nthree")).toEqual([paragraph(text("one\ntwo")), paragraph(text("three"))]);
});

test("a fence holds its text as it is, also without an end", () => {
	expect(parseMarkdown("```sql\nSELECT *\n\n- no list\n```\nafter")).toEqual([
		{ kind: "code", info: "sql", text: "SELECT *\n\n- no list" },
		paragraph(text("after")),
	]);
	expect(parseMarkdown("~~~\nopen")).toEqual([{ kind: "code", info: "", text: "open" }]);
	expect(parseMarkdown("````\n```\n````")).toEqual([{ kind: "code", info: "", text: "```" }]);
});

test("lists keep their numbers, nest, and run on", () => {
	expect(parseMarkdown("3. three\n4. four\n   - inner\n   - more\n\n   own paragraph\n7. seven\nruns on")).toEqual([
		{
			kind: "list",
			items: [
				{ number: 3, blocks: [paragraph(text("three"))] },
				{
					number: 4,
					blocks: [
						paragraph(text("four")),
						{
							kind: "list",
							items: [
								{ number: undefined, blocks: [paragraph(text("inner"))] },
								{ number: undefined, blocks: [paragraph(text("more"))] },
							],
						},
						paragraph(text("own paragraph")),
					],
				},
				{ number: 7, blocks: [paragraph(text("seven\nruns on"))] },
			],
		},
	]);
});

test("headings, quotes and tables", () => {
	expect(parseMarkdown("## Title ##\n> quoted\n> more\n\n| a | b |\n|---|:-:|\n| 1 | `2` |")).toEqual([
		{ kind: "heading", inlines: [text("Title")] },
		{ kind: "quote", blocks: [paragraph(text("quoted\nmore"))] },
		{ kind: "table", head: [[text("a")], [text("b")]], rows: [[[text("1")], [code("2")]]] },
	]);
});

test("emphasis and code", () => {
	expect(parseInlines("a **bold `x*y` end** *it* snake_case_name __b__ 2 * 3 * 4")).toEqual([
		text("a "),
		{ kind: "strong", inlines: [text("bold "), code("x*y"), text(" end")] },
		text(" "),
		{ kind: "emphasis", inlines: [text("it")] },
		text(" snake_case_name "),
		{ kind: "strong", inlines: [text("b")] },
		text(" 2 * 3 * 4"),
	]);
	expect(parseInlines("***both***")).toEqual([
		{ kind: "strong", inlines: [{ kind: "emphasis", inlines: [text("both")] }] },
	]);
	expect(parseInlines("``a ` b`` \\*not\\* `open")).toEqual([code("a ` b"), text(" *not* "), text("`"), text("open")]);
});

test("links lead to the web only, and an address is a link without its full stop", () => {
	expect(parseInlines('[docs](https://example.com/a_(b) "title"), see https://example.com/x.')).toEqual([
		{ kind: "link", inlines: [text("docs")], href: "https://example.com/a_(b)" },
		text(", see "),
		{ kind: "link", inlines: [text("https://example.com/x")], href: "https://example.com/x" },
		text("."),
	]);
});

test.each([
	"[x](javascript:alert(1))",
	"[x](command:workbench.action.quit)",
	"[x](JaVaScRiPt:alert)",
	"[x](data:text/html,hi)",
	"[x](vscode://file/etc/passwd)",
	"[x](//example.com)",
	"[x](https://exa\u200Bmple.com)",
	"![x](http:/nope)",
	"<img src=x onerror=alert(1)>",
	"<script>alert(1)</script>",
])("%s stays the text that it is", (source) => {
	expect(parseInlines(source)).toEqual([text(source)]);
});

test("files with a line can be opened, hosts and ways up cannot", () => {
	const file = (path: string, line: number, whole: string, isCode = false): Inline => {
		return { kind: "file", text: whole, path, line, isCode };
	};
	expect(parseInlines("see src/a-b.ts:12 and `lib/x.py:3:7`, README.md:1.")).toEqual([
		text("see "),
		file("src/a-b.ts", 12, "src/a-b.ts:12"),
		text(" and "),
		file("lib/x.py", 3, "lib/x.py:3:7", true),
		text(", "),
		file("README.md", 1, "README.md:1"),
		text("."),
	]);
	const others = "at 10:30, example.com:443, 127.0.0.1:80, ../../etc/passwd.txt:1, v1.2:3, a.ts:12x";
	expect(parseInlines(others)).toEqual([text(others)]);
});

test("a preview is the first line without its marks", () => {
	expect(plainLine("\n\n```\n\n```\n**Which** [one](https://x.dev)?\nmore")).toBe("Which one?");
	expect(plainStart("**a**\n\n- b\n- c", 5)).toBe("a b c");
	expect(plainStart("abcdef", 5)).toBe("abcde…");
});
