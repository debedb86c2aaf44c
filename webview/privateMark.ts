import type { PanelContext } from "./context";
import { icon, make, setAttribute, setHidden, setText } from "./make";

/** Whether an answer in the history is private, and the button that makes it so or not. */
export class PrivateMark {
	/** Beside the entry, while it is private. */
	readonly sign: HTMLElement;
	readonly button: HTMLElement;
	readonly #context: PanelContext;
	readonly #words = make("span");
	readonly #icon = icon("lock");
	#isPrivate = false;

	constructor(context: PanelContext, id: string) {
		const { texts, post, live } = context;
		this.#context = context;
		this.sign = make("span", { class: "private", hidden: true }, icon("lock"), `${texts.privateMark} · `);
		const attributes = { type: "button", class: "link", title: texts.privateHow };
		this.button = make("button", attributes, this.#icon, this.#words);
		this.button.addEventListener("click", () => {
			if (!this.#isPrivate) live.say(texts.privateHow);
			post({ kind: "set-private", id, on: !this.#isPrivate });
		});
		this.update(false);
	}

	update(isPrivate: boolean): void {
		const { texts } = this.#context;
		this.#isPrivate = isPrivate;
		setHidden(this.sign, !isPrivate);
		setText(this.#words, isPrivate ? texts.unmarkPrivate : texts.markPrivate);
		setAttribute(this.#icon, "class", `codicon codicon-${isPrivate ? "unlock" : "lock"}`);
	}
}
