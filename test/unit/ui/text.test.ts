import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { terminalText } from "../../../src/editor/terminalText";
import { cut } from "../../../src/ui/text/cut";
import { iconText } from "../../../src/ui/text/iconText";
import { notificationPart, notificationText } from "../../../src/ui/text/notificationText";
import { firstLine, oneLine } from "../../../src/ui/text/oneLine";
import { plainText } from "../../../src/ui/text/plainText";
import { hasHidden, visible } from "../../../src/ui/text/visible";

/** Any text, made of what breaks sinks as often as of plain letters. */
const hostile = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				"](",
				"]",
				"(",
				"$(",
				"$",
				"\\",
				"zap)",
				"command:x",
				"\u001B[31m",
				"\u202E",
				"\u200B",
				"\uD83D",
				"\uDE00",
			),
			fc.constantFrom("\n", "\r\n", "\t", "\u2028", "\u0000", "\u009B", "\uFEFF", "\u{E0041}", "👩‍💻", "é", "数据"),
			fc.string({ unit: "binary" }),
		),
	)
	.map((parts) => parts.join(""));

describe("visible characters", () => {
	it.each([
		["a right-to-left override", "\u202Etxt.exe", "‹U+202E›txt.exe"],
		["a zero-width space", "pass\u200Bword", "pass‹U+200B›word"],
		["an escape sequence", "\u001B[31mred", "‹U+001B›[31mred"],
		["a tag character", "x\u{E0041}", "x‹U+E0041›"],
		["half of a surrogate pair", "x\uD83Dy", "x‹U+D83D›y"],
		["a Hangul filler", "\u3164", "‹U+3164›"],
		["a soft hyphen", "a\u00ADb", "a‹U+00AD›b"],
		["a joiner outside an emoji", "a\u200Db", "a‹U+200D›b"],
	])("name %s by its code point", (_, text, shown) => {
		expect([visible(text), hasHidden(text)]).toEqual([shown, true]);
	});

	it.each(["plain", "数据库 どれ café", "👩‍💻 ❤️ 1️⃣ 👍🏽", "a — “b” …"])("leave %s as it is", (text) => {
		expect([visible(text), hasHidden(text)]).toEqual([text, false]);
	});

	it("are the same when made visible twice", () => {
		fc.assert(fc.property(hostile, (text) => visible(visible(text)) === visible(text)));
	});
});

describe("one line", () => {
	it("takes line breaks and runs of white space for one space", () => {
		expect(oneLine("  Which\tdatabase?\r\n\n  And\u2028why? ")).toBe("Which database? And why?");
	});

	it("can show where a line broke", () => {
		expect(oneLine("yes\n\nreally", " ↵ ")).toBe("yes ↵ really");
	});

	it("is the first that is not blank where only one is wanted", () => {
		expect(firstLine("\n  \nWhich database?\nmore")).toBe("Which database?");
	});
});

describe("a cut text", () => {
	it("never splits a character and says that it goes on", () => {
		expect([cut("😀😀😀", 3), cut("😀😀😀😀", 3), cut("one two", 5)]).toEqual(["😀😀😀", "😀😀…", "one…"]);
	});
});

describe("text in a notification", () => {
	it("is no link", () => {
		expect(notificationText("[x](command:workbench.action.closeWindow)")).toBe(
			"[x] (command:workbench.action.closeWindow)",
		);
	});

	it("never holds what VS Code would render, whatever it is made of", () => {
		fc.assert(
			fc.property(hostile, (text) => {
				const shown = notificationText(text);
				return !shown.includes("](") && !hasHidden(shown);
			}),
		);
	});

	it("of an agent has at most 160 characters", () => {
		fc.assert(fc.property(hostile, (text) => Array.from(notificationPart(text)).length <= 160));
		expect(notificationPart("x".repeat(161))).toBe(`${"x".repeat(159)}…`);
	});
});

describe("text where VS Code draws icons", () => {
	it.each([
		["$(zap) fast", "\\$(zap) fast"],
		["\\$(zap)", "\\\\$(zap)"],
		["$(sync~spin)$(x)", "\\$(sync~spin)\\$(x)"],
		["cost: $ (5)", "cost: $ (5)"],
	])("%s is no icon", (text, shown) => {
		expect(iconText(text)).toBe(shown);
	});

	/** How VS Code reads a label: one backslash before `$(name)` makes it text. */
	const drawn = (label: string): string =>
		label.replace(/(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/g, (_, escape: string | undefined, name: string) =>
			escape === undefined ? "ICON" : `$(${name})`,
		);

	it("is drawn as it is, whatever it is made of", () => {
		fc.assert(fc.property(hostile, (text) => drawn(iconText(text)) === visible(oneLine(text))));
	});
});

describe("plain text", () => {
	it("keeps what looks like an icon or a link, since nothing draws it there", () => {
		expect(plainText("$(zap)\n[x](command:y)\u202E")).toBe("$(zap) [x](command:y)‹U+202E›");
	});
});

describe("text typed into a terminal", () => {
	it.each([
		["line breaks are spaces", "rm -rf x\r\nls\nls", "rm -rf x ls ls"],
		["colours go", "\u001B[1;31mred\u001B[0m", "red"],
		["the one-character form goes", "\u009B31mred", "red"],
		["a title sequence does nothing", "\u001B]0;owned\u0007ls", "]0;ownedls"],
		["control characters go", "a\u0003b\u0004c\u0000\u007F\u0008", "abc"],
		["bidi controls go", "a\u202Eb\u2066c", "abc"],
		["halves of surrogate pairs go", "a\uD83Db", "ab"],
		["emoji and scripts stay", "数据 👩‍💻 café", "数据 👩‍💻 café"],
	])("%s", (_, text, typed) => {
		expect(terminalText(text)).toBe(typed);
	});

	it("is one line without control characters, whatever it is made of", () => {
		fc.assert(fc.property(hostile, (text) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(terminalText(text))));
	});
});
