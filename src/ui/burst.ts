import type { Clock } from "../core/clock";
import type { Disposable } from "../core/lifetime";

/** What comes within this time after another item belongs to it. */
export const BURST_MS = 2_000;
/** This many within {@link BURST_MS} are told as one. */
const MANY = 4;

/** The first item of a burst goes on at once. What follows within 2 s waits for its end: four or more go on as one. */
export class Burst<Item> implements Disposable {
	readonly #clock: Clock;
	readonly #each: (item: Item) => void;
	readonly #many: () => void;
	#held: Item[] = [];
	#running: Disposable | undefined;

	constructor(clock: Clock, each: (item: Item) => void, many: () => void) {
		this.#clock = clock;
		this.#each = each;
		this.#many = many;
	}

	add(item: Item): void {
		if (this.#running !== undefined) {
			this.#held.push(item);
			return;
		}
		this.#running = this.#clock.after(BURST_MS, () => this.#end());
		this.#each(item);
	}

	dispose(): void {
		this.#running?.dispose();
		this.#held = [];
	}

	#end(): void {
		this.#running = undefined;
		const held = this.#held;
		this.#held = [];
		if (held.length + 1 >= MANY) this.#many();
		else for (const item of held) this.#each(item);
	}
}
