import type { Clarifications, ClarifyOutcome, OpenQuestion } from "../core/clarifications";
import type { Clock } from "../core/clock";
import type { Event } from "../core/events";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { Burst } from "./burst";
import type { Cards } from "./cards";

/** How the person wants to be told: the setting `parley.attention`. */
export type AttentionMode = "notification" | "quickPick" | "panel" | "statusBar";

export interface AttentionDeps {
	readonly clock: Clock;
	readonly clarifications: Clarifications;
	readonly cards: Cards;
	/** Whether this window has the focus of the person's screen. */
	readonly focus: { isFocused(): boolean; readonly onDidChange: Event<void> };
	mode(): AttentionMode;
	readonly notifications: {
		question(question: OpenQuestion): Promise<void>;
		summary(count: number): Promise<void>;
		draftLeft(question: OpenQuestion): Promise<void>;
	};
	/** Opens the list that only reads. False: the person is busy in a list of ours. */
	openToRead(question: OpenQuestion): boolean;
	/** A press on a notification ends in the caller's log when it fails. */
	failed(error: unknown): void;
}

const MANY = 4;

/** Tells the person once that something waits, and once more when the window gets the focus it did not have. */
export class Attention implements Disposable {
	readonly #deps: AttentionDeps;
	readonly #owned = new DisposableStore();
	readonly #burst: Burst<OpenQuestion>;
	/** Told while the window was not focused. */
	readonly #unseen = new Set<string>();

	constructor(deps: AttentionDeps) {
		this.#deps = deps;
		const { clarifications, clock, focus } = deps;
		this.#burst = this.#owned.add(
			new Burst(
				clock,
				(question) => this.#tell(question),
				() => this.#summary(),
			),
		);
		this.#owned.add(clarifications.onDidAsk((question) => this.#asked(question)));
		this.#owned.add(clarifications.onDidSettle((settled) => this.#settled(settled)));
		this.#owned.add(
			focus.onDidChange(() => {
				if (focus.isFocused()) this.#tellAgain();
			}),
		);
	}

	dispose(): void {
		this.#owned.dispose();
	}

	#asked(question: OpenQuestion): void {
		if (!this.#deps.focus.isFocused()) this.#unseen.add(question.id);
		this.#burst.add(question);
	}

	#settled({ question, outcome }: { question: OpenQuestion; outcome: ClarifyOutcome }): void {
		this.#unseen.delete(question.id);
		const { clarifications, notifications } = this.#deps;
		const isLeft = outcome.reason !== "response" && clarifications.drafts.some(({ id }) => id === question.id);
		if (isLeft && this.#deps.mode() !== "statusBar") this.#run(notifications.draftLeft(question));
	}

	#tell(question: OpenQuestion): void {
		if (!this.#isOpen(question.id)) return;
		switch (this.#deps.mode()) {
			case "statusBar":
				return;
			case "panel":
				if (this.#deps.cards.isVisible) return;
				break;
			case "quickPick":
				// A list in a window that nobody looks at would take keys that come with the focus.
				if (this.#deps.focus.isFocused() && this.#deps.openToRead(question)) return;
				break;
			case "notification":
		}
		this.#run(this.#deps.notifications.question(question));
	}

	#summary(): void {
		const { clarifications, notifications } = this.#deps;
		if (this.#deps.mode() === "statusBar" || clarifications.open.length === 0) return;
		this.#run(notifications.summary(clarifications.open.length));
	}

	#tellAgain(): void {
		const again = this.#deps.clarifications.open.filter(({ id }) => this.#unseen.has(id));
		this.#unseen.clear();
		if (again.length >= MANY) this.#summary();
		else for (const question of again) this.#tell(question);
	}

	#isOpen(id: string): boolean {
		return this.#deps.clarifications.open.some((each) => each.id === id);
	}

	#run(told: Promise<void>): void {
		told.catch((error: unknown) => this.#deps.failed(error));
	}
}
