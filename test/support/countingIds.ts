import type { Ids } from "../../src/core/ports";

/** UUIDs that a test can foretell: the first is `…-000000000001`. */
export class CountingIds implements Ids {
	#last = 0;

	uuid(): string {
		return `00000000-0000-4000-8000-${(++this.#last).toString(16).padStart(12, "0")}`;
	}
}
