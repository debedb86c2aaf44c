import type { Texts } from "../src/protocol/page";
import { pieces } from "./hiddenCharacters";
import { showHidden } from "./hiddenNodes";
import { icon, make } from "./make";

/** Puts nodes into the places of a text: `{agent} asks` around the nodes of the agent's name. */
export function fillNodes(
	text: string,
	values: Readonly<Record<string, readonly (Node | string)[]>>,
): readonly (Node | string)[] {
	return text.split(/\{(\w+)\}/).flatMap((part, index) => (index % 2 === 1 ? (values[part] ?? [part]) : [part]));
}

/** A name that an agent, a terminal or a folder gave itself, on one line. */
export function nameNodes(texts: Texts, name: string): readonly (Node | string)[] {
	return showHidden(texts, name, true).nodes;
}

/** Such a name where only text can stand: in a tooltip or a label. */
export function nameText(name: string): string {
	return pieces(name, true)
		.map((piece) => (piece.kind === "text" ? piece.text : piece.kind === "hidden" ? `[${piece.label}]` : " "))
		.join("");
}

/** `**…**` in one of our own texts. */
export function emphasised(text: string): readonly (Node | string)[] {
	return text.split("**").map((part, index) => (index % 2 === 1 ? make("b", {}, part) : part));
}

/** A native button with an icon only; its label is its name and its tooltip. */
export function iconButton(name: string, label: string, press: () => void, tooltip = label): HTMLElement {
	const attributes = { type: "button", class: "icon-btn", "aria-label": label, title: tooltip };
	const element = make("button", attributes, icon(name));
	element.addEventListener("click", press);
	return element;
}

/** A native button that looks like a link. */
export function linkButton(label: string, press: () => void): HTMLElement {
	const element = make("button", { type: "button", class: "link" }, label);
	element.addEventListener("click", press);
	return element;
}
