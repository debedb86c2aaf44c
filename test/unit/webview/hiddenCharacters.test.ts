import { expect, test } from "vitest";
import { type Piece, pieces } from "../../../webview/hiddenCharacters";

const text = (shown: string): Piece => ({ kind: "text", text: shown });

test("what nobody would see becomes a labelled piece with a name", () => {
	expect(pieces("re\u202Elease\u200B \u001B[31m\u{E0041}")).toEqual([
		text("re"),
		{ kind: "hidden", label: "U+202E", name: "rightToLeftOverride" },
		text("lease"),
		{ kind: "hidden", label: "U+200B", name: "zeroWidthSpace" },
		text(" "),
		{ kind: "hidden", label: "U+001B", name: "escape" },
		text("[31m"),
		{ kind: "hidden", label: "U+E0041", name: "tagCharacter" },
	]);
});

test("8 spaces in a row are counted, 7 are not", () => {
	expect(pieces(`a${" ".repeat(7)}b${" ".repeat(40)}c`)).toEqual([
		text(`a${" ".repeat(7)}b`),
		{ kind: "spaces", count: 40 },
		text("c"),
	]);
});

test("joiners and selectors inside an emoji hide nothing", () => {
	expect(pieces("👩‍💻 ❤️ 1️⃣")).toEqual([text("👩‍💻 ❤️ 1️⃣")]);
	expect(pieces("a\u200Db")).toEqual([
		text("a"),
		{ kind: "hidden", label: "U+200D", name: "zeroWidthJoiner" },
		text("b"),
	]);
});

test("line breaks are seen in a text and hidden in a line", () => {
	expect(pieces("a\r\nb\tc")).toEqual([text("a\nb\tc")]);
	expect(pieces("a\r\nb", true)).toEqual([text("a"), { kind: "break" }, text("b")]);
});

test("half of a surrogate pair is shown as what it is", () => {
	expect(pieces("a\uD800b")).toEqual([
		text("a"),
		{ kind: "hidden", label: "U+D800", name: "halfCharacter" },
		text("b"),
	]);
});
