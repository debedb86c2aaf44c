import { isBusy } from "./keyedList";

/** How an item ended is to be seen for this long at least; afterwards it goes as soon as nobody is in it. */
const SEEN_MS = 1_000;
/** It goes then even if the pointer rests on it. */
const STAY_MAX_MS = 2_000;

/**
 * Lets a settled card leave without moving things under the pointer. While the person is writing in it, it stays: the text
 * must not go away under the keys.
 */
export class Linger {
	readonly #element: HTMLElement;
	readonly #isTyping: () => boolean;
	readonly #leave: () => void;
	readonly #timers: readonly ReturnType<typeof setTimeout>[];
	#isSeen = false;
	#isOverdue = false;

	constructor(element: HTMLElement, isTyping: () => boolean, leave: () => void) {
		this.#element = element;
		this.#isTyping = isTyping;
		this.#leave = leave;
		this.#timers = [
			setTimeout(() => {
				this.#isSeen = true;
				this.#check();
			}, SEEN_MS),
			setTimeout(() => {
				this.#isOverdue = true;
				this.#check();
			}, STAY_MAX_MS),
		];
		element.addEventListener("pointerleave", this.#later);
		element.addEventListener("focusout", this.#later);
	}

	stop(): void {
		for (const timer of this.#timers) clearTimeout(timer);
		this.#element.removeEventListener("pointerleave", this.#later);
		this.#element.removeEventListener("focusout", this.#later);
	}

	/** After the event: only then the focus is where it goes. */
	readonly #later = (): void => {
		setTimeout(() => this.#check(), 0);
	};

	#check(): void {
		if (!this.#isSeen || this.#isTyping() || (isBusy(this.#element) && !this.#isOverdue)) return;
		this.stop();
		this.#leave();
	}
}
