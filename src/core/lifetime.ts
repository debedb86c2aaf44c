/** Something that must be released. `dispose` is idempotent and never async. */
export interface Disposable {
	dispose(): void;
}

/** Wraps a function so that it runs at most once. */
export function toDisposable(run: () => void): Disposable {
	let done = false;
	return {
		dispose() {
			if (done) return;
			done = true;
			run();
		},
	};
}

/** Owns other disposables and releases them in reverse order. What is added after disposal is released at once. */
export class DisposableStore implements Disposable {
	readonly #owned = new Set<Disposable>();
	#disposed = false;

	add<T extends Disposable>(owned: T): T {
		if (this.#disposed) owned.dispose();
		else this.#owned.add(owned);
		return owned;
	}

	dispose(): void {
		this.#disposed = true;
		const owned = [...this.#owned].reverse();
		this.#owned.clear();
		for (const each of owned) each.dispose();
	}
}
