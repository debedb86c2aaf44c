import type { Disposable } from "./lifetime";

/** Time as the core sees it: wall time in milliseconds since the epoch, and one-shot timers. */
export interface Clock {
	now(): number;
	/** Runs `run` once after `ms` milliseconds; never synchronously. */
	after(ms: number, run: () => void): Disposable;
}
