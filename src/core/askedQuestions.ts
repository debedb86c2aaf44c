import type { ImageRefusal } from "./answerImages";
import { AttachedImages } from "./attachedImages";
import type { Changes } from "./changes";
import type {
	Call,
	Clarifications,
	ClarifyOutcome,
	Draft,
	OpenQuestion,
	SettledQuestion,
	UnsentDraft,
} from "./clarifications";
import type { Clock } from "./clock";
import { callerPatienceMs, extended, extensionOf, held, newDeadline } from "./deadlines";
import { InteractionError } from "./errors";
import type { HistoryBook } from "./historyBook";
import type { ImageFiles } from "./imageFiles";
import { ANSWER_MAX, codePoints } from "./limits";
import { OpenItems } from "./openItems";
import type { Ids } from "./ports";
import type { Question } from "./questions";
import type { Session, Turn } from "./sessions";
import { SettledCalls } from "./settledCalls";
import type { StoredSession } from "./stored";
import { canHandOver, isEmptyDraft, UnsentDrafts } from "./unsentDrafts";
import type { WaitingClock } from "./waitingClock";

interface AskedQuestionsDeps {
	readonly clock: Clock;
	readonly waitingClock: WaitingClock;
	readonly ids: Ids;
	readonly changes: Changes;
	readonly history: HistoryBook;
	readonly imageFiles: ImageFiles;
	timeLimitMs(): number;
}

/** What a session's document holds of its questions. */
type QuestionPart = Pick<StoredSession, "question" | "settled" | "drafts">;

/** Questions with all that people do to them, their drafts and their outcomes. */
export class AskedQuestions implements Clarifications {
	readonly #deps: AskedQuestionsDeps;
	readonly #open: OpenItems<OpenQuestion, ClarifyOutcome, SettledQuestion>;
	readonly onDidSettle: Clarifications["onDidSettle"] = (listener) =>
		this.#open.onDidSettle(({ item, outcome }) => listener({ question: item, outcome }));
	readonly #drafts = new UnsentDrafts();
	readonly #settled: SettledCalls<SettledQuestion>;
	readonly #attached: AttachedImages;
	#isDisposed = false;

	constructor(deps: AskedQuestionsDeps) {
		this.#deps = deps;
		this.#settled = new SettledCalls(deps.clock, Infinity, ({ outcome }) => deps.history.outcomeGone(outcome));
		const { clock, waitingClock, changes } = deps;
		this.#open = new OpenItems({
			clock,
			waitingClock,
			changes,
			unsettled: (_, reason): ClarifyOutcome => ({ reason, response: "" }),
			close: (...closing) => this.#close(...closing),
		});
		this.#attached = new AttachedImages({ open: this.#open, changes, files: deps.imageFiles });
	}

	get open(): readonly OpenQuestion[] {
		return this.#open.all;
	}

	get drafts(): readonly UnsentDraft[] {
		return this.#drafts.all;
	}

	get onDidChange(): Clarifications["onDidChange"] {
		return this.#open.onDidChange;
	}

	get onDidAsk(): Clarifications["onDidAsk"] {
		return this.#open.onDidAsk;
	}

	answer(id: string, response: string, images: readonly string[] = []): boolean {
		const question = this.#waiting(id);
		if (question === undefined) return false;
		if (response.trim() === "" || codePoints(response) > ANSWER_MAX) {
			throw new InteractionError("invalid_input", `response: must be 1 to ${ANSWER_MAX} characters, not blank`);
		}
		const attached = question.images.filter((image) => images.includes(image.id));
		this.#open.settle(id, { reason: "response", response, ...(attached.length === 0 ? {} : { images: attached }) });
		return true;
	}

	dismiss(id: string): boolean {
		if (this.#waiting(id) === undefined) return false;
		this.#open.settle(id, { reason: "dismissed", response: "" });
		return true;
	}

	extend(id: string): boolean {
		if (this.extensionMs(id) === 0) return false;
		this.#open.edit(id, (question) => ({ ...question, ...extended(question) }));
		return true;
	}

	extensionMs(id: string): number {
		const question = this.#waiting(id);
		return question === undefined ? 0 : extensionOf(question);
	}

	setDraft(id: string, draft: Draft): void {
		if (this.#isDisposed) return;
		const question = this.#open.find(id) ?? this.#drafts.find(id);
		if (question === undefined) return;
		const isChoice = draft.choice !== undefined && question.question.choices.includes(draft.choice);
		const next: Draft = { text: draft.text, choice: isChoice ? draft.choice : undefined };
		if (next.text === question.draft.text && next.choice === question.draft.choice) return;
		// While it is reconnecting its clock stands still anyway.
		const holds = !isEmptyDraft(next) && this.#waiting(id) !== undefined;
		this.#open.edit(id, (open) => ({ ...open, ...(holds ? held(open) : {}), draft: next }));
		this.#changeDraft(id, (now) => this.#drafts.write(id, next, now));
	}

	replaceDraft(id: string, draft: Draft): void {
		const question = this.#isDisposed ? undefined : this.#open.find(id);
		if (question === undefined) return;
		this.#deps.changes.apply(question.session.id, () => {
			this.setDraft(id, draft);
			this.#open.edit(id, (open) => ({ ...open, draftVersion: open.draftVersion + 1 }));
		});
	}

	attachImage(id: string, name: string, bytes: Uint8Array): ImageRefusal | "gone" | undefined {
		return this.#isDisposed ? "gone" : this.#attached.attach(id, name, bytes);
	}

	removeImage(id: string, imageId: string): void {
		if (!this.#isDisposed) this.#attached.remove(id, imageId);
	}

	discardDraft(id: string): void {
		const images = this.#drafts.find(id)?.images ?? [];
		this.#changeDraft(id, () => {
			this.#drafts.discard(id);
			this.#deps.changes.after(() => this.#deps.imageFiles.drop(images));
		});
	}

	canHandOver(id: string): boolean {
		const draft = this.#drafts.find(id);
		return draft !== undefined && canHandOver(draft);
	}

	setHandOver(id: string, on: boolean): void {
		this.#changeDraft(id, (now) => this.#drafts.setHandOver(id, on, now));
	}

	outcomeOf(id: string): ClarifyOutcome | undefined {
		return this.#settled.values.find((settled) => settled.clarifyId === id)?.outcome;
	}

	/** The call was made before: its outcome, or the question that is open under its key. */
	join(session: Session, call: Call): Promise<SettledQuestion> | undefined {
		const settled = this.#settled.find(session, call.key);
		return settled === undefined ? this.#open.join(session, call) : Promise.resolve(settled);
	}

	/** @throws InteractionError `question_already_pending` while another question of this session is open. */
	assertNoneOpen(session: Session): void {
		if (this.#open.of(session).length === 0) return;
		throw new InteractionError("question_already_pending", "another question of this session is still open");
	}

	ask(session: Session, turn: Turn, question: Question, call: Call): Promise<SettledQuestion> {
		const askedAt = this.#deps.clock.now();
		const asked: OpenQuestion = {
			id: this.#deps.ids.uuid(),
			session,
			turnId: turn.id,
			question,
			askedAt,
			...newDeadline(askedAt, this.#deps.timeLimitMs(), callerPatienceMs(session.intro)),
			heldFrom: undefined,
			state: "waiting",
			draft: { text: "", choice: undefined },
			draftVersion: 0,
			images: [],
		};
		return this.#open.ask(asked, call);
	}

	/** The agent took its call back before anything was shown. */
	cancelledAtOnce(session: Session, call: Call): SettledQuestion {
		const outcome = { reason: "cancelled", response: "" } as const;
		const settled = { clarifyId: this.#deps.ids.uuid(), outcome, late: [] };
		this.#deps.changes.apply(session.id, () => this.#settled.add(session, call.key, settled));
		return settled;
	}

	/** Takes out, as a step of a change, what the next result of this session hands over. */
	takeLate(session: Session): SettledQuestion["late"] {
		const { changes } = this.#deps;
		const { late, putBack } = this.#drafts.take(session);
		if (late.length > 0) changes.after(this.#open.announce);
		changes.undo(putBack);
		return late;
	}

	/** As a step of a change: its process is back, and sends again the calls of `inFlight`. */
	callerReturns(session: Session, inFlight: readonly string[]): void {
		this.#open.callerReturns(session, (callKey) => inFlight.includes(callKey));
	}

	listening(): void {
		this.#open.listening();
	}

	turnEnded(session: Session): void {
		this.#open.cancel(session);
	}

	/** After the end of its turn. */
	sessionEnded(session: Session): void {
		this.#drafts.sessionEnded(session.id);
		this.#deps.changes.after(this.#open.announce);
	}

	hasDrafts(sessionId: string): boolean {
		return this.#drafts.of(sessionId).length > 0;
	}

	stored(sessionId: string): QuestionPart {
		return {
			question: this.#storedQuestion(sessionId),
			settled: this.#settled.of(sessionId),
			drafts: this.#drafts.of(sessionId),
		};
	}

	restore(session: Session, { question, settled, drafts }: QuestionPart): void {
		if (question !== undefined) {
			const { callKey, remainingMs, ...open } = question;
			this.#open.restore({ item: { ...open, session, state: "reconnecting", draftVersion: 0 }, callKey, remainingMs });
		}
		this.#settled.restore(session, settled);
		this.#drafts.restore(session, drafts);
	}

	forget(session: Session): void {
		for (const { images } of this.#drafts.of(session.id)) this.#deps.imageFiles.drop(images);
		this.#drafts.forget(session.id);
		this.#open.announce();
	}

	/** The acts of surfaces find nothing open from now on. */
	dispose(): void {
		this.#isDisposed = true;
		this.#open.dispose();
	}

	#storedQuestion(sessionId: string): QuestionPart["question"] {
		const [kept] = this.#open.kept(sessionId);
		if (kept === undefined) return undefined;
		const { id, turnId, question, askedAt, deadline, lastMoment, heldFrom, draft, images } = kept.item;
		const { callKey, remainingMs } = kept;
		return { id, turnId, question, askedAt, deadline, lastMoment, heldFrom, draft, images, callKey, remainingMs };
	}

	/** The open question that can be acted on. */
	#waiting(id: string): OpenQuestion | undefined {
		const question = this.#isDisposed ? undefined : this.#open.find(id);
		return question?.state === "waiting" ? question : undefined;
	}

	#changeDraft(id: string, change: (now: number) => void): void {
		const draft = this.#isDisposed ? undefined : this.#drafts.find(id);
		if (draft === undefined) return;
		const { clock, changes } = this.#deps;
		changes.apply(draft.session.id, () => {
			change(clock.now());
			changes.after(this.#open.announce);
		});
	}

	#close(question: OpenQuestion, callKey: string, outcome: ClarifyOutcome): SettledQuestion {
		const { clock, changes, history } = this.#deps;
		const now = clock.now();
		// Nobody reads the result of a call that was taken back: what is to be handed over waits for one that is read.
		const late = outcome.reason === "cancelled" ? [] : this.takeLate(question.session);
		const settled = { clarifyId: question.id, outcome, late };
		this.#settled.add(question.session, callKey, settled);
		if (outcome.reason === "timeout" || outcome.reason === "cancelled") {
			this.#drafts.keep(question, outcome.reason, now);
		} else {
			this.#attached.ended(question, outcome);
		}
		changes.after(() => history.questionSettled(question, outcome, now));
		return settled;
	}
}
