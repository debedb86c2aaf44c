import type { Clock } from "../core/clock";
import { type Disposable, toDisposable } from "../core/lifetime";

/** Counts from the start of this process. The bridge only compares times, so nobody's setting of the clock may reach it. */
export class TimerClock implements Clock {
	now(): number {
		// Not `performance.now()`: that loads node:perf_hooks, which is a fortieth of a start.
		return process.uptime() * 1_000;
	}

	after(ms: number, run: () => void): Disposable {
		const timer = setTimeout(run, ms);
		return toDisposable(() => clearTimeout(timer));
	}
}
