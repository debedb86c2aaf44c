import type { Texts } from "../src/protocol/page";

/** A part of a text: shown as it is, or a character (or a long run of spaces) that nobody would see. */
export type Piece =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "hidden"; readonly label: string; readonly name: keyof Texts }
	| { readonly kind: "spaces"; readonly count: number }
	/** Only where line breaks are hidden ones: in one-line things. */
	| { readonly kind: "break" };

/** Emoji are built with joiners and variation selectors: there those are part of one picture and hide nothing. */
const EMOJI = "\\p{Extended_Pictographic}[\\uFE0E\\uFE0F\\p{Emoji_Modifier}]*";
const PICTURE = `${EMOJI}(?:\\u200D${EMOJI})*|[0-9#*]\\uFE0F\\u20E3`;
/** Tabs and line breaks are seen where text is laid out. */
const HIDDEN = "(?![\\t\\n])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]";
/** This many push text out of sight. */
const SPACES = "[ \\p{Zs}]{8,}";

/** Nothing of it can be hidden: most texts are so, and there can be thousands. */
const PLAIN = /^(?!.* {8})[\x20-\x7E]*$/;

const PARTS = new RegExp(`(${PICTURE})|(${HIDDEN})|(${SPACES})|(\\n)`, "gu");

/** Splits a text at what is hidden in it. `oneLine`: line breaks are hidden too. */
export function pieces(text: string, oneLine = false): readonly Piece[] {
	if (PLAIN.test(text)) return text === "" ? [] : [{ kind: "text", text }];
	const found: Piece[] = [];
	const normal = text.replace(/\r\n?/g, "\n");
	let shown = 0;
	for (const part of normal.matchAll(PARTS)) {
		const [whole, picture, hidden, spaces] = part;
		if (picture !== undefined || (whole === "\n" && !oneLine)) continue;
		if (part.index > shown) found.push({ kind: "text", text: normal.slice(shown, part.index) });
		shown = part.index + whole.length;
		if (hidden !== undefined) found.push(hiddenPiece(hidden));
		else if (spaces !== undefined) found.push({ kind: "spaces", count: spaces.length });
		else found.push({ kind: "break" });
	}
	if (shown < normal.length) found.push({ kind: "text", text: normal.slice(shown) });
	return found;
}

function hiddenPiece(character: string): Piece {
	const code = character.codePointAt(0) ?? 0;
	return { kind: "hidden", label: `U+${code.toString(16).toUpperCase().padStart(4, "0")}`, name: nameOf(code) };
}

const NAMES: readonly (readonly [from: number, to: number, name: keyof Texts])[] = [
	[0x1b, 0x1b, "escape"],
	[0x9b, 0x9b, "escape"],
	[0x00, 0x1f, "controlCharacter"],
	[0x7f, 0x9f, "controlCharacter"],
	[0xad, 0xad, "softHyphen"],
	[0x61c, 0x61c, "directionMark"],
	[0x180b, 0x180f, "variationSelector"],
	[0x200b, 0x200b, "zeroWidthSpace"],
	[0x200c, 0x200c, "zeroWidthNonJoiner"],
	[0x200d, 0x200d, "zeroWidthJoiner"],
	[0x200e, 0x200f, "directionMark"],
	[0x2028, 0x2029, "lineSeparator"],
	[0x202a, 0x202b, "directionEmbedding"],
	[0x202c, 0x202c, "endOfDirection"],
	[0x202d, 0x202d, "leftToRightOverride"],
	[0x202e, 0x202e, "rightToLeftOverride"],
	[0x2060, 0x2060, "wordJoiner"],
	[0x2066, 0x2068, "directionIsolate"],
	[0x2069, 0x2069, "endOfDirection"],
	[0xd800, 0xdfff, "halfCharacter"],
	[0xfe00, 0xfe0f, "variationSelector"],
	[0xfeff, 0xfeff, "byteOrderMark"],
	[0xe0000, 0xe007f, "tagCharacter"],
	[0xe0100, 0xe01ef, "variationSelector"],
];

function nameOf(code: number): keyof Texts {
	return NAMES.find(([from, to]) => code >= from && code <= to)?.[2] ?? "invisibleCharacter";
}
