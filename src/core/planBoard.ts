import { Emitter, type Event } from "./events";
import type { PlanCard } from "./plans";

/** The plan cards of this window. */
export class PlanBoard {
	readonly #changed = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#changed.event;

	/** Running ones first, then newest first. */
	get cards(): readonly PlanCard[] {
		return [];
	}

	/** Takes an ended card away; a running one stays. */
	remove(id: string): void {
		throw new Error(`not built yet: ${id}`);
	}
}
