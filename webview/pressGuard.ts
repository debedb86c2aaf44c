/** What is pressed this soon was meant for something else that stood there before. */
const GUARD_MS = 500;

/** Takes nothing in its first moments, and again in those after a restart. */
export class PressGuard {
	#readyAt = performance.now() + GUARD_MS;

	get accepts(): boolean {
		return performance.now() >= this.#readyAt;
	}

	/** Something else stands under the person's hands now. */
	restart(): void {
		this.#readyAt = performance.now() + GUARD_MS;
	}
}
