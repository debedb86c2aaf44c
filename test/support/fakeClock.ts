import type { Clock } from "../../src/core/clock";
import { type Disposable, toDisposable } from "../../src/core/lifetime";

/** Time under a test's control. Timers run on time that passes; the wall clock can also jump, as in a sleep. */
export class FakeClock implements Clock {
	#wall: number;
	#passed = 0;
	#order = 0;
	readonly #timers = new Set<{ at: number; order: number; run: () => void }>();

	constructor(startMs = Date.UTC(2026, 0, 1)) {
		this.#wall = startMs;
	}

	/** How many timers wait. 0 after everything settled: the leak test. */
	get armed(): number {
		return this.#timers.size;
	}

	now(): number {
		return this.#wall;
	}

	after(ms: number, run: () => void): Disposable {
		const timer = { at: this.#passed + Math.max(ms, 1), order: this.#order++, run };
		this.#timers.add(timer);
		return toDisposable(() => this.#timers.delete(timer));
	}

	/** Lets time pass and runs each timer at its moment. */
	advance(ms: number): void {
		const end = this.#passed + ms;
		for (;;) {
			const [next] = [...this.#timers]
				.filter((timer) => timer.at <= end)
				.sort((a, b) => a.at - b.at || a.order - b.order);
			if (next === undefined) break;
			this.#pass(next.at - this.#passed);
			this.#timers.delete(next);
			next.run();
		}
		this.#pass(end - this.#passed);
	}

	/** Moves the wall clock alone: forward as in a sleep of the machine, backward as in a correction. */
	jump(ms: number): void {
		this.#wall += ms;
	}

	/** The process that armed them has died. */
	dropTimers(): void {
		this.#timers.clear();
	}

	#pass(ms: number): void {
		this.#passed += ms;
		this.#wall += ms;
	}
}
