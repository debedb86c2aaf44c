/** Colour and cursor sequences, introduced by ESC `[` or by their one-character form. */
const CONTROL_SEQUENCE = /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]/gu;

/**
 * What may be typed into a terminal for the person: one line without anything that a terminal or a shell's line editor
 * would act on. Line breaks become spaces; control and escape characters, bidi controls and halves of surrogate pairs go.
 */
export function terminalText(text: string): string {
	return text
		.replace(CONTROL_SEQUENCE, "")
		.replace(/[\r\n\t\v\f\u0085\u2028\u2029]+/gu, " ")
		.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u200B\u2060\uFEFF]/gu, "")
		.trim();
}
