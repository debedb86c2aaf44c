import type { ApprovalData } from "../src/protocol/snapshot";

/** What stands in the place of the buttons. */
export interface DecisionPart {
	readonly element: HTMLElement;
	/** The person is writing in it. */
	readonly isTyping: boolean;
	update(data: ApprovalData): void;
	flush(): void;
	/**
	 * It is over. True: the person has written something here that was not sent, so it stays, below how it ended. `sent`: what
	 * the agent was told.
	 */
	close(outcome: HTMLElement, sent: string | undefined): boolean;
	/** Where the focus goes when the person's act has brought it here. */
	focus(): void;
	dispose(): void;
}

/** What the parts of a decision need of it. */
export interface DecisionActs {
	/** Nothing may be pressed yet, or any more. */
	readonly isClosed: () => boolean;
	/** The person decided; the host says whether it was in time. */
	readonly decided: () => void;
	/** Another part is wanted. */
	readonly stepped: () => void;
	/** Escape: back to the card's title. */
	readonly leave: () => void;
}
