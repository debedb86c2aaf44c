import type { CancelSignal } from "../core/cancel";
import { Emitter } from "../core/events";
import { type Disposable, toDisposable } from "../core/lifetime";

/** The owner's side of a {@link CancelSignal}. */
export class CancelSource implements CancelSignal {
	readonly #cancelled = new Emitter<void>();
	#isCancelled = false;

	get isCancelled(): boolean {
		return this.#isCancelled;
	}

	onCancel(listener: () => void): Disposable {
		if (!this.#isCancelled) return this.#cancelled.event(listener);
		listener();
		return toDisposable(() => undefined);
	}

	cancel(): void {
		if (this.#isCancelled) return;
		this.#isCancelled = true;
		this.#cancelled.fire();
		this.#cancelled.dispose();
	}
}
