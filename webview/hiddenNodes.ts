import type { Texts } from "../src/protocol/page";
import { fill } from "./fill";
import { type Piece, pieces } from "./hiddenCharacters";
import { icon, make } from "./make";

export interface ShownText {
	readonly nodes: readonly (Node | string)[];
	/** What was hidden, by name. */
	readonly hidden: readonly string[];
}

/** The text with everything hidden in it as labelled boxes. `oneLine`: a line break is shown as a sign, and kept. */
export function showHidden(texts: Texts, text: string, oneLine = false): ShownText {
	const hidden: string[] = [];
	const nodes = pieces(text, oneLine).map((piece): Node | string => {
		if (piece.kind === "text") return piece.text;
		const name = nameOf(texts, piece);
		hidden.push(name);
		if (piece.kind === "break") return make("span", { class: "newline", title: name }, "↵\n");
		return make("span", { class: "hidden-char", title: name }, piece.kind === "spaces" ? name : piece.label);
	});
	return { nodes, hidden };
}

/** Only the names of what is hidden, of a text that need not be laid out. */
export function hiddenNames(texts: Texts, text: string, oneLine = false): readonly string[] {
	return pieces(text, oneLine).flatMap((piece) => (piece.kind === "text" ? [] : [nameOf(texts, piece)]));
}

function nameOf(texts: Texts, piece: Exclude<Piece, { kind: "text" }>): string {
	if (piece.kind === "break") return texts.lineBreak;
	return piece.kind === "spaces" ? fill(texts.nSpaces, { n: piece.count }) : texts[piece.name];
}

/** The sentence that counts and names them; none if nothing was hidden. */
export function hiddenHint(texts: Texts, hidden: readonly string[]): HTMLElement | undefined {
	if (hidden.length === 0) return undefined;
	const list = new Intl.ListFormat(document.documentElement.lang, { style: "narrow" });
	const names = list.format(new Set(hidden));
	const text = fill(hidden.length === 1 ? texts.oneHidden : texts.hidden, { n: hidden.length, names });
	return make("p", { class: "hint strong" }, icon("warning", "warn"), make("span", {}, text));
}
