import type { ClarifyOutcome } from "./clarifications";
import type { PlanStep } from "./plans";
import type { TurnEnd } from "./sessions";

/** Where a history entry came from, as plain text. */
export interface HistorySource {
	readonly agentId: string;
	readonly agentLabel: string;
	readonly folder: string | undefined;
	readonly terminal: string | undefined;
}

/** One thing that was asked or planned. Times are milliseconds since the epoch. */
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
			readonly kind: "plan";
			readonly id: string;
			readonly at: number;
			readonly source: HistorySource;
			readonly title: string | undefined;
			readonly state: TurnEnd;
			readonly steps: readonly PlanStep[];
	  };
