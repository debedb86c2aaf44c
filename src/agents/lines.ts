export const BOM = "\uFEFF";

/** The first line break tells the file's kind. */
export function lineBreakOf(text: string): "\n" | "\r\n" {
	return /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
}

/** Where the line of an offset begins. */
export function lineStart(text: string, at: number): number {
	return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** Behind the line break of an offset's line. */
export function lineEnd(text: string, at: number): number {
	const lineBreak = text.indexOf("\n", at);
	return lineBreak === -1 ? text.length : lineBreak + 1;
}

/**
 * Puts whole lines at a place where a line begins. A text without a line break at its end gets them behind it and has none
 * at its end afterwards either: by that {@link withoutLines} knows what to take out again.
 */
export function withLines(text: string, at: number, lines: readonly string[]): string {
	const eol = lineBreakOf(text);
	const body = lines.join(eol);
	const isUnfinished = at === text.length && text !== "" && !text.endsWith("\n");
	return text.slice(0, at) + (isUnfinished ? eol + body : body + eol) + text.slice(at);
}

/** Takes whole lines out. */
export function withoutLines(text: string, start: number, end: number): string {
	const before = text.slice(0, start);
	const isLast = end === text.length && !text.endsWith("\n");
	return (isLast ? before.replace(/\r?\n$/, "") : before) + text.slice(end);
}

/** Writes other lines in the place of whole lines. */
export function withLinesInstead(text: string, start: number, end: number, lines: readonly string[]): string {
	const eol = lineBreakOf(text);
	const isEnded = text.slice(start, end).endsWith("\n");
	return text.slice(0, start) + lines.join(eol) + (isEnded ? eol : "") + text.slice(end);
}
