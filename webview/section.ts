import type { PanelContext } from "./context";
import { icon, make, setAttribute, setHidden, setText } from "./make";

/** A part of the panel under a heading. */
export class Section {
	readonly element: HTMLElement;
	readonly body = make("div");
	readonly heading: HTMLElement;
	readonly head: HTMLElement;

	constructor(name: string, title: string) {
		const id = `h-${name}`;
		this.heading = make("h2", { class: "label", id, tabindex: "-1" }, title);
		this.head = make("div", { class: "section-head" }, this.heading);
		this.element = make("section", { class: "section", "aria-labelledby": id }, this.head, this.body);
	}
}

/** A section that the person can fold away. What it holds is shown by `expanded`, when it is open. */
export class FoldableSection {
	readonly element: HTMLElement;
	readonly body: HTMLElement;
	readonly #context: PanelContext;
	readonly #name: string;
	readonly #isFoldedAtFirst: boolean;
	readonly #fold: HTMLButtonElement;
	readonly #caption = make("span", { class: "caption" });
	readonly #end = make("div", { class: "end" });

	constructor(context: PanelContext, name: string, title: string, isFoldedAtFirst: boolean, toggled: () => void) {
		const id = `h-${name}`;
		this.#context = context;
		this.#name = name;
		this.#isFoldedAtFirst = isFoldedAtFirst;
		this.body = make("div", { id: `${name}-body` });
		const label = make("span", { class: "label", id }, title);
		this.#fold = make("button", { type: "button", class: "fold" }, icon("chevron-right", "chevron"), label);
		this.#fold.addEventListener("click", () => {
			context.folds.set(name, !this.isFolded);
			this.update();
			toggled();
		});
		const head = make("div", { class: "section-head" }, make("h2", {}, this.#fold), this.#caption, this.#end);
		this.element = make("section", { class: "section", "aria-labelledby": id }, head, this.body);
		this.update();
	}

	get isFolded(): boolean {
		return this.#context.folds.isFolded(this.#name, this.#isFoldedAtFirst);
	}

	/** Acts on the whole section, at the end of its head; seen only while it is open. */
	addAct(act: HTMLElement): void {
		this.#end.append(act);
	}

	setCaption(text: string): void {
		setText(this.#caption, text);
	}

	update(): void {
		const { isFolded } = this;
		setAttribute(this.#fold, "aria-expanded", String(!isFolded));
		setAttribute(this.#fold, "aria-controls", isFolded ? undefined : this.body.id);
		setHidden(this.body, isFolded);
		setHidden(this.#end, isFolded);
	}
}
