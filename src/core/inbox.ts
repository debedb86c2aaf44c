import type { Approvals, OpenApproval } from "./approvals";
import type { Clarifications, OpenQuestion } from "./clarifications";
import type { Event } from "./events";
import { DisposableStore } from "./lifetime";

/** One thing that waits for the person. */
export type InboxItem =
	| { readonly kind: "question"; readonly id: string; readonly question: OpenQuestion }
	| { readonly kind: "approval"; readonly id: string; readonly approval: OpenApproval };

/** Everything that waits for the person; its count is the badge, the status bar and the panel. */
export class Inbox {
	readonly #clarifications: Clarifications;
	readonly #approvals: Approvals;

	constructor(clarifications: Clarifications, approvals: Approvals) {
		this.#clarifications = clarifications;
		this.#approvals = approvals;
	}

	readonly onDidChange: Event<void> = (listener) => {
		const both = new DisposableStore();
		both.add(this.#clarifications.onDidChange(listener));
		both.add(this.#approvals.onDidChange(listener));
		return both;
	};

	/** Oldest first, but within a session its approvals before its question. */
	get items(): readonly InboxItem[] {
		const questions = this.#clarifications.open;
		const askedAt = new Map(questions.map((question) => [question.session.id, question.askedAt]));
		const placed = [
			...this.#approvals.open.map((approval) => ({
				// An approval that came after its session's question takes the place just before that.
				at: Math.min(approval.askedAt, askedAt.get(approval.session.id) ?? Infinity),
				item: { kind: "approval", id: approval.id, approval } as const,
			})),
			...questions.map((question) => ({
				at: question.askedAt,
				item: { kind: "question", id: question.id, question } as const,
			})),
		];
		return placed.sort((a, b) => a.at - b.at).map(({ item }) => item);
	}

	get count(): number {
		return this.#clarifications.open.length + this.#approvals.open.length;
	}

	/** When the next item closes by itself; undefined: none does. */
	get nextDeadline(): number | undefined {
		const deadlines = [...this.#clarifications.open, ...this.#approvals.open]
			.filter(({ state }) => state === "waiting")
			.map(({ deadline }) => deadline);
		return deadlines.length === 0 ? undefined : Math.min(...deadlines);
	}
}
