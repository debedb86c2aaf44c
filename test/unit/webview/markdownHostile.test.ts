import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMarkdown } from "../../../webview/markdown/blocks";
import { parseInlines } from "../../../webview/markdown/inlines";
import { plainStart } from "../../../webview/markdown/plainLine";
import type { Inline } from "../../../webview/markdown/syntax";

const QUESTION_MAX = 4_000;
/** Generous on a loaded machine; what is quadratic in the wrong place takes seconds. */
const PARSE_MAX_MS = 500;

test.each([
	"[",
	"![",
	"*",
	"**a ",
	"_",
	"`",
	"`` ` ",
	"> ",
	"- ",
	"1. ",
	"|",
	"#",
	"\\",
	"(",
	"[a](",
	"https://",
	"a/",
	"~~~\n",
	"x".repeat(50),
])("4,000 characters of %j are parsed without delay", (part) => {
	const source = part.repeat(QUESTION_MAX).slice(0, QUESTION_MAX);
	const start = performance.now();
	parseMarkdown(source);
	expect(performance.now() - start).toBeLessThan(PARSE_MAX_MS);
});

const marks = fc.constantFrom(
	"*",
	"_",
	"`",
	"[",
	"]",
	"(",
	")",
	"](",
	"#",
	">",
	"-",
	"|",
	"\n",
	" ",
	"\\",
	"javascript:",
	"https://a.bc",
	"a",
	"1.",
);
const writing = fc
	.array(fc.oneof(marks, fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 60 })
	.map((parts) => parts.join(""));

test("whatever is written, links lead to the web", () => {
	const hrefs = (inlines: readonly Inline[]): string[] =>
		inlines.flatMap((inline) => [
			...(inline.kind === "link" ? [inline.href] : []),
			...("inlines" in inline ? hrefs(inline.inlines) : []),
		]);
	fc.assert(
		fc.property(writing, (source) => {
			for (const href of hrefs(parseInlines(source))) expect(href).toMatch(/^https?:\/\//i);
		}),
	);
});

test("letters and digits are never lost, whatever marks stand between them", () => {
	const plainWriting = fc
		.array(fc.constantFrom("*", "**", "_", "` ", "[", "]", "(", "#", ">", "- ", "\n", "\n\n", " ", "a", "b1", "Zz"), {
			maxLength: 60,
		})
		.map((parts) => parts.join(""));
	const letters = (source: string): string => source.replace(/[^a-zA-Z0-9]/g, "");
	fc.assert(
		fc.property(plainWriting, (source) => {
			expect(letters(plainStart(source, QUESTION_MAX))).toBe(letters(source));
		}),
	);
});
