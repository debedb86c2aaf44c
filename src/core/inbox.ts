import type { OpenQuestion } from "./clarifications";

/** One thing that waits for the person. Approvals join this union later. */
export interface InboxItem {
	readonly kind: "question";
	readonly id: string;
	readonly question: OpenQuestion;
}
