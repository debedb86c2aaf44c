import type { Clock } from "../core/clock";
import { type Disposable, toDisposable } from "../core/lifetime";

/** The machine's wall clock and timers. */
export class SystemClock implements Clock {
	now(): number {
		return Date.now();
	}

	after(ms: number, run: () => void): Disposable {
		const timer = setTimeout(run, ms);
		return toDisposable(() => clearTimeout(timer));
	}
}
