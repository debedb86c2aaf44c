/** Emoji are built with joiners and variation selectors: there those are part of one picture and hide nothing. */
const EMOJI = "\\p{Extended_Pictographic}[\\uFE0E\\uFE0F\\p{Emoji_Modifier}]*";
const PICTURE = `${EMOJI}(?:\\u200D${EMOJI})*|[0-9#*]\\uFE0F\\u20E3`;

/**
 * Control and format characters (escape sequences, bidi overrides, zero-width ones, tags), what fonts draw as nothing,
 * line and paragraph separators, and halves of surrogate pairs.
 */
const HIDDEN = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]";

const PARTS = new RegExp(`${PICTURE}|${HIDDEN}`, "gu");
const ONE_HIDDEN = new RegExp(`^${HIDDEN}$`, "u");

/** Writes each hidden character as its code point, `‹U+202E›`. Idempotent. */
export function visible(text: string): string {
	return text.replace(PARTS, (part) => (ONE_HIDDEN.test(part) ? `‹U+${hex(part)}›` : part));
}

/** Whether {@link visible} would change the text. */
export function hasHidden(text: string): boolean {
	return visible(text) !== text;
}

function hex(character: string): string {
	return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
