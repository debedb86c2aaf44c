const CALLS_MAX = 60;
const WINDOW_MS = 10_000;

/** At most 60 calls in any 10 seconds. Holds the times of the last 60, as a ring. */
export class RateLimit {
	readonly #times: number[] = [];
	#next = 0;

	/** Counts a call at `now`; false, and not counted, when it is one too many. */
	take(now: number): boolean {
		const oldest = this.#times[this.#next];
		// A wall clock that was set back must not lock anybody out.
		if (oldest !== undefined && now >= oldest && now - oldest < WINDOW_MS) return false;
		this.#times[this.#next] = now;
		this.#next = (this.#next + 1) % CALLS_MAX;
		return true;
	}
}
