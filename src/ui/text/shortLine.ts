import { cut } from "./cut";
import { oneLine } from "./oneLine";

/** This many times the length is looked at: the rest of a text of megabytes is not even searched for blanks. */
const SEARCHED = 10;

/** The beginning of a text on one line, at most `max` code points; a longer text ends in an ellipsis, which counts. */
export function shortLine(text: string, max: number): string {
	const part = text.slice(0, SEARCHED * max);
	const line = cut(oneLine(part), max);
	return part === text || line.endsWith("…") ? line : cut(`${line}…`, max);
}
