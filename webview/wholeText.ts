import type { Texts } from "../src/protocol/page";
import { fill } from "./fill";
import { hiddenNames, showHidden } from "./hiddenNodes";
import { make } from "./make";
import { linkButton } from "./names";

/** A longer text is laid out piece by piece, as the person wishes: a page of a million characters would stand still. */
const PIECE_MAX = 40_000;
/** About what the box shows without scrolling, in lines of a narrow panel. */
const LINES_SEEN = 16;
const LINE_COLUMNS = 40;

/**
 * The whole text in a box that scrolls, with everything hidden in it made visible; names of that go to `hidden`. `oneLine`:
 * a line break is shown as one, since in a command it ends one and begins another.
 */
export function wholeText(
	texts: Texts,
	text: string,
	name: string,
	oneLine: boolean,
	hidden: string[],
): readonly HTMLElement[] {
	const pre = make("pre", { class: "pre wrap", tabindex: "0", role: "group", "aria-label": name });
	const pieces = piecesOf(text);
	// A line break is marked, and seen: it is not counted as hidden.
	for (const piece of pieces) for (const each of hiddenNames(texts, piece, false)) hidden.push(each);
	const showNext = (): void => pre.append(...showHidden(texts, pieces.shift() ?? "", oneLine).nodes);
	showNext();
	const more = linkButton(texts.showMore, () => {
		showNext();
		if (pieces.length === 0) more.remove();
	});
	const length = lengthText(texts, text);
	return [
		pre,
		...(length === undefined ? [] : [make("p", { class: "caption" }, length)]),
		...(pieces.length === 0 ? [] : [make("p", {}, more)]),
	];
}

function piecesOf(text: string): string[] {
	const pieces: string[] = [];
	for (let from = 0; from < text.length;) {
		const isInPair = /[\uD800-\uDBFF]/.test(text.charAt(from + PIECE_MAX - 1));
		const to = from + PIECE_MAX - (isInPair ? 1 : 0);
		pieces.push(text.slice(from, to));
		from = to;
	}
	return pieces;
}

/** How much there is to read, where it does not show at a glance. */
function lengthText(texts: Texts, text: string): string | undefined {
	const lines = text.split("\n");
	const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_COLUMNS)), 0);
	if (rows <= LINES_SEEN) return undefined;
	return lines.length > LINES_SEEN
		? fill(texts.scrollToRead, { n: lines.length })
		: fill(texts.scrollToReadCharacters, { n: Array.from(text).length });
}
