import type { Clarifications, OpenQuestion } from "./clarifications";
import type { Event } from "./events";

/** One thing that waits for the person. Approvals join this union later. */
export interface InboxItem {
	readonly kind: "question";
	readonly id: string;
	readonly question: OpenQuestion;
}

/** Everything that waits for the person; its count is the badge, the status bar and the panel. */
export class Inbox {
	readonly #clarifications: Clarifications;

	constructor(clarifications: Clarifications) {
		this.#clarifications = clarifications;
	}

	get onDidChange(): Event<void> {
		return this.#clarifications.onDidChange;
	}

	/** Oldest first. */
	get items(): readonly InboxItem[] {
		return this.#clarifications.open.map((question) => ({ kind: "question", id: question.id, question }));
	}

	get count(): number {
		return this.#clarifications.open.length;
	}

	/** When the next item closes by itself; undefined: none does. */
	get nextDeadline(): number | undefined {
		const deadlines = this.#clarifications.open
			.filter((question) => question.state === "waiting")
			.map((question) => question.deadline);
		return deadlines.length === 0 ? undefined : Math.min(...deadlines);
	}
}
