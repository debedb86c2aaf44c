import { icon, make, setAttribute, setHidden } from "./make";
import { secondsUntil, clockText, NEAR_MS } from "./times";
import type { PanelContext } from "./context";
import { fill } from "./fill";

/** The head of a card: its title, which folds the card where several compete, and what stands at the end of that line. */
export class CardHead {
	readonly element: HTMLElement;
	/** At the end of the title's line. */
	readonly end: HTMLElement;
	readonly #title: HTMLElement;
	readonly #content: readonly HTMLElement[];
	readonly #label = make("span");
	readonly #fold: HTMLButtonElement;

	/** `id` becomes the id of the title, which names the card. */
	constructor(id: string, sign: HTMLElement | undefined, end: HTMLElement, toggle: () => void) {
		this.#content = sign === undefined ? [this.#label] : [sign, this.#label];
		this.#title = make("h3", { class: "title", id, tabindex: "-1" }, ...this.#content);
		const attributes = { type: "button", class: "fold", "aria-expanded": "true" };
		this.#fold = make("button", attributes, icon("chevron-right", "chevron"));
		this.#fold.addEventListener("click", toggle);
		this.end = end;
		this.element = make("header", { class: "head" }, this.#title, end);
	}

	setTitle(nodes: readonly (Node | string)[]): void {
		this.#label.replaceChildren(...nodes);
	}

	setFold(isFoldable: boolean, isExpanded: boolean, bodyId: string): void {
		const isIn = this.#fold.isConnected || this.#fold.parentElement !== null;
		if (isFoldable !== isIn) {
			const hadFocus = this.#title.contains(document.activeElement);
			if (isFoldable) {
				this.#fold.append(...this.#content);
				this.#title.replaceChildren(this.#fold);
			} else {
				this.#fold.remove();
				this.#title.replaceChildren(...this.#content);
			}
			setAttribute(this.#title, "tabindex", isFoldable ? undefined : "-1");
			if (hadFocus) this.focus();
		}
		setAttribute(this.#fold, "aria-expanded", String(isExpanded));
		setAttribute(this.#fold, "aria-controls", isExpanded ? bodyId : undefined);
	}

	focus(): void {
		(this.#fold.parentElement === this.#title ? this.#fold : this.#title).focus();
	}
}

/** How long something still waits: quiet until the last minute. */
export class Deadline {
	readonly element: HTMLElement;
	readonly #text = document.createTextNode("");
	readonly #clock = icon("clockface");
	readonly #triangle = icon("warning", "warn");

	constructor() {
		this.element = make("span", { class: "deadline", role: "timer" }, this.#clock, this.#triangle, this.#text);
		this.#triangle.hidden = true;
	}

	/** Between limit and close, typing holds the clock. Returns whether the time is nearly over. */
	update({ texts }: PanelContext, limitAt: number, closesAt: number, now: number): boolean {
		const isOnHold = now >= limitAt && now < closesAt;
		const seconds = secondsUntil(limitAt, now);
		const isNear = !isOnHold && limitAt - now < NEAR_MS;
		const text = isOnHold ? texts.onHold : fill(texts.left, { time: clockText(seconds) });
		if (this.#text.data !== text) this.#text.data = text;
		this.element.classList.toggle("is-near", isNear);
		setHidden(this.#clock, isNear);
		setHidden(this.#triangle, !isNear);
		return isNear;
	}
}
