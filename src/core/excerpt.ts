import { fenced } from "./fenced";
import { seenOnly } from "./invisible";
import { ANSWER_MAX, codePoints, EXCERPT_MAX } from "./limits";

/**
 * No more UTF-16 units of a text need be read than this to show as much of it as is ever shown, and to see that it goes
 * on: a character has two at most, and a line break two where it is CRLF; the last one is left out.
 */
export const EXCERPT_READ_MAX = 2 * (EXCERPT_MAX + 2);

/** A place in a document, from 0. */
interface Place {
	readonly line: number;
	readonly character: number;
}

/** Text out of an editor, on the way into an answer. */
export interface Excerpt {
	/** As the agent finds it: relative to its folder, else absolute. */
	readonly path: string;
	/** From 1. */
	readonly firstLine: number;
	readonly lastLine: number;
	/** Of a long one at least the first {@link EXCERPT_READ_MAX} units. */
	readonly text: string;
	/** VS Code's language id. */
	readonly language: string;
	/** The file on the disk is an older one. */
	readonly isUnsaved: boolean;
}

/** Why there is none: no editor, nothing selected in it, or what it shows is no text. */
export type ExcerptRefusal = "no-editor" | "no-selection" | "not-text";

/** `path:12-20` and what stands there in a code block. What is too long is cut, and that is said below it. */
export function excerptText({ path, firstLine, lastLine, text, language, isUnsaved }: Excerpt): string {
	const read = text.slice(0, EXCERPT_READ_MAX);
	const shown = beginning(read.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n"));
	// A file may be called anything.
	const place = `${seenOnly(path, "\ufffd")}:${range(firstLine, lastLine)}${isUnsaved ? " (with unsaved changes)" : ""}`;
	const block = fenced(shown.text, /^[\w+#.-]+$/.test(language) ? language : "");
	const lastShown = firstLine + shown.lines - 1;
	const cut = shown.isCut ? `\n(Cut here: lines ${range(firstLine, lastShown)} of ${range(firstLine, lastLine)}.)` : "";
	return `${place}\n${block}${cut}`;
}

/**
 * Where to stop reading a document between these places; it may be behind the end of its line. `lengthOf` tells how long
 * a line is, without its break.
 */
export function readingEnd(lengthOf: (line: number) => number, start: Place, end: Place): Place {
	let read = -start.character;
	let { line } = start;
	while (line < end.line && read + lengthOf(line) < EXCERPT_READ_MAX) {
		read += lengthOf(line) + 1;
		line++;
	}
	const character = EXCERPT_READ_MAX + (line === start.line ? start.character : 0);
	return line === end.line && end.character < character ? end : { line, character };
}

/** A draft with the excerpt at its end; undefined: an answer has no room for both. */
export function withExcerpt(draft: string, excerpt: string): string | undefined {
	// A blank line between them, whatever the draft ends with.
	const gap = draft === "" || draft.endsWith("\n\n") ? "" : draft.endsWith("\n") ? "\n" : "\n\n";
	const next = `${draft}${gap}${excerpt}\n`;
	return codePoints(next) > ANSWER_MAX ? undefined : next;
}

/** As many whole lines as the limit has room for; of a first line that is too long, its beginning. */
function beginning(lines: readonly string[]): {
	readonly text: string;
	readonly lines: number;
	readonly isCut: boolean;
} {
	let room = EXCERPT_MAX;
	let count = 0;
	for (const line of lines) {
		room -= codePoints(line) + 1;
		if (room < -1) break;
		count++;
	}
	if (count > 0) return { text: lines.slice(0, count).join("\n"), lines: count, isCut: count < lines.length };
	const [first = ""] = lines;
	return {
		text: Array.from(first.slice(0, 2 * EXCERPT_MAX))
			.slice(0, EXCERPT_MAX)
			.join(""),
		lines: 1,
		isCut: true,
	};
}

/** Below the folder, with `/`; else as it is. Both are real paths, so case is the disk's own. */
export function pathBelow(folder: string | undefined, path: string): string {
	if (folder === undefined) return path;
	const root = folder.replace(/[\\/]+$/, "");
	const rest = path.startsWith(root) ? path.slice(root.length) : "";
	return /^[\\/]./.test(rest) ? rest.slice(1).replaceAll("\\", "/") : path;
}

function range(first: number, last: number): string {
	return first === last ? `${first}` : `${first}-${last}`;
}
