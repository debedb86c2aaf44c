import { SAMPLE_AGENT } from "../core/agents";
import type { Clock } from "../core/clock";
import type { Desk } from "../core/desk";
import type { InboxItem } from "../core/inbox";
import type { Disposable } from "../core/lifetime";
import type { Ids, Log } from "../core/ports";
import type { Session } from "../core/sessions";
import type { Cards } from "./cards";
import { chooseItem } from "./choosePick";
import type { WalkthroughStep } from "./commands";
import { InboxPick } from "./inboxPick";
import { openItem } from "./itemText";
import type { L10n } from "./l10n";
import type { NewList } from "./list";
import { ManageApprovals, type ManageApprovalsDeps } from "./manageApprovals";
import type { Notify } from "./notify";
import type { Picks } from "./picks";
import { SampleQuestion } from "./sampleQuestion";
import { notificationPart } from "./text/notificationText";

export interface PersonActsDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly ids: Ids;
	readonly desk: Desk;
	readonly picks: Picks;
	readonly cards: Cards;
	/** Shows and focuses the terminal of that shell. False: it has gone. */
	showTerminal(processId: number): boolean;
	readonly newList: NewList;
	readonly notify: Notify;
	/** Tells VS Code that a step of the walkthrough was taken. */
	readonly reached: (step: WalkthroughStep) => void;
	/** Lists the agents that can be connected. */
	readonly connectAgents: () => void;
	/** Runs the Doctor. */
	examine(): void;
	readonly log: Log;
	readonly date: ManageApprovalsDeps["date"];
	readonly showText: ManageApprovalsDeps["showText"];
	/** Lets the person choose where to save a document, and writes it. Gives its path; undefined: they did not. */
	saveDocument(name: string, textAs: (kind: "markdown" | "json") => string): Promise<string | undefined>;
}

/** What the person can do by command. None of it takes an answer as an argument: other programs can run commands too. */
export class PersonActs implements Disposable {
	readonly #deps: PersonActsDeps;
	readonly #sample: SampleQuestion;

	constructor(deps: PersonActsDeps) {
		this.#deps = deps;
		this.#sample = new SampleQuestion(deps);
	}

	dispose(): void {
		this.#sample.dispose();
	}

	/** Opens that item, the only one, or the inbox. */
	answerQuestion(id?: string): void {
		if (id !== undefined && this.#deps.picks.openItem(id)) return;
		const [only, ...more] = this.#open;
		if (only === undefined) this.#nothingWaits();
		else if (id === undefined && more.length === 0) this.#deps.picks.openItem(only.id);
		else this.showInbox();
	}

	answerOldest(): void {
		const [oldest] = this.#open;
		if (oldest === undefined) this.#nothingWaits();
		else this.#deps.picks.openItem(oldest.id);
	}

	dismissQuestion(): void {
		const { l10n, desk } = this.#deps;
		const questions = this.#open.filter(({ kind }) => kind === "question");
		this.#withOne(questions, l10n.t("Dismiss which question?"), ({ id }) => void desk.clarifications.dismiss(id));
	}

	keepOpen(): void {
		const { l10n, desk, notify } = this.#deps;
		this.#withOne(this.#open, l10n.t("Keep which item open?"), ({ kind, id }) => {
			if ((kind === "question" ? desk.clarifications : desk.approvals).extend(id)) return;
			void notify("information", l10n.t("It cannot be kept open any longer."), []);
		});
	}

	showTerminal(): void {
		const { l10n } = this.#deps;
		const withTerminal = this.#open.filter((item) => openItem(item).session.intro.place.terminal !== undefined);
		this.#withOne(withTerminal, l10n.t("Show the terminal of which item?"), (item) => {
			this.showTerminalOf(openItem(item));
		});
	}

	showTerminalOf({ session }: { readonly session: Session }): void {
		const { l10n, notify } = this.#deps;
		const { terminal } = session.intro.place;
		if (terminal === undefined || this.#deps.showTerminal(terminal.processId)) return;
		void notify("information", l10n.t("The terminal “{0}” has been closed.", notificationPart(terminal.name)), []);
	}

	showInbox(): void {
		const { l10n, clock, desk, newList, cards, picks } = this.#deps;
		new InboxPick({
			l10n,
			clock,
			desk,
			newList,
			do: (act) => {
				if (act.kind === "item") picks.openItem(act.id);
				else if (act.kind === "draft") cards.show(act.id);
				else if (act.kind === "panel") cards.show();
				else if (act.kind === "connect") this.#deps.connectAgents();
				else if (act.kind === "sample") {
					// Also takes the focus from the status bar, whose tooltip would lie on the notification's buttons.
					cards.show();
					this.askSample().catch((error: unknown) => this.#sampleFailed(error));
				} else if (act.kind === "examine") this.#deps.examine();
			},
		});
	}

	/** Lists the rules that "Allow always…" has stored. */
	manageApprovals(): void {
		new ManageApprovals({ ...this.#deps, rules: this.#deps.desk.rules }).show();
	}

	/** Asks the sample question, or opens the one that waits already. */
	async askSample(): Promise<void> {
		const { picks } = this.#deps;
		const asked = this.#open.find((item) => openItem(item).session.intro.agent.id === SAMPLE_AGENT);
		if (asked !== undefined) {
			picks.openItem(asked.id);
			return;
		}
		await this.#sample.ask((answer) => {
			this.#sampleAnswered(answer).catch((error: unknown) => this.#sampleFailed(error));
		});
	}

	/** Writes the whole history where the person says, as Markdown or JSON by the name they give. */
	async exportHistory(): Promise<void> {
		const { l10n, desk, notify } = this.#deps;
		if (desk.history.entries.length === 0) {
			void notify("information", l10n.t("There is no history yet."), []);
			return;
		}
		const path = await this.#deps.saveDocument("parley-history", (kind) => desk.history.export(kind));
		if (path === undefined) return;
		void notify("information", l10n.t("History exported to {0}", notificationPart(path)), []);
	}

	async clearHistory(): Promise<void> {
		const { l10n, desk, notify } = this.#deps;
		const count = desk.history.entries.length;
		const message =
			count === 0
				? l10n.t("There is no history yet.")
				: l10n.t("Delete the history of this workspace for good? Items: {0}", count);
		const buttons = count === 0 ? [] : [{ label: l10n.t("Delete") }];
		if ((await notify(count === 0 ? "information" : "warning", message, buttons)) !== undefined) desk.history.clear();
	}

	get #open(): readonly InboxItem[] {
		return this.#deps.desk.inbox.items;
	}

	#withOne(items: readonly InboxItem[], title: string, act: (item: InboxItem) => void): void {
		const [only, ...more] = items;
		if (only === undefined) this.#nothingWaits();
		else if (more.length === 0) act(only);
		else {
			chooseItem(this.#deps, title, items, (chosen) => {
				if (chosen === "inbox") this.showInbox();
				else act(chosen);
			});
		}
	}

	#sampleFailed(error: unknown): void {
		this.#deps.log.error("the sample question failed", error);
	}

	async #sampleAnswered(answer: string): Promise<void> {
		const { l10n, notify, reached, cards, connectAgents } = this.#deps;
		reached("sampleAnswered");
		const message = l10n.t("An agent would now go on with your answer: {0}", notificationPart(answer));
		const pressed = await notify("information", message, [
			...(cards.isVisible ? [] : [{ label: l10n.t("Show the plan"), act: () => cards.show() }]),
			{ label: l10n.t("Connect agents…"), act: connectAgents },
		]);
		pressed?.act();
	}

	#nothingWaits(): void {
		const { l10n, notify } = this.#deps;
		void notify("information", l10n.t("Nothing is waiting."), []);
	}
}
