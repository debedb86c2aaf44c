import type { Clarifications, OpenQuestion } from "../core/clarifications";
import type { Clock } from "../core/clock";
import type { Disposable } from "../core/lifetime";
import type { Cards } from "./cards";
import type { L10n } from "./l10n";
import { questionNotification } from "./notificationContent";
import type { Notify } from "./notify";
import { closedText } from "./outcomeText";

/** A choice pressed this soon was meant for what stood there before: it opens the list instead. */
const TOO_SOON_MS = 1_000;

interface NotificationsDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly clarifications: Clarifications;
	readonly cards: Cards;
	readonly notify: Notify;
	openQuestion(id: string): boolean;
	showInbox(): void;
	/** A notification of a desk that has gone was pressed: VS Code keeps notifications over a restart of ours. */
	pressedLate(id: string): void;
}

/** Notifications point to questions: closing one leaves its question open, a late press on one says how it ended. */
export class Notifications implements Disposable {
	readonly #deps: NotificationsDeps;
	#isGone = false;

	constructor(deps: NotificationsDeps) {
		this.#deps = deps;
	}

	dispose(): void {
		this.#isGone = true;
	}

	async question(question: OpenQuestion): Promise<void> {
		const { l10n, clock, clarifications, notify } = this.#deps;
		const { message, buttons } = questionNotification(l10n, question);
		const shownAt = clock.now();
		const pressed = await notify("information", message, buttons);
		if (pressed === undefined) return;
		if (this.#isGone) {
			this.#deps.pressedLate(question.id);
			return;
		}
		if (!this.#isOpen(question)) {
			await notify("information", closedText(l10n, clarifications.outcomeOf(question.id)), []);
			return;
		}
		const isTooSoon = clock.now() - shownAt < TOO_SOON_MS;
		if (pressed.kind === "choice" && !isTooSoon && clarifications.answer(question.id, pressed.label)) return;
		this.#deps.openQuestion(question.id);
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

	#isOpen({ id }: OpenQuestion): boolean {
		return this.#deps.clarifications.open.some((each) => each.id === id);
	}
}
