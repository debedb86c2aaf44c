import type { Act, ApprovalOutcome } from "./approvals";
import type { ClarifyOutcome } from "./clarifications";
import type { Event } from "./events";
import type { PlanStep } from "./plans";
import type { TurnEnd } from "./sessions";

/** Where a history entry came from, as plain text. */
export interface HistorySource {
	readonly agentId: string;
	readonly agentLabel: string;
	readonly folder: string | undefined;
	readonly terminal: string | undefined;
}

/** One thing that was asked, decided or planned. Times are milliseconds since the epoch. */
export type HistoryEntry =
	| {
			readonly kind: "question";
			readonly id: string;
			readonly at: number;
			readonly source: HistorySource;
			readonly question: string;
			readonly choices: readonly string[];
			readonly outcome: ClarifyOutcome;
	  }
	| {
			readonly kind: "approval";
			readonly id: string;
			readonly at: number;
			readonly source: HistorySource;
			/** Of a very long detail only the beginning. */
			readonly act: Act;
			readonly outcome: ApprovalOutcome;
	  }
	| {
			readonly kind: "plan";
			readonly id: string;
			readonly at: number;
			readonly source: HistorySource;
			readonly title: string | undefined;
			readonly state: TurnEnd;
			readonly steps: readonly PlanStep[];
	  };

export interface HistoryFilter {
	/** Matches agent, question, answer, choices, action, detail, reason, message, title and steps, whatever the case. */
	readonly text?: string;
	readonly agentId?: string;
	readonly kind?: HistoryEntry["kind"];
}

/** What was asked, answered, decided and planned in this workspace; read from the store at each access. */
export interface History {
	/** Newest first. */
	readonly entries: readonly HistoryEntry[];
	readonly onDidChange: Event<void>;
	/** The entries that match all given parts, newest first. */
	search(filter: HistoryFilter): readonly HistoryEntry[];
	/** Throws when the store cannot be written. */
	remove(id: string): void;
	/** Throws when the store cannot be written. */
	clear(): void;
	/** The whole history as a document for people or for programs. */
	export(format: "markdown" | "json"): string;
}
