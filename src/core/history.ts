import type { Act, ApprovalOutcome } from "./approvals";
import type { ClarifyOutcome } from "./clarifications";
import type { Event } from "./events";
import type { PlanStep } from "./plans";
import type { TurnEnd } from "./sessions";

/** Where a history entry came from, as plain text. */
export interface HistorySource {
	readonly agentId: string;
	readonly agentLabel: string;
	/** The workspace folder's name; the real path outside all folders. */
	readonly folder: string | undefined;
	/** The workspace folder's path; undefined outside all folders, and in what was kept before paths were. */
	readonly folderPath: string | undefined;
	readonly terminal: string | undefined;
	/** The agent was found not to run where it said. */
	readonly isRefuted?: true;
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
			/** The person wants it told to no agent. */
			readonly isPrivate: boolean;
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
	/** Whether what happens now is kept. */
	readonly isEnabled: boolean;
	readonly onDidChange: Event<void>;
	/** The entries that match all given parts, newest first. */
	search(filter: HistoryFilter): readonly HistoryEntry[];
	/** Of a question; does nothing to anything else. Throws when the store cannot be written. */
	setPrivate(id: string, isPrivate: boolean): void;
	/** Throws when the store cannot be written. */
	remove(id: string): void;
	/** Throws when the store cannot be written. */
	clear(): void;
	/** The whole history as a document for people or for programs. */
	export(format: "markdown" | "json"): string;
}
