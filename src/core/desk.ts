import { AskedQuestions } from "./askedQuestions";
import { Changes } from "./changes";
import type { Call, Clarifications, ClarifyOutcome, LateAnswer, SettledQuestion } from "./clarifications";
import type { Clock } from "./clock";
import { InteractionError } from "./errors";
import type { History } from "./history";
import { HistoryBook } from "./historyBook";
import { Inbox } from "./inbox";
import { isoTime } from "./isoTime";
import type { Disposable } from "./lifetime";
import { READOPTION_MS } from "./limits";
import { PlanCards } from "./planCards";
import { parsePlan, type PlanBoard, type PlanStep, type PlanUpdate } from "./plans";
import type { HistoryStore, Ids, Log, SessionStore } from "./ports";
import { parseQuestion } from "./questions";
import { SessionKeeper } from "./sessionKeeper";
import { SessionRegistry } from "./sessionRegistry";
import type { Session, SessionIntro, Sessions, ToolSet, Turn, TurnEnd } from "./sessions";
import { contextIdOf, fieldsOf } from "./toolArguments";
import { activeTurn, turnOfCall } from "./turns";

interface DeskDeps {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly sessions: SessionStore;
	readonly history: HistoryStore;
	readonly log: Log;
	/** The present settings; read at each use. */
	readonly settings: { timeLimitMs(): number; historyEnabled(): boolean };
}

/** One late answer as an agent gets it; times are ISO 8601. */
export interface LateAnswerResult {
	readonly clarify_id: string;
	readonly question: string;
	readonly response: string;
	readonly asked_at: string;
	readonly answered_at: string;
	/** Whether it was asked in the turn that gets it now. */
	readonly turn: "current" | "earlier";
}

/** The structured content of `clarify`. */
export interface ClarifyResult {
	readonly clarify_id: string;
	readonly response: string;
	readonly reason: ClarifyOutcome["reason"];
	readonly late_answers?: readonly LateAnswerResult[];
}

/** The structured content of `update_plan`; times are ISO 8601. */
export interface PlanResult {
	readonly plan_id: string;
	readonly revision: number;
	readonly execution_state: "running" | TurnEnd;
	readonly title?: string;
	readonly explanation?: string;
	readonly plan: readonly PlanStep[];
	readonly created_at: string;
	readonly updated_at: string;
	readonly late_answers?: readonly LateAnswerResult[];
}

/**
 * Everything of Parley that is no transport and no surface. Constructing it restores what a reload left: sessions are
 * `away` and their questions `reconnecting` until their agents come back.
 */
export class Desk implements Disposable {
	readonly sessions: Sessions;
	readonly clarifications: Clarifications;
	readonly plans: PlanBoard;
	readonly history: History;
	readonly inbox: Inbox;
	readonly #deps: DeskDeps;
	readonly #changes: Changes;
	readonly #registry: SessionRegistry;
	readonly #questions: AskedQuestions;
	readonly #cards: PlanCards;
	readonly #keeper: SessionKeeper;
	#awayTimer: Disposable | undefined;
	#isDisposed = false;

	constructor(deps: DeskDeps) {
		const { clock, ids, log, settings } = deps;
		const changes = new Changes((sessionId) => this.#keeper.save(sessionId), log);
		const history = new HistoryBook({ clock, store: deps.history, log, isEnabled: () => settings.historyEnabled() });
		this.#deps = deps;
		this.#changes = changes;
		this.#registry = new SessionRegistry(clock, ids, changes);
		this.#questions = new AskedQuestions({ clock, ids, changes, history, timeLimitMs: () => settings.timeLimitMs() });
		this.#cards = new PlanCards({ clock, ids, changes, history });
		this.sessions = this.#registry;
		this.clarifications = this.#questions;
		this.plans = this.#cards;
		this.history = history;
		this.inbox = new Inbox(this.#questions);
		this.#keeper = new SessionKeeper({
			store: deps.sessions,
			log,
			registry: this.#registry,
			questions: this.#questions,
			cards: this.#cards,
		});
		this.#keeper.restore();
	}

	/**
	 * A session begins; or, under the key and agent of one that has not ended, goes on with turn, context id, card and
	 * late answers. What it had open and no longer has in flight closes as cancelled.
	 */
	openSession(intro: SessionIntro): Session {
		this.#assertNotDisposed();
		const known = intro.isResumable ? this.#registry.find((its) => isSameProcess(its, intro)) : undefined;
		const session = known ?? this.#registry.create(intro);
		this.#changes.apply(session.id, () => {
			if (known === undefined) {
				this.#registry.add(session);
			} else {
				this.#registry.resume(session, intro);
				this.#questions.callerReturns(session, intro.inFlight);
			}
		});
		if (this.#registry.away.length === 0) this.#stopWaitingForSessions();
		return session;
	}

	/** The session of that key that has not ended. */
	findSession(key: string): Session | undefined {
		return this.#registry.find((intro) => intro.key === key);
	}

	/** The person has switched some of its tools on or off. */
	useTools(session: Session, tools: ToolSet): void {
		if (this.#isDisposed || session.state === "ended") return;
		this.#changes.apply(session.id, () => this.#registry.useTools(session, tools));
	}

	/** Settles everything of it as cancelled; idempotent. */
	endSession(session: Session): void {
		this.#end(session, "ended");
	}

	/**
	 * Asks the person and waits. `raw` are the arguments as the agent sent them.
	 * @throws InteractionError (as a rejection) for each refusal; nothing is shown then.
	 */
	async clarify(session: Session, raw: unknown, call: Call): Promise<ClarifyResult> {
		// A call into a closing window ends with its connection: its bridge sends it again to the next one.
		if (this.#isDisposed) return new Promise(() => undefined);
		return clarifyResult(await (this.#questions.join(session, call) ?? this.#ask(session, raw, call)));
	}

	/** @throws InteractionError for each refusal; the store's error when the card cannot be saved. */
	updatePlan(session: Session, raw: unknown, call: Call): PlanResult {
		this.#assertNotDisposed();
		const before = this.#cards.settled(session, call.key);
		if (before !== undefined) return planResult(before);
		const fields = fieldsOf(raw);
		const turn = turnOfCall(session, contextIdOf(fields));
		const plan = parsePlan(fields);
		const update = this.#changes.applySaved(session.id, () => {
			this.#registry.reopenTurn(session, turn);
			return this.#cards.update(session, turn, plan, call.key, this.#questions.takeLate(session));
		});
		return planResult(update);
	}

	/** A new prompt: ends the old turn and gives a new context id. The session is hooked from here on. */
	beginTurn(session: Session): Turn {
		this.#assertNotDisposed();
		if (session.state === "ended") throw new InteractionError("no_active_turn", "the session has ended");
		return this.#changes.apply(session.id, () => {
			this.#endActiveTurn(session, "ended");
			return this.#registry.beginTurn(session);
		});
	}

	/** A late end of an old turn does nothing. */
	endTurn(session: Session, turnId: string, how: TurnEnd): void {
		if (this.#isDisposed || activeTurn(session, turnId) === undefined) return;
		this.#changes.apply(session.id, () => this.#endActiveTurn(session, how));
	}

	/** The broker listens: what does not return within 20 s is cancelled, its session interrupted. */
	listening(): void {
		if (this.#isDisposed) return;
		this.#questions.listening();
		if (this.#registry.away.length === 0) return;
		this.#awayTimer ??= this.#deps.clock.after(READOPTION_MS, () => {
			this.#awayTimer = undefined;
			for (const session of this.#registry.away) this.#end(session, "interrupted");
		});
	}

	/** The window goes away: state stays stored, nothing is armed, waiting calls stay unsettled. */
	dispose(): void {
		if (this.#isDisposed) return;
		this.#stopWaitingForSessions();
		this.#questions.dispose();
		// What remains of a question's time counts from here, not from its last change.
		for (const { session } of this.#questions.open) this.#changes.apply(session.id, () => undefined);
		this.#isDisposed = true;
	}

	async #ask(session: Session, raw: unknown, call: Call): Promise<SettledQuestion> {
		if (!session.intro.tools.clarify) throw new InteractionError("tool_disabled", "clarify is off for this agent");
		const fields = fieldsOf(raw);
		const turn = turnOfCall(session, contextIdOf(fields));
		const question = parseQuestion(fields);
		if (call.signal.isCancelled) return this.#questions.cancelledAtOnce(session, call);
		this.#questions.assertNoneOpen(session);
		return this.#changes.apply(session.id, () => {
			this.#registry.reopenTurn(session, turn);
			this.#cards.reopenTurn(turn.id);
			return this.#questions.ask(session, turn, question, call);
		});
	}

	#end(session: Session, how: TurnEnd): void {
		if (this.#isDisposed || session.state === "ended") return;
		this.#changes.apply(session.id, () => {
			this.#endActiveTurn(session, how);
			this.#registry.end(session, how);
			this.#questions.sessionEnded(session);
		});
		if (this.#registry.away.length === 0) this.#stopWaitingForSessions();
		this.#keeper.forgetOld();
	}

	#endActiveTurn(session: Session, how: TurnEnd): void {
		const turn = activeTurn(session);
		if (turn === undefined) return;
		this.#registry.endTurn(session, how);
		this.#questions.turnEnded(session);
		this.#cards.endTurn(session, turn.id, how);
	}

	#stopWaitingForSessions(): void {
		this.#awayTimer?.dispose();
		this.#awayTimer = undefined;
	}

	#assertNotDisposed(): void {
		if (this.#isDisposed) throw new InteractionError("internal_error", "the window is closing");
	}
}

function isSameProcess(its: SessionIntro, intro: SessionIntro): boolean {
	return its.isResumable && its.key === intro.key && its.agent.id === intro.agent.id;
}

function clarifyResult({ clarifyId, outcome, late }: SettledQuestion): ClarifyResult {
	return { clarify_id: clarifyId, response: outcome.response, reason: outcome.reason, ...lateAnswers(late) };
}

function planResult({ card, late }: PlanUpdate): PlanResult {
	return {
		plan_id: card.id,
		revision: card.revision,
		execution_state: card.state,
		...(card.title === undefined ? {} : { title: card.title }),
		...(card.explanation === undefined ? {} : { explanation: card.explanation }),
		plan: card.steps,
		created_at: isoTime(card.createdAt),
		updated_at: isoTime(card.updatedAt),
		...lateAnswers(late),
	};
}

function lateAnswers(late: readonly LateAnswer[]): { readonly late_answers?: readonly LateAnswerResult[] } {
	if (late.length === 0) return {};
	return {
		late_answers: late.map((answer) => ({
			clarify_id: answer.clarifyId,
			question: answer.question,
			response: answer.response,
			asked_at: isoTime(answer.askedAt),
			answered_at: isoTime(answer.answeredAt),
			turn: answer.turn,
		})),
	};
}
