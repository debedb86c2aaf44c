import type { Folds } from "../protocol/snapshot";

/** More than a person folds; the oldest are forgotten. */
const REMEMBERED_MAX = 500;

/** What is folded in the panel, for a page that begins anew in another place. */
export class PanelFolds {
	readonly #folded = new Map<string, boolean>();
	#version = 0;

	get all(): Folds {
		return { version: this.#version, folded: Object.fromEntries(this.#folded) };
	}

	/** The page says what the person did there. */
	set(id: string, folded: boolean): void {
		this.#folded.delete(id);
		this.#folded.set(id, folded);
		const [oldest] = this.#folded.keys();
		if (this.#folded.size > REMEMBERED_MAX && oldest !== undefined) this.#folded.delete(oldest);
	}

	/** From elsewhere: the page takes it over. */
	foldAll(ids: readonly string[]): void {
		for (const id of ids) this.set(id, true);
		this.#version++;
	}
}
