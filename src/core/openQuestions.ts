import type { CancelSignal } from "./cancel";
import type { Changes } from "./changes";
import type { Call, ClarifyOutcome, OpenQuestion, SettledQuestion } from "./clarifications";
import type { Clock } from "./clock";
import { afterSleep, type Deadline, newDeadline, resumed, setBack } from "./deadlines";
import { Emitter } from "./events";
import type { Disposable } from "./lifetime";
import { READOPTION_MS } from "./limits";
import type { Ids } from "./ports";
import { type Gap, QuestionClock } from "./questionClock";
import type { Question } from "./questions";
import type { Session, Turn } from "./sessions";
import type { StoredQuestion } from "./stored";

interface OpenQuestionsDeps {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly changes: Changes;
	timeLimitMs(): number;
	/** A question closes, as a step of the change of its session: what its calls get. */
	close(question: OpenQuestion, callKey: string, outcome: ClarifyOutcome): SettledQuestion;
}

interface Entry {
	question: OpenQuestion;
	readonly callKey: string;
	/** The call that waits, and the same one sent again. */
	readonly calls: ((settled: SettledQuestion) => void)[];
	/** What is left of its time while it is `reconnecting`. */
	remainingMs: number;
	/** The listener on its caller's signal; while the caller is away, the timer that waits for its return. */
	caller: Disposable | undefined;
}

/** The questions that wait, from asking to the first settling: callers, clock and sleep. At most one per session. */
export class OpenQuestions implements Disposable {
	readonly #deps: OpenQuestionsDeps;
	readonly #entries = new Map<string, Entry>();
	readonly #ticks: QuestionClock;
	#isListening = false;
	readonly #changed = new Emitter<void>();
	readonly #asked = new Emitter<OpenQuestion>();
	readonly #settled = new Emitter<{ question: OpenQuestion; outcome: ClarifyOutcome }>();
	/** For whoever changes what surfaces see of questions. */
	readonly announce = (): void => this.#changed.fire();
	readonly onDidChange = this.#changed.event;
	readonly onDidAsk = this.#asked.event;
	readonly onDidSettle = this.#settled.event;

	constructor(deps: OpenQuestionsDeps) {
		this.#deps = deps;
		this.#ticks = new QuestionClock(deps.clock, (gap) => this.#tick(gap));
	}

	/** Oldest first. */
	get all(): readonly OpenQuestion[] {
		return [...this.#entries.values()].map(({ question }) => question).sort((a, b) => a.askedAt - b.askedAt);
	}

	find(id: string): OpenQuestion | undefined {
		return this.#entries.get(id)?.question;
	}

	hasOneOf(session: Session): boolean {
		return this.#entryOf(session.id) !== undefined;
	}

	ask(session: Session, turn: Turn, question: Question, call: Call): Promise<SettledQuestion> {
		const { clock, ids, changes } = this.#deps;
		this.#notice(this.#ticks.look());
		const askedAt = clock.now();
		const entry: Entry = {
			question: {
				id: ids.uuid(),
				session,
				turnId: turn.id,
				question,
				askedAt,
				...newDeadline(session.intro, askedAt, this.#deps.timeLimitMs()),
				state: "waiting",
				draft: { text: "", choice: undefined },
			},
			callKey: call.key,
			calls: [],
			remainingMs: 0,
			caller: undefined,
		};
		const settled = settling(entry);
		changes.apply(session.id, () => {
			this.#entries.set(entry.question.id, entry);
			this.#attach(entry, call.signal);
			this.#aim();
			changes.after(this.announce);
			changes.after(() => this.#asked.fire(entry.question));
		});
		return settled;
	}

	/** The same call is sent again: its question has its caller back. Undefined: no question is open under that key. */
	join(session: Session, call: Call): Promise<SettledQuestion> | undefined {
		const entry = this.#entryOf(session.id);
		if (entry?.callKey !== call.key) return undefined;
		const settled = settling(entry);
		this.#deps.changes.apply(session.id, () => {
			if (entry.question.state === "reconnecting") {
				this.#notice(this.#ticks.look());
				const { question, remainingMs } = entry;
				this.#change(entry, { ...resumed(question, this.#deps.clock.now(), remainingMs), state: "waiting" });
			}
			this.#attach(entry, call.signal);
			this.#aim();
		});
		return settled;
	}

	/** Nothing happens to a question that is no longer open. */
	edit(id: string, change: (question: OpenQuestion) => Partial<OpenQuestion>): void {
		const entry = this.#entries.get(id);
		if (entry !== undefined) this.#change(entry, change(entry.question));
	}

	/** The first one wins: nothing happens to a question that is no longer open. */
	settle(id: string, outcome: ClarifyOutcome): void {
		const entry = this.#entries.get(id);
		if (entry === undefined) return;
		const { question, callKey } = entry;
		const { changes } = this.#deps;
		changes.apply(question.session.id, () => {
			this.#entries.delete(id);
			entry.caller?.dispose();
			if (this.#waiting.length === 0) this.#ticks.dispose();
			const settled = this.#deps.close(question, callKey, outcome);
			changes.after(() => {
				for (const resolve of entry.calls) resolve(settled);
			});
			changes.after(this.announce);
			changes.after(() => this.#settled.fire({ question, outcome }));
		});
	}

	cancel(session: Session): void {
		const entry = this.#entryOf(session.id);
		if (entry !== undefined) this.#cancel(entry);
	}

	/** As a step of a change: the session's process has a new connection; it keeps the calls of `inFlight` and will send them again. */
	callerReturns(session: Session, inFlight: readonly string[]): void {
		const entry = this.#entryOf(session.id);
		if (entry === undefined) return;
		if (!inFlight.includes(entry.callKey)) {
			this.#cancel(entry);
			return;
		}
		if (entry.question.state === "waiting") {
			// The old connection's signal says nothing about a call that is under way on the new one.
			this.#notice(this.#ticks.look());
			entry.remainingMs = entry.question.deadline - this.#deps.clock.now();
			entry.caller?.dispose();
			entry.caller = undefined;
			this.#change(entry, { state: "reconnecting" });
			if (this.#waiting.length === 0) this.#ticks.dispose();
		}
		this.#awaitCaller(entry);
	}

	/** From now on agents can come back: what does not within 20 s is cancelled. */
	listening(): void {
		this.#isListening = true;
		for (const entry of this.#entries.values()) this.#awaitCaller(entry);
	}

	stored(sessionId: string): StoredQuestion | undefined {
		const entry = this.#entryOf(sessionId);
		if (entry === undefined) return undefined;
		const { id, turnId, question, askedAt, deadline, lastMoment, heldFrom, state, draft } = entry.question;
		const remainingMs = state === "waiting" ? deadline - this.#deps.clock.now() : entry.remainingMs;
		const { callKey } = entry;
		return { id, turnId, question, askedAt, deadline, lastMoment, heldFrom, draft, callKey, remainingMs };
	}

	restore(session: Session, { callKey, remainingMs, ...question }: StoredQuestion): void {
		const restored: OpenQuestion = { ...question, session, state: "reconnecting" };
		this.#entries.set(question.id, { question: restored, callKey, calls: [], remainingMs, caller: undefined });
	}

	/** Nothing is armed or listened to any more; what is open stays as it is, and its calls unsettled. */
	dispose(): void {
		this.#notice(this.#ticks.look());
		this.#ticks.dispose();
		for (const entry of this.#entries.values()) entry.caller?.dispose();
	}

	get #waiting(): readonly Entry[] {
		return [...this.#entries.values()].filter(({ question }) => question.state === "waiting");
	}

	#entryOf(sessionId: string): Entry | undefined {
		return [...this.#entries.values()].find(({ question }) => question.session.id === sessionId);
	}

	#cancel(entry: Entry): void {
		this.settle(entry.question.id, { reason: "cancelled", response: "" });
	}

	#change(entry: Entry, change: Partial<OpenQuestion>): void {
		const { changes } = this.#deps;
		changes.apply(entry.question.session.id, () => {
			entry.question = { ...entry.question, ...change };
			changes.after(this.announce);
		});
	}

	/** A signal that has fired already cancels at once. */
	#attach(entry: Entry, signal: CancelSignal): void {
		entry.caller?.dispose();
		entry.caller = signal.onCancel(() => this.#cancel(entry));
	}

	#awaitCaller(entry: Entry): void {
		if (!this.#isListening || entry.caller !== undefined || entry.question.state === "waiting") return;
		entry.caller = this.#deps.clock.after(READOPTION_MS, () => this.#cancel(entry));
	}

	#tick(gap: Gap | undefined): void {
		this.#notice(gap);
		const now = this.#deps.clock.now();
		for (const { question } of this.#waiting) {
			if (question.deadline <= now) this.settle(question.id, { reason: "timeout", response: "" });
		}
		this.#aim();
	}

	#aim(): void {
		const deadlines = this.#waiting.map(({ question }) => question.deadline);
		this.#ticks.aim(deadlines.length === 0 ? undefined : Math.min(...deadlines));
	}

	#notice(gap: Gap | undefined): void {
		if (gap === undefined) return;
		const now = this.#deps.clock.now();
		const correct = (from: Deadline): Deadline =>
			gap.kind === "slept" ? afterSleep(from, now) : setBack(from, gap.byMs);
		for (const entry of this.#waiting) this.#change(entry, correct(entry.question));
		this.#aim();
	}
}

function settling(entry: Entry): Promise<SettledQuestion> {
	return new Promise((resolve) => entry.calls.push(resolve));
}
