import { lineEnd, withLines, withLinesInstead, withoutLines } from "./lines";

const START = "# >>> parley (managed by the VS Code extension; safe to delete) >>>";
const END = "# <<< parley <<<";

/** Our lines in a shell script of the user's, markers included. Offsets are in UTF-16 units. */
export interface CrushBlock {
	readonly start: number;
	readonly end: number;
	/** What stands between the markers. */
	readonly lines: readonly string[];
}

/** `broken`: one of the markers is missing, or there are several. */
export function findBlock(text: string): CrushBlock | "none" | "broken" {
	const starts = linesThatAre(START, text);
	const ends = linesThatAre(END, text);
	const [[start, end], more] = [[starts[0], ends[0]], starts.length + ends.length - 2];
	if (start === undefined && end === undefined) return "none";
	if (start === undefined || end === undefined || more > 0 || end < start) return "broken";
	const [, ...lines] = text.slice(start, end).split(/\r?\n/);
	return { start, end: lineEnd(text, end), lines: lines.slice(0, -1) };
}

/** Behind a blank line at the end, or in the place of the one that is there. */
export function withBlock(text: string, old: CrushBlock | undefined, lines: readonly string[]): string {
	const block = [START, ...lines, END];
	if (old !== undefined) return withLinesInstead(text, old.start, old.end, block);
	return withLines(text, text.length, text === "" ? block : ["", ...block]);
}

/** Without the blank line before it. */
export function withoutBlock(text: string, { start, end }: CrushBlock): string {
	const [gap = ""] = /(?<=\n)\r?\n$/.exec(text.slice(0, start)) ?? [];
	return withoutLines(text, start - gap.length, end);
}

function linesThatAre(marker: string, text: string): readonly number[] {
	const found: number[] = [];
	for (let at = 0; at < text.length; at = lineEnd(text, at)) {
		if (text.slice(at, lineEnd(text, at)).trim() === marker) found.push(at);
	}
	return found;
}
