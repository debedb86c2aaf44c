import type { Clock } from "./clock";
import { SECOND_MS, SLEEP_MS } from "./limits";
import type { Disposable } from "./lifetime";

/** A sleep of the machine stops timers: only a short tick notices soon after that wall time has passed. */
const TICK_MS = 10 * SECOND_MS;
/** How much a timer may seem to fire early before it means that the wall clock was set back. */
const TIMER_TOLERANCE_MS = SECOND_MS;

/** What happened to the wall clock, other than that time passed. */
export type Gap =
	| { readonly kind: "slept" }
	/** No more than `byMs` are missing on the clock now. */
	| { readonly kind: "setBack"; readonly byMs: number };

/** The one timer of all open questions: fires at the nearest deadline, and at least every 10 s until then. */
export class QuestionClock implements Disposable {
	readonly #clock: Clock;
	readonly #onTick: (gap: Gap | undefined) => void;
	#armed: { readonly since: number; readonly forMs: number; readonly timer: Disposable } | undefined;

	/** After each tick the timer is off until {@link aim} is called again. */
	constructor(clock: Clock, onTick: (gap: Gap | undefined) => void) {
		this.#clock = clock;
		this.#onTick = onTick;
	}

	/** Makes sure of a tick at `at` at the latest; undefined: nothing waits, nothing stays armed. */
	aim(at: number | undefined): void {
		if (at === undefined) {
			this.dispose();
			return;
		}
		const now = this.#clock.now();
		const forMs = Math.min(TICK_MS, Math.max(0, at - now));
		if (this.#armed !== undefined && this.#armed.since + this.#armed.forMs <= now + forMs) return;
		this.#armed?.timer.dispose();
		this.#armed = { since: now, forMs, timer: this.#clock.after(forMs, () => this.#tick()) };
	}

	/** To be asked before a new deadline is aimed at: a gap that nobody has noticed yet. It disarms the timer. */
	look(): Gap | undefined {
		return this.#gap(0);
	}

	dispose(): void {
		this.#armed?.timer.dispose();
		this.#armed = undefined;
	}

	#tick(): void {
		const gap = this.#gap((this.#armed?.forMs ?? 0) - TIMER_TOLERANCE_MS);
		this.#armed = undefined;
		this.#onTick(gap);
	}

	/** @param leastMs What must have passed on a clock that was not set back. */
	#gap(leastMs: number): Gap | undefined {
		if (this.#armed === undefined) return undefined;
		const { since, forMs } = this.#armed;
		const passed = this.#clock.now() - since;
		if (passed > SLEEP_MS) {
			this.dispose();
			return { kind: "slept" };
		}
		if (passed < leastMs) {
			this.dispose();
			// How much of the timer's time really passed is not known unless it fired: all of it is the safe guess, since
			// a clock that is set back must not give a question more time.
			return { kind: "setBack", byMs: forMs - passed };
		}
		return undefined;
	}
}
