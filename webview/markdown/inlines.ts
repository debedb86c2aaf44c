import { fileReferenceAt } from "./fileReference";
import type { Inline } from "./syntax";

/** Deeper nesting is no writing of a person: it stays text. */
const DEPTH_MAX = 6;
const LABEL_MAX = 1_000;

/** Parses the text of one paragraph, list item, heading or table cell. */
export function parseInlines(source: string, depth = 0): readonly Inline[] {
	const found: Inline[] = [];
	const unclosed = new Set<string>();
	let text = "";
	let at = 0;
	const put = (inline: Inline, length: number): void => {
		if (text !== "") found.push({ kind: "text", text });
		text = "";
		found.push(inline);
		at += length;
	};
	while (at < source.length) {
		const escaped = /^\\([!-/:-@[-`{-~])/.exec(source.slice(at, at + 2))?.[1];
		const special = escaped === undefined ? inlineAt(source, at, depth, unclosed) : undefined;
		if (escaped !== undefined) {
			text += escaped;
			at += 2;
		} else if (special !== undefined) {
			put(special.inline, special.length);
		} else {
			text += source.charAt(at);
			at++;
		}
	}
	if (text !== "") found.push({ kind: "text", text });
	return found;
}

interface Found {
	readonly inline: Inline;
	/** Of the source that it takes. */
	readonly length: number;
}

/** `unclosed`: marks that nothing closes any more, so that they are not looked for again and again. */
function inlineAt(source: string, at: number, depth: number, unclosed: Set<string>): Found | undefined {
	const character = source.charAt(at);
	switch (character) {
		case "`":
			return codeAt(source, at, unclosed);
		case "*":
		case "_":
			return depth < DEPTH_MAX ? emphasisAt(source, at, depth, unclosed) : undefined;
		case "[":
			return depth < DEPTH_MAX ? linkAt(source, at, depth) : undefined;
		default:
			return isWordStart(source, at) ? (addressAt(source, at) ?? fileAt(source, at)) : undefined;
	}
}

function isWordStart(source: string, at: number): boolean {
	return at === 0 || /[\s([{<"'“‘（「，。：；、*_|]/u.test(source.charAt(at - 1));
}

function codeAt(source: string, at: number, unclosed: Set<string>): Found {
	const fence = runAt(source, at, "`");
	for (let end = source.indexOf(fence, at + fence.length); end !== -1;) {
		const closing = runAt(source, end, "`");
		if (closing === fence) {
			const inner = source.slice(at + fence.length, end);
			const text = /^ .*[^ ].* $/s.test(inner) ? inner.slice(1, -1) : inner;
			const file = fileReferenceAt(text, 0, true);
			const inline: Inline = file?.text === text ? file : { kind: "code", text };
			return { inline, length: end + fence.length - at };
		}
		end = source.indexOf(fence, end + closing.length);
	}
	unclosed.add(fence);
	// An opening without an end is text as a whole: its parts must not open anything either.
	return { inline: { kind: "text", text: fence }, length: fence.length };
}

function emphasisAt(source: string, at: number, depth: number, unclosed: Set<string>): Found | undefined {
	const run = runAt(source, at, source.charAt(at));
	const marker = run.length >= 2 ? run.slice(0, 2) : run;
	const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
	const from = at + marker.length;
	if (unclosed.has(marker)) return undefined;
	if (/^\s?$/.test(source.charAt(from)) || (marker.startsWith("_") && isWord(source.charAt(at - 1)))) return undefined;
	for (let end = source.indexOf(marker, from + 1); end !== -1; end = source.indexOf(marker, end + 1)) {
		const after = source.charAt(end + marker.length);
		if (/\s/.test(source.charAt(end - 1)) || source.charAt(end - 1) === "\\") continue;
		if (marker.length === 1 && (after === marker || source.charAt(end - 1) === marker)) continue;
		if (marker.startsWith("_") && isWord(after)) continue;
		// Of three closing marks the last two are the outer ones: `***both***`.
		if (marker.length === 2 && run.length === 3 && source.startsWith(marker, end + 1)) end++;
		const inlines = parseInlines(source.slice(from, end), depth + 1);
		const kind = marker.length === 2 ? "strong" : "emphasis";
		return { inline: { kind, inlines }, length: end + marker.length - at };
	}
	unclosed.add(marker);
	return undefined;
}

function linkAt(source: string, at: number, depth: number): Found | undefined {
	let level = 0;
	for (let end = at; end < source.length && end - at <= LABEL_MAX; end++) {
		const character = source.charAt(end);
		if (character === "\\") end++;
		else if (character === "[") level++;
		else if (character === "]" && --level === 0) {
			const target = /^\(<?([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s+"[^"\n]*")?\)/.exec(source.slice(end + 1));
			const href = target?.[1] === undefined ? undefined : webAddress(target[1]);
			if (target === null || href === undefined) return undefined;
			const inlines = parseInlines(source.slice(at + 1, end), depth + 1).map(withoutLinks);
			return { inline: { kind: "link", inlines, href }, length: end + 1 + target[0].length - at };
		}
	}
	return undefined;
}

function addressAt(source: string, at: number): Found | undefined {
	const [address] = /^https?:\/\/[^\s<>"'`，。；：、（）「」]+/iu.exec(source.slice(at, at + 2_048)) ?? [];
	if (address === undefined) return undefined;
	const trimmed = address.replace(/[.,;:!?*_)\]}]+$/, "");
	const href = webAddress(trimmed);
	return href === undefined
		? undefined
		: { inline: { kind: "link", inlines: [{ kind: "text", text: trimmed }], href }, length: trimmed.length };
}

function fileAt(source: string, at: number): Found | undefined {
	const file = fileReferenceAt(source, at);
	return file && { inline: file, length: file.text.length };
}

/** The address if it is one of the web, written without anything hidden; all other targets stay text. */
function webAddress(target: string): string | undefined {
	if (!/^https?:\/\/[\p{L}\p{N}[]/iu.test(target) || /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(target))
		return undefined;
	return URL.canParse(target) ? target : undefined;
}

/** A link in a link's label would be two targets under one pointer. */
function withoutLinks(inline: Inline): Inline {
	switch (inline.kind) {
		case "link":
			return { kind: "emphasis", inlines: inline.inlines };
		case "file":
			return { kind: inline.isCode ? "code" : "text", text: inline.text };
		case "strong":
		case "emphasis":
			return { kind: inline.kind, inlines: inline.inlines.map(withoutLinks) };
		default:
			return inline;
	}
}

function runAt(source: string, at: number, character: string): string {
	let end = at;
	while (source.charAt(end) === character) end++;
	return source.slice(at, end);
}
