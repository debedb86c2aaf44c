import { fenced } from "./fenced";
import { ANSWER_MAX, codePoints, EXCERPT_MAX } from "./limits";

/** Text out of an editor, on the way into an answer. */
export interface Excerpt {
	/** As the agent finds it: relative to its folder, else absolute. */
	readonly path: string;
	/** From 1. */
	readonly firstLine: number;
	readonly text: string;
	/** VS Code's language id. */
	readonly language: string;
	/** The file on the disk is an older one. */
	readonly isUnsaved: boolean;
}

/** Why there is none: no editor, nothing selected in it, or what it shows is no text. */
export type ExcerptRefusal = "no-editor" | "no-selection" | "not-text";

/** `path:12-20` and what stands there in a code block. What is too long is cut, and that is said below it. */
export function excerptText({ path, firstLine, text, language, isUnsaved }: Excerpt): string {
	const lines = text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
	const shown = beginning(lines);
	const last = firstLine + lines.length - 1;
	const place = `${inOneLine(path)}:${range(firstLine, last)}${isUnsaved ? " (with unsaved changes)" : ""}`;
	const block = fenced(shown.text, /^[\w+#.-]+$/.test(language) ? language : "");
	const lastShown = firstLine + shown.lines - 1;
	const cut = shown.isCut ? `\n(Cut here: lines ${range(firstLine, lastShown)} of ${range(firstLine, last)}.)` : "";
	return `${place}\n${block}${cut}`;
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

/** A file may be called anything. */
function inOneLine(path: string): string {
	return path.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "�");
}
