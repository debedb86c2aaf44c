import { type Disposable, toDisposable } from "./lifetime";

/** Subscribes a listener until the returned disposable is released. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The owner's side of an {@link Event}. Listeners are called in order of subscription, on a snapshot of the list. */
export class Emitter<T> implements Disposable {
	readonly #listeners = new Set<(value: T) => void>();

	readonly event: Event<T> = (listener) => {
		// A wrapper of its own, so that the same function subscribed twice is two subscriptions.
		const own = (value: T): void => listener(value);
		this.#listeners.add(own);
		return toDisposable(() => this.#listeners.delete(own));
	};

	fire(value: T): void {
		for (const listener of [...this.#listeners]) listener(value);
	}

	dispose(): void {
		this.#listeners.clear();
	}
}
