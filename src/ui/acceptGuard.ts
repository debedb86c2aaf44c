import type { Clock } from "../core/clock";

/** No key that was meant for something else may answer: for this long nothing is taken. */
const GUARD_MS = 500;

/** Refuses acts right after a list has opened or changed under the person's hands. */
export class AcceptGuard {
	readonly #clock: Clock;
	#since: number;

	constructor(clock: Clock) {
		this.#clock = clock;
		this.#since = clock.now();
	}

	/** Starts again: something has changed or was typed. */
	restart(): void {
		this.#since = this.#clock.now();
	}

	/** A clock that was set back must not lock the list, so the distance counts. */
	get accepts(): boolean {
		return Math.abs(this.#clock.now() - this.#since) >= GUARD_MS;
	}
}
