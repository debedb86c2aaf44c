import type { Clock } from "../core/clock";
import { type Disposable, toDisposable } from "../core/lifetime";

/** No stream is silent for longer; the shortest limit of a client is 60 s (README, agents table). */
const PERIOD_MS = 15_000;
/** What beats is spread over the period: 500 waiting calls must not make one block of the extension host. */
const SLOTS = 10;

/** Runs each beat every 15 s, the first within 15 s, with one timer for all of them. */
export class Heartbeat implements Disposable {
	readonly #clock: Clock;
	readonly #slots = Array.from({ length: SLOTS }, () => new Set<() => void>());
	#count = 0;
	#nextFree = 0;
	#nextDue = 0;
	#timer: Disposable | undefined;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	add(beat: () => void): Disposable {
		// A wrapper of its own, so that the same function added twice beats twice.
		const own = (): void => beat();
		const slot = this.#slots[this.#nextFree++ % SLOTS];
		slot?.add(own);
		this.#count++;
		this.#timer ??= this.#arm();
		return toDisposable(() => {
			slot?.delete(own);
			if (--this.#count === 0) this.dispose();
		});
	}

	dispose(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
	}

	#arm(): Disposable {
		return this.#clock.after(PERIOD_MS / SLOTS, () => {
			this.#timer = this.#arm();
			for (const beat of [...(this.#slots[this.#nextDue++ % SLOTS] ?? [])]) beat();
		});
	}
}
