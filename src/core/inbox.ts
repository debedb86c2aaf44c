import type { OpenQuestion } from "./clarifications";
import { Emitter, type Event } from "./events";

/** One thing that waits for the person. Approvals join this union later. */
export interface InboxItem {
	readonly kind: "question";
	readonly id: string;
	readonly question: OpenQuestion;
}

/** Everything that waits for the person; its count is the badge, the status bar and the panel. */
export class Inbox {
	readonly #changed = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#changed.event;

	/** Oldest first. */
	get items(): readonly InboxItem[] {
		return [];
	}

	get count(): number {
		return this.items.length;
	}

	/** When the next item closes by itself; undefined: none does. */
	get nextDeadline(): number | undefined {
		return undefined;
	}
}
