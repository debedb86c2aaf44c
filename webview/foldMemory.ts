import type { Folds } from "../src/protocol/snapshot";

/** More cards than a person folds; the oldest are forgotten. */
const REMEMBERED_MAX = 500;

/** What the person has folded or opened. A card that is not in here goes by the panel's own rule. */
export class FoldMemory {
	readonly #folded: Map<string, boolean>;
	readonly #changed: () => void;
	readonly #tell: (id: string, folded: boolean) => void;
	#version: number | undefined;

	constructor(
		folded: Readonly<Record<string, boolean>>,
		tell: (id: string, folded: boolean) => void,
		changed: () => void,
	) {
		this.#folded = new Map(Object.entries(folded));
		this.#tell = tell;
		this.#changed = changed;
	}

	get all(): Readonly<Record<string, boolean>> {
		return Object.fromEntries(this.#folded);
	}

	isFolded(id: string, otherwise: boolean): boolean {
		return this.#folded.get(id) ?? otherwise;
	}

	/** The person's act. */
	set(id: string, folded: boolean): void {
		this.#remember(id, folded);
		this.#tell(id, folded);
		this.#changed();
	}

	/** The person's act on many. */
	setAll(ids: readonly string[], folded: boolean): void {
		for (const id of ids) {
			this.#remember(id, folded);
			this.#tell(id, folded);
		}
		this.#changed();
	}

	/** Takes over what the host knows when it is new: at first, and when something else folded cards. */
	adopt(folds: Folds): void {
		if (folds.version === this.#version) return;
		this.#version = folds.version;
		for (const [id, folded] of Object.entries(folds.folded)) this.#remember(id, folded);
	}

	#remember(id: string, folded: boolean): void {
		this.#folded.delete(id);
		this.#folded.set(id, folded);
		const [oldest] = this.#folded.keys();
		if (this.#folded.size > REMEMBERED_MAX && oldest !== undefined) this.#folded.delete(oldest);
	}
}
