import type { CancelSignal } from "./cancel";
import type { Question } from "./questions";
import type { Session } from "./sessions";

/** How a question ended. Only `response` carries an answer; the other three are no consent. */
export type ClarifyOutcome =
	| { readonly reason: "response"; readonly response: string }
	| { readonly reason: "dismissed" | "timeout" | "cancelled"; readonly response: "" };

/** One tool call as its bridge names it. A call that is sent again has the same key and a new signal. */
export interface Call {
	readonly key: string;
	readonly signal: CancelSignal;
}

/** What a person has entered and not sent. `choice` is one of the question's choices. */
export interface Draft {
	readonly text: string;
	readonly choice: string | undefined;
}

export interface OpenQuestion {
	readonly id: string;
	readonly session: Session;
	readonly turnId: string;
	readonly question: Question;
	readonly askedAt: number;
	/** When it closes by itself, as things stand. Meaningless while `reconnecting`: the clock stands still then. */
	readonly deadline: number;
	/** No hold and no Keep open goes past this moment. */
	readonly lastMoment: number;
	/** Set once the one hold for typing was used: the limit as it was before. After it the clock is "on hold". */
	readonly heldFrom: number | undefined;
	/** `reconnecting`: restored after a reload, its agent is not back yet; it takes a draft but no answer. */
	readonly state: "waiting" | "reconnecting";
	readonly draft: Draft;
}

/** A question that closed unanswered while a draft was there. */
export interface UnsentDraft {
	readonly id: string;
	readonly session: Session;
	readonly turnId: string;
	readonly question: Question;
	readonly askedAt: number;
	readonly closedAt: number;
	readonly reason: "timeout" | "cancelled";
	readonly draft: Draft;
	/** The person wants it handed over, marked as late, with the next call of the same session. */
	readonly handOver: boolean;
}

/** An answer that came too late, handed over by the person's act. */
export interface LateAnswer {
	readonly clarifyId: string;
	readonly question: string;
	readonly response: string;
	readonly askedAt: number;
	readonly answeredAt: number;
	readonly turnId: string;
}
