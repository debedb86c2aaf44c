import type { SettledData, WaitingData } from "../src/protocol/snapshot";
import type { Row } from "./keyedList";

/** One thing under "Waiting for you": open, or settled and about to leave. */
export interface WaitingItem {
	readonly id: string;
	readonly data: WaitingData;
	/** Undefined: it is open. */
	readonly outcome: SettledData["outcome"] | undefined;
	/** Several compete: each can be folded. */
	readonly isOneOfMany: boolean;
	/** The oldest is open where the person has folded nothing. */
	readonly isOldest: boolean;
}

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
