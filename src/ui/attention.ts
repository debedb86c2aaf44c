import type { Approvals } from "../core/approvals";
import type { Clarifications, ClarifyOutcome, OpenQuestion } from "../core/clarifications";
import type { Clock } from "../core/clock";
import type { Event } from "../core/events";
import type { InboxItem } from "../core/inbox";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { Burst } from "./burst";
import type { Cards } from "./cards";

/** How the person wants to be told: the setting `parley.attention`. */
export type AttentionMode = "notification" | "quickPick" | "panel" | "statusBar";

export interface AttentionDeps {
	readonly clock: Clock;
	readonly inbox: { readonly items: readonly InboxItem[]; readonly count: number };
	readonly clarifications: Clarifications;
	readonly approvals: Approvals;
	readonly cards: Cards;
	/** Whether this window has the focus of the person's screen. */
	readonly focus: { isFocused(): boolean; readonly onDidChange: Event<void> };
	mode(): AttentionMode;
	readonly notifications: {
		item(item: InboxItem): Promise<void>;
		summary(count: number): Promise<void>;
		draftLeft(question: OpenQuestion): Promise<void>;
	};
	/** Opens the list that only reads. False: the person is busy in a list of ours. */
	openToRead(item: InboxItem): boolean;
	/** A press on a notification ends in the caller's log when it fails. */
	failed(error: unknown): void;
}

const MANY = 4;

/** Tells the person once that something waits, and once more when the window gets the focus it did not have. */
export class Attention implements Disposable {
	readonly #deps: AttentionDeps;
	readonly #owned = new DisposableStore();
	readonly #burst: Burst<InboxItem>;
	/** Told while the window was not focused. */
	readonly #unseen = new Set<string>();

	constructor(deps: AttentionDeps) {
		this.#deps = deps;
		const { clarifications, approvals, clock, focus } = deps;
		this.#burst = this.#owned.add(
			new Burst(
				clock,
				(item) => this.#tell(item),
				() => this.#summary(),
			),
		);
		this.#owned.add(
			clarifications.onDidAsk((question) => this.#asked({ kind: "question", id: question.id, question })),
		);
		this.#owned.add(approvals.onDidAsk((approval) => this.#asked({ kind: "approval", id: approval.id, approval })));
		this.#owned.add(clarifications.onDidSettle((settled) => this.#settled(settled)));
		this.#owned.add(approvals.onDidSettle(({ approval }) => this.#unseen.delete(approval.id)));
		this.#owned.add(
			focus.onDidChange(() => {
				if (focus.isFocused()) this.#tellAgain();
			}),
		);
	}

	dispose(): void {
		this.#owned.dispose();
	}

	#asked(item: InboxItem): void {
		if (!this.#deps.focus.isFocused()) this.#unseen.add(item.id);
		this.#burst.add(item);
	}

	#settled({ question, outcome }: { question: OpenQuestion; outcome: ClarifyOutcome }): void {
		this.#unseen.delete(question.id);
		const { clarifications, notifications } = this.#deps;
		const isLeft = outcome.reason !== "response" && clarifications.drafts.some(({ id }) => id === question.id);
		if (isLeft && this.#deps.mode() !== "statusBar") this.#run(notifications.draftLeft(question));
	}

	#tell({ id }: InboxItem): void {
		// As it stands by now.
		const item = this.#deps.inbox.items.find((each) => each.id === id);
		if (item === undefined) return;
		switch (this.#deps.mode()) {
			case "statusBar":
				return;
			case "panel":
				if (this.#deps.cards.isVisible) return;
				break;
			case "quickPick":
				// A list in a window that nobody looks at would take keys that come with the focus.
				if (this.#deps.focus.isFocused() && this.#deps.openToRead(item)) return;
				break;
			case "notification":
		}
		this.#run(this.#deps.notifications.item(item));
	}

	#summary(): void {
		const { inbox, notifications } = this.#deps;
		if (this.#deps.mode() === "statusBar" || inbox.count === 0) return;
		this.#run(notifications.summary(inbox.count));
	}

	#tellAgain(): void {
		const again = this.#deps.inbox.items.filter(({ id }) => this.#unseen.has(id));
		this.#unseen.clear();
		if (again.length >= MANY) this.#summary();
		else for (const item of again) this.#tell(item);
	}

	#run(told: Promise<void>): void {
		told.catch((error: unknown) => this.#deps.failed(error));
	}
}
