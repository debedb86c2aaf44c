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

/** Something with deadlines that the clock keeps. */
export interface Timed {
	readonly isWaiting: boolean;
	/** Undefined: nothing waits. */
	readonly nextDeadline: number | undefined;
	/** The deadlines are to be corrected by that gap. */
	onGap(gap: Gap): void;
	/** Closes what is over. */
	onTick(): void;
}

/** The one timer of all that waits: fires at the nearest deadline, and at least every 10 s until then. */
export class WaitingClock implements Disposable {
	readonly #clock: Clock;
	readonly #timed: Timed[] = [];
	#armed: { readonly since: number; readonly forMs: number; readonly timer: Disposable } | undefined;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	add(timed: Timed): void {
		this.#timed.push(timed);
	}

	/** To be called after deadlines have changed: makes sure of a tick at the nearest one. */
	aim(): void {
		const deadlines = this.#timed.flatMap(({ nextDeadline }) => nextDeadline ?? []);
		if (deadlines.length === 0) this.dispose();
		else this.aimAt(Math.min(...deadlines));
	}

	/** To be called after something was closed: a tick that comes too early does no harm, one without need would. */
	relax(): void {
		if (!this.#timed.some(({ isWaiting }) => isWaiting)) this.dispose();
	}

	/** To be called after a deadline was added: makes sure of a tick at that one too. */
	aimAt(deadline: number): void {
		const now = this.#clock.now();
		const forMs = Math.min(TICK_MS, Math.max(0, deadline - now));
		if (this.#armed !== undefined && this.#armed.since + this.#armed.forMs <= now + forMs) return;
		this.#armed?.timer.dispose();
		this.#armed = { since: now, forMs, timer: this.#clock.after(forMs, () => this.#tick()) };
	}

	/** To be called before a deadline is added or read: corrects for a gap that nobody has noticed yet. */
	look(): void {
		this.#correct(this.#gap(0));
	}

	dispose(): void {
		this.#armed?.timer.dispose();
		this.#armed = undefined;
	}

	#tick(): void {
		const gap = this.#gap((this.#armed?.forMs ?? 0) - TIMER_TOLERANCE_MS);
		this.#armed = undefined;
		this.#correct(gap);
		for (const timed of this.#timed) timed.onTick();
		this.aim();
	}

	#correct(gap: Gap | undefined): void {
		if (gap === undefined) return;
		for (const timed of this.#timed) timed.onGap(gap);
		this.aim();
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
			// a clock that is set back must not give anything more time.
			return { kind: "setBack", byMs: forMs - passed };
		}
		return undefined;
	}
}
