import type { Approvals, OpenApproval } from "../core/approvals";
import type { Clarifications, OpenQuestion } from "../core/clarifications";
import type { Clock } from "../core/clock";
import type { InboxItem } from "../core/inbox";
import type { Disposable } from "../core/lifetime";
import type { Cards } from "./cards";
import type { L10n } from "./l10n";
import { approvalNotification, questionNotification } from "./notificationContent";
import type { Notify } from "./notify";
import { approvalClosedText, closedText } from "./outcomeText";

/** A choice or a leave pressed this soon was meant for what stood there before: it opens the list instead. */
const TOO_SOON_MS = 1_000;

interface NotificationsDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly clarifications: Clarifications;
	readonly approvals: Approvals;
	readonly cards: Cards;
	readonly notify: Notify;
	openItem(id: string): boolean;
	showInbox(): void;
	/** A notification of a desk that has gone was pressed: VS Code keeps notifications over a restart of ours. */
	pressedLate(id: string): void;
}

/** Notifications point to items: closing one leaves its item open, a late press on one says how it ended. */
export class Notifications implements Disposable {
	readonly #deps: NotificationsDeps;
	#isGone = false;

	constructor(deps: NotificationsDeps) {
		this.#deps = deps;
	}

	dispose(): void {
		this.#isGone = true;
	}

	item(item: InboxItem): Promise<void> {
		return item.kind === "question" ? this.#question(item.question) : this.#approval(item.approval);
	}

	/** Many came at once: one notification for all. */
	async summary(count: number): Promise<void> {
		const { l10n, notify } = this.#deps;
		const pressed = await notify("information", l10n.t("{0} items wait for you.", count), [{ label: l10n.t("Show") }]);
		if (pressed !== undefined && !this.#isGone) this.#deps.showInbox();
	}

	async draftLeft(question: OpenQuestion): Promise<void> {
		const { l10n, notify, cards } = this.#deps;
		const message = l10n.t("The question of {0} has closed. Your draft is kept.", question.session.intro.agent.label);
		if (await notify("information", message, [{ label: l10n.t("Open") }])) cards.show(question.id);
	}

	async #question(question: OpenQuestion): Promise<void> {
		const { l10n, clock, clarifications, notify } = this.#deps;
		const { message, buttons } = questionNotification(l10n, question);
		const shownAt = clock.now();
		const pressed = await notify("information", message, buttons);
		if (pressed === undefined || this.#isLate(question.id)) return;
		const open = clarifications.open.find(({ id }) => id === question.id);
		if (open === undefined) {
			await notify("information", closedText(l10n, clarifications.outcomeOf(question.id)), []);
			return;
		}
		// Images that are attached by now would be lost without a word.
		const isAsShown = clock.now() - shownAt >= TOO_SOON_MS && open.images.length === 0;
		if (pressed.kind === "choice" && isAsShown && clarifications.answer(question.id, pressed.label)) return;
		this.#deps.openItem(question.id);
	}

	async #approval(approval: OpenApproval): Promise<void> {
		const { l10n, clock, approvals, notify } = this.#deps;
		const { id } = approval;
		const { message, buttons } = approvalNotification(l10n, approval);
		const shownAt = clock.now();
		const pressed = await notify("warning", message, buttons);
		if (pressed === undefined || this.#isLate(id)) return;
		if (!approvals.open.some((each) => each.id === id)) {
			await notify("information", approvalClosedText(l10n, approvals.outcomeOf(id)), []);
			return;
		}
		const isTooSoon = clock.now() - shownAt < TOO_SOON_MS;
		if (pressed.kind === "deny" && approvals.deny(id)) return;
		if (pressed.kind === "allow" && !isTooSoon && (await this.#allowOnce(id))) return;
		this.#deps.openItem(id);
	}

	/** True: it was allowed, or the person was told why it could not be. */
	async #allowOnce(id: string): Promise<boolean> {
		const { l10n, approvals, notify } = this.#deps;
		try {
			return approvals.allowOnce(id);
		} catch (error) {
			await notify("error", l10n.t("That could not be stored, so nothing was allowed. The log says why."), []);
			throw error;
		}
	}

	#isLate(id: string): boolean {
		if (this.#isGone) this.#deps.pressedLate(id);
		return this.#isGone;
	}
}
