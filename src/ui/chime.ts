import type { Clock } from "../core/clock";
import { BURST_MS } from "./burst";

/**
 * How often the panel had to sound. It sounds at the moment an item comes, once for all that come within 2 s, and never
 * again for the same item. How the person is told otherwise does not matter: whoever has turned the sound on wants it
 * above all where nothing else is to be seen.
 */
export class Chime {
	readonly #clock: Clock;
	readonly #isOn: () => boolean;
	readonly #isPageThere: () => boolean;
	#count = 1;
	#at = -Infinity;

	constructor(clock: Clock, isOn: () => boolean, isPageThere: () => boolean) {
		this.#clock = clock;
		this.#isOn = isOn;
		this.#isPageThere = isPageThere;
	}

	/** Goes up when a sound is due; 0 while the person wants none. */
	get count(): number {
		return this.#isOn() ? this.#count : 0;
	}

	/** Something has come that waits for the person. */
	itemCame(): void {
		const now = this.#clock.now();
		// A clock that was set back must not keep it silent, so the distance counts.
		if (Math.abs(now - this.#at) < BURST_MS || !this.#isOn() || !this.#isPageThere()) return;
		this.#at = now;
		this.#count++;
	}
}
