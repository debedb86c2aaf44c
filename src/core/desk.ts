import { type Call, Clarifications, type ClarifyOutcome } from "./clarifications";
import type { Clock } from "./clock";
import { History } from "./history";
import { Inbox } from "./inbox";
import type { Disposable } from "./lifetime";
import { PlanBoard } from "./planBoard";
import type { PlanStep } from "./plans";
import type { HistoryStore, Ids, Log, SessionStore } from "./ports";
import { type Session, type SessionIntro, Sessions, type Turn, type TurnEnd } from "./sessions";

export interface DeskDeps {
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

/** Everything of Parley that is no transport and no surface. Constructing it restores what a reload left. */
export class Desk implements Disposable {
	readonly sessions: Sessions = new Sessions();
	readonly clarifications: Clarifications = new Clarifications();
	readonly plans: PlanBoard = new PlanBoard();
	readonly history: History = new History();
	readonly inbox: Inbox = new Inbox();

	constructor(deps: DeskDeps) {
		void deps;
	}

	/** A session begins, or resumes under the same key and agent with turn, context id, card and late answers. */
	openSession(intro: SessionIntro): Session {
		throw new Error(`not built yet: ${intro.agent.id}`);
	}

	/** The session of that key that has not ended. */
	findSession(key: string): Session | undefined {
		throw new Error(`not built yet: ${key}`);
	}

	/** Settles everything of it as cancelled; idempotent. */
	endSession(session: Session): void {
		throw new Error(`not built yet: ${session.id}`);
	}

	/**
	 * Asks the person and waits. `raw` are the arguments as the agent sent them.
	 * @throws InteractionError (as a rejection) for each refusal.
	 */
	clarify(session: Session, raw: unknown, call: Call): Promise<ClarifyResult> {
		throw new Error(`not built yet: ${session.id} ${String(raw)} ${call.key}`);
	}

	/** @throws InteractionError for each refusal; the store's error when the card cannot be saved. */
	updatePlan(session: Session, raw: unknown, call: Call): PlanResult {
		throw new Error(`not built yet: ${session.id} ${String(raw)} ${call.key}`);
	}

	/** A new prompt: ends the old turn and gives a new context id. The session is hooked from here on. */
	beginTurn(session: Session): Turn {
		throw new Error(`not built yet: ${session.id}`);
	}

	/** A late end of an old turn does nothing. */
	endTurn(session: Session, turnId: string, how: TurnEnd): void {
		throw new Error(`not built yet: ${session.id} ${turnId} ${how}`);
	}

	/** The broker listens: what does not return within 20 s is cancelled, its session interrupted. */
	listening(): void {
		throw new Error("not built yet");
	}

	/** The window goes away: state stays stored, nothing is armed, waiting calls stay unsettled. */
	dispose(): void {
		throw new Error("not built yet");
	}
}
