import type { Clock } from "../core/clock";
import { BURST_MS } from "./burst";

/**
 * How often the panel had to sound. It sounds at the moment an item comes, once for all that come within 2 s, and never
 * again for the same item. How the person is told otherwise does not matter: whoever has turned the sound on wants it
 * above all where nothing else is to be seen.
 */
export class Chime {
	readonly #clock: Clock;
	readonly #mayBeHeard: () => boolean;
	#count = 0;
	#at = -Infinity;

	/** `mayBeHeard`: the sound is on, and a page is there that plays it. */
	constructor(clock: Clock, mayBeHeard: () => boolean) {
		this.#clock = clock;
		this.#mayBeHeard = mayBeHeard;
	}

	get count(): number {
		return this.#count;
	}

	/** Something has come that waits for the person. */
	itemCame(): void {
		const now = this.#clock.now();
		// A clock that was set back must not keep it silent, so the distance counts.
		if (Math.abs(now - this.#at) < BURST_MS || !this.#mayBeHeard()) return;
		this.#at = now;
		this.#count++;
	}
}
