import type { ApprovalData, QuestionData, SettledData } from "../src/protocol/snapshot";
import type { Row } from "./keyedList";

interface Among {
	readonly id: string;
	/** Several compete: each can be folded. */
	readonly isOneOfMany: boolean;
	/** The oldest is open where the person has folded nothing. */
	readonly isOldest: boolean;
}

/** An item, and how it has ended; undefined: it is open. */
export interface QuestionState {
	readonly kind: "question";
	readonly data: QuestionData;
	readonly outcome: Outcome<"question"> | undefined;
}
export interface ApprovalState {
	readonly kind: "approval";
	readonly data: ApprovalData;
	readonly outcome: Outcome<"approval"> | undefined;
}

export type Outcome<K extends SettledData["kind"]> = Extract<SettledData, { kind: K }>["outcome"];

export type QuestionItem = Among & QuestionState;
export type ApprovalItem = Among & ApprovalState;

/** One thing under "Waiting for you": open, or settled and about to leave. */
export type WaitingItem = QuestionItem | ApprovalItem;

export interface WaitingCard extends Row<WaitingItem> {
	/** What the live region says when it appears. */
	readonly announcement: string;
	/** The person is writing in it. */
	readonly isTyping: boolean;
	/** The person ended it here. */
	readonly wasEndedHere: boolean;
	tick(now: number): void;
	/** Tells the host what is typed. */
	flush(): void;
	focusTitle(): void;
	/** Opens it if it is folded, and goes to its title. */
	reveal(): void;
}
