import type { Texts } from "../src/protocol/page";
import { fill } from "./fill";
import { pieces } from "./hiddenCharacters";
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
		if (piece.kind === "break") {
			hidden.push(texts.lineBreak);
			return make("span", { class: "newline", title: texts.lineBreak }, "↵\n");
		}
		const isSpaces = piece.kind === "spaces";
		const label = isSpaces ? fill(texts.nSpaces, { n: piece.count }) : piece.label;
		const name = isSpaces ? label : texts[piece.name];
		hidden.push(name);
		return make("span", { class: "hidden-char", title: name }, label);
	});
	return { nodes, hidden };
}

/** The sentence that counts and names them; none if nothing was hidden. */
export function hiddenHint(texts: Texts, hidden: readonly string[]): HTMLElement | undefined {
	if (hidden.length === 0) return undefined;
	const names = [...new Set(hidden)].join(", ");
	const text = fill(hidden.length === 1 ? texts.oneHidden : texts.hidden, { n: hidden.length, names });
	return make("p", { class: "hint strong" }, icon("warning", "warn"), make("span", {}, text));
}
