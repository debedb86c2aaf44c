import type { AnswerImage, ImageRefusal } from "./answerImages";
import type { CancelSignal } from "./cancel";
import type { Event } from "./events";
import type { Question } from "./questions";
import type { Session } from "./sessions";

/** How a question ended. Only `response` carries an answer; the other three are no consent. */
export type ClarifyOutcome =
	| {
			readonly reason: "response";
			readonly response: string;
			/** What the person attached; absent where that is nothing. */
			readonly images?: readonly AnswerImage[];
	  }
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
	/** Goes up when something else than typing changed the draft: a field that shows it takes it over. */
	readonly draftVersion: number;
	/** Attached and not sent, in order. */
	readonly images: readonly AnswerImage[];
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
	readonly images: readonly AnswerImage[];
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
	/** Whether it was asked in the turn that gets it. */
	readonly turn: "current" | "earlier";
}

/** How a call of `clarify` ended, with the late answers that go with it. */
export interface SettledQuestion {
	readonly clarifyId: string;
	readonly outcome: ClarifyOutcome;
	readonly late: readonly LateAnswer[];
}

/** The questions of this window as surfaces see them and act on them. */
export interface Clarifications {
	/** Oldest first. */
	readonly open: readonly OpenQuestion[];
	/** Of questions that closed unanswered; oldest first. */
	readonly drafts: readonly UnsentDraft[];
	readonly onDidChange: Event<void>;
	/** A new question is open; not for restored ones. */
	readonly onDidAsk: Event<OpenQuestion>;
	readonly onDidSettle: Event<{ readonly question: OpenQuestion; readonly outcome: ClarifyOutcome }>;
	/**
	 * Of the attached images those named go along: a list or a notification shows none, so it names none, and nothing is
	 * sent that the person does not see there. False: no longer open, or reconnecting.
	 * @throws InteractionError `invalid_input` for a blank or too long response; the question stays open.
	 */
	answer(id: string, response: string, images?: readonly string[]): boolean;
	/** False: no longer open, or reconnecting. */
	dismiss(id: string): boolean;
	/** Keep open: moves the deadline by {@link extensionMs}. False: nothing to add. */
	extend(id: string): boolean;
	/** What Keep open would really add now, in milliseconds; 0: nothing. */
	extensionMs(id: string): number;
	/** Keeps what was typed for an open or an expired question. The first typing holds the clock once. */
	setDraft(id: string, draft: Draft): void;
	/** The same for an open question, by something else than typing: fields that show it take it over. */
	replaceDraft(id: string, draft: Draft): void;
	/** Keeps an image with the draft of an open question. What refuses it; undefined: nothing, it is attached. */
	attachImage(id: string, name: string, bytes: Uint8Array): ImageRefusal | "gone" | undefined;
	/** Of an open question's draft. */
	removeImage(id: string, imageId: string): void;
	/** An expired question's draft goes away; that of an open one stays. */
	discardDraft(id: string): void;
	/** Whether an expired draft can be handed over: not blank, not too long, its session still there. */
	canHandOver(id: string): boolean;
	/** Does nothing where {@link canHandOver} says no. */
	setHandOver(id: string, on: boolean): void;
	/** How a closed question ended, for 10 minutes: a press on something stale tells it. */
	outcomeOf(id: string): ClarifyOutcome | undefined;
}
