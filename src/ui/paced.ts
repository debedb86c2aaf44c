import type { Clock } from "../core/clock";
import type { Disposable } from "../core/lifetime";

/** Draws at once what changes after a rest; however much follows, it is drawn no more than once in this time. */
export class Paced implements Disposable {
	readonly #clock: Clock;
	readonly #paceMs: number;
	readonly #draw: () => void;
	#drawnAt = -Infinity;
	#next: Disposable | undefined;

	constructor(clock: Clock, paceMs: number, draw: () => void) {
		this.#clock = clock;
		this.#paceMs = paceMs;
		this.#draw = draw;
	}

	changed(): void {
		if (this.#next !== undefined) return;
		const now = this.#clock.now();
		// A wall clock that was set back must not make it wait for longer.
		const wait = Math.min(this.#paceMs, this.#drawnAt + this.#paceMs - now);
		if (wait <= 0) this.now();
		else this.#next = this.#clock.after(wait, () => this.now());
	}

	now(): void {
		this.dispose();
		this.#drawnAt = this.#clock.now();
		this.#draw();
	}

	/** What is not drawn yet stays undrawn. */
	dispose(): void {
		this.#next?.dispose();
		this.#next = undefined;
	}
}
