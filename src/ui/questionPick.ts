import type { Clarifications, OpenQuestion } from "../core/clarifications";
import type { Clock } from "../core/clock";
import type { EarlierAnswer, EarlierAnswers } from "../core/earlierAnswers";
import { InteractionError } from "../core/errors";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { ANSWER_MAX } from "../core/limits";
import { earlierDraft } from "../protocol/earlierDraft";
import { AcceptGuard } from "./acceptGuard";
import type { Cards } from "./cards";
import { itemButtons } from "./itemButtons";
import { itemTitle } from "./itemText";
import type { L10n } from "./l10n";
import type { List, NewList } from "./list";
import { closedText } from "./outcomeText";
import {
	activeRow,
	closedRows,
	type EarlierRow,
	type QuestionAct,
	type QuestionMode,
	questionRows,
} from "./questionRows";
import { cut } from "./text/cut";
import { firstLine, oneLine } from "./text/oneLine";
import { closing, timeLeft } from "./timeLeft";

const PLACEHOLDER_MAX = 80;
/** Enter this soon after a key means the text: what the list has made active by then, nobody has seen. */
const UNSEEN_MS = 300;

export interface QuestionPickDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly clarifications: Clarifications;
	readonly earlier: Pick<EarlierAnswers, "to">;
	/** A moment in the person's language. */
	date(at: number): string;
	readonly cards: Cards;
	readonly newList: NewList;
	/** Shows the terminal of that question's agent. */
	showTerminal(item: Pick<OpenQuestion, "session">): void;
}

/**
 * The list of one question that the person has opened. Hiding it leaves the question open and keeps what was typed as its
 * draft; only the Dismiss row dismisses.
 */
export class QuestionPick implements Disposable {
	readonly #deps: QuestionPickDeps;
	readonly #id: string;
	readonly #list: List<QuestionAct>;
	readonly #guard: AcceptGuard;
	readonly #owned = new DisposableStore();
	readonly #onDidClose: () => void;
	/** What the person answered to the same question before. */
	readonly #earlier: EarlierAnswer | undefined;
	#isClosed = false;
	#tick: Disposable | undefined;
	#mode: QuestionMode = "choices";
	/** Why the last press answered nothing. */
	#trouble: "away" | "too-long" | undefined;
	/** What stands in the field, and the text it means: a draft of several lines stands there on one. */
	#field: string;
	#text: string;
	/** Who asks and where; it outlives the question. */
	#title = "";
	/** Undefined: nothing was typed here yet; what the field holds is an older draft. */
	#typedAt: number | undefined;

	constructor(deps: QuestionPickDeps, question: OpenQuestion, onDidClose: () => void) {
		this.#deps = deps;
		this.#onDidClose = onDidClose;
		this.#id = question.id;
		this.#earlier = deps.earlier.to(question.session, question.question.text);
		this.#text = question.draft.text;
		this.#field = oneLine(question.draft.text);
		this.#guard = new AcceptGuard(deps.clock);
		this.#list = this.#owned.add(
			deps.newList<QuestionAct>({
				typed: (value) => this.#type(value),
				accepted: (act) => this.#accept(act),
				pressed: (act) => this.#do(act),
				hidden: () => this.dispose(),
			}),
		);
		this.#owned.add(deps.clarifications.onDidChange(() => this.#draw()));
		this.#list.value = this.#field;
		this.#draw();
		this.#list.show();
	}

	dispose(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#tick?.dispose();
		this.#owned.dispose();
		this.#onDidClose();
	}

	get #question(): OpenQuestion | undefined {
		return this.#deps.clarifications.open.find(({ id }) => id === this.#id);
	}

	#draw(): void {
		this.#tick?.dispose();
		const question = this.#question;
		if (question === undefined) {
			this.#drawClosed();
			return;
		}
		const { l10n, clock } = this.#deps;
		const now = clock.now();
		this.#title = itemTitle(l10n, { kind: "question", id: this.#id, question });
		this.#list.title = this.#troubleText(question) ?? this.#titleWith(question.images.length);
		this.#list.placeholder =
			this.#mode === "own"
				? l10n.t("Type your answer (Enter sends)")
				: cut(firstLine(question.question.text), PLACEHOLDER_MAX);
		const isOlderDraft = this.#typedAt === undefined;
		const field = { mode: this.#mode, text: this.#text, isOlderDraft, earlier: this.#earlierRow() };
		const rows = questionRows(l10n, question, field, now);
		// Enter must not send an older draft unread.
		this.#list.draw(rows, isOlderDraft ? 0 : activeRow(rows, this.#text));
		const acts = { terminal: { kind: "terminal" }, keepOpen: { kind: "keep-open" } } as const;
		const extensionMs = this.#deps.clarifications.extensionMs(this.#id);
		this.#list.drawButtons(itemButtons<QuestionAct>(l10n, question.session.intro.place, extensionMs, acts));
		const { staysMs } = closing(l10n, timeLeft(question, now));
		this.#tick = staysMs === undefined ? undefined : clock.after(staysMs, () => this.#draw());
	}

	#earlierRow(): EarlierRow | undefined {
		if (this.#earlier === undefined) return undefined;
		const { l10n } = this.#deps;
		const { response, at, agent } = this.#earlier;
		const date = this.#deps.date(at);
		return { response, when: l10n.t("You answered this on {0}, to {1}. It is not sent yet.", date, agent) };
	}

	#drawClosed(): void {
		const { l10n, clarifications } = this.#deps;
		const hasDraft = clarifications.drafts.some(({ id }) => id === this.#id);
		this.#guard.restart();
		this.#list.title = this.#title;
		this.#list.draw(closedRows(l10n, closedText(l10n, clarifications.outcomeOf(this.#id)), hasDraft));
		this.#list.drawButtons([]);
	}

	/** An answer from here goes without them, and they go away. */
	#titleWith(images: number): string {
		if (images === 0) return this.#title;
		return `${this.#title} · ${this.#deps.l10n.t("Images attached: {0} (only the panel sends them)", images)}`;
	}

	/** It stands in the title: the field has no placeholder while something is typed. */
	#troubleText({ state }: OpenQuestion): string | undefined {
		const { l10n } = this.#deps;
		if (this.#trouble === "too-long") return l10n.t("An answer has at most {0} characters.", ANSWER_MAX);
		return this.#trouble === "away" && state === "reconnecting"
			? l10n.t("The agent is reconnecting. Your answer is kept as a draft.")
			: undefined;
	}

	#type(value: string): void {
		// VS Code tells the value that was set by us as well.
		if (value === this.#field) return;
		this.#field = value;
		this.#text = value;
		this.#typedAt = this.#deps.clock.now();
		this.#trouble = undefined;
		if (this.#question === undefined) return;
		this.#deps.clarifications.setDraft(this.#id, { text: value, choice: undefined });
		this.#draw();
	}

	#accept(act: QuestionAct): void {
		if (!this.#guard.accepts) return;
		const isUnseen = this.#typedAt !== undefined && this.#deps.clock.now() - this.#typedAt < UNSEEN_MS;
		if (isUnseen && this.#text.trim() !== "" && this.#question !== undefined) this.#answer(this.#text);
		else this.#do(act);
	}

	#do(act: QuestionAct): void {
		const { clarifications, cards } = this.#deps;
		switch (act.kind) {
			case "answer":
				this.#answer(act.response);
				return;
			case "read":
			case "panel":
				this.dispose();
				cards.show(this.#id);
				return;
			case "own":
			case "choices":
				this.#switchTo(act.kind);
				return;
			case "earlier":
				this.#useEarlier();
				return;
			case "dismiss":
				clarifications.dismiss(this.#id);
				this.dispose();
				return;
			case "keep-open":
				clarifications.extend(this.#id);
				return;
			case "terminal":
				if (this.#question !== undefined) this.#deps.showTerminal(this.#question);
				return;
			case "close":
				this.dispose();
		}
	}

	/** Into the field: only its row sends it, or Enter once something was typed after it. */
	#useEarlier(): void {
		if (this.#earlier === undefined || this.#question === undefined) return;
		const draft = earlierDraft(this.#text, [], this.#earlier.response);
		this.#text = draft.text;
		this.#field = oneLine(draft.text);
		this.#list.value = this.#field;
		// Nobody has read it yet: Enter must not send it before something is typed.
		this.#typedAt = undefined;
		this.#deps.clarifications.replaceDraft(this.#id, draft);
		this.#switchTo("own");
	}

	#switchTo(mode: QuestionMode): void {
		this.#mode = mode;
		// The second click of a double click would meet a row of the other list.
		this.#guard.restart();
		this.#draw();
	}

	#answer(response: string): void {
		const { clarifications } = this.#deps;
		try {
			if (clarifications.answer(this.#id, response)) {
				this.dispose();
				return;
			}
			this.#trouble = "away";
		} catch (error) {
			if (!(error instanceof InteractionError)) throw error;
			this.#trouble = "too-long";
		}
		if (this.#question === undefined) return;
		if (this.#trouble === "away") {
			clarifications.setDraft(this.#id, { text: this.#text, choice: response === this.#text ? undefined : response });
		}
		this.#draw();
	}
}
