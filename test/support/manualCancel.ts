import type { CancelSignal } from "../../src/core/cancel";
import { type Disposable, toDisposable } from "../../src/core/lifetime";

/** A cancel signal that a test fires. */
export class ManualCancel implements CancelSignal {
	readonly #listeners = new Set<() => void>();
	isCancelled = false;

	/** How many listeners are still there: the leak test. */
	get listeners(): number {
		return this.#listeners.size;
	}

	onCancel(listener: () => void): Disposable {
		if (this.isCancelled) {
			listener();
			return toDisposable(() => undefined);
		}
		this.#listeners.add(listener);
		return toDisposable(() => this.#listeners.delete(listener));
	}

	cancel(): void {
		this.isCancelled = true;
		const listeners = [...this.#listeners];
		this.#listeners.clear();
		for (const listener of listeners) listener();
	}
}
