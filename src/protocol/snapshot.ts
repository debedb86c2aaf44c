import type { ClarifyOutcome, Draft } from "../core/clarifications";
import type { PlanCard, PlanStep } from "../core/plans";

/** The one message from the host: everything the panel shows. Times are milliseconds since the epoch by the host's clock. */
export interface Snapshot {
	readonly kind: "snapshot";
	/** When it was made. The panel may run on another machine: it counts from here. */
	readonly now: number;
	readonly notices: readonly Notice[];
	/** Nothing was ever asked or planned here and no agent is connected. */
	readonly isFirstRun: boolean;
	/** Oldest first. */
	readonly waiting: readonly WaitingData[];
	/** How items that an earlier snapshot showed as waiting have ended. */
	readonly settled: readonly SettledData[];
	/** Oldest first. */
	readonly drafts: readonly DraftData[];
	/** Running first, newest first. */
	readonly plans: readonly PlanData[];
	readonly agents: readonly AgentData[];
	readonly history: HistoryData;
	readonly folds: Folds;
	/** The item that the person has just asked to see; only in the snapshot that follows the wish. */
	readonly spotlight: string | undefined;
}

export type Notice =
	{ readonly kind: "untrusted" } | { readonly kind: "stopped"; /** Why, in words. */ readonly reason: string };

/** Who speaks in a card, and where. */
export interface Source {
	/** The session's id. */
	readonly session: string;
	readonly agent: string;
	/** A check of the process failed: it only says that it is this agent. */
	readonly isRefuted: boolean;
	readonly terminal: { readonly name: string; readonly isOpen: boolean } | undefined;
	/** The workspace folder's name; the real path outside all folders. */
	readonly folder: string | undefined;
	/** The workspace folder's path: file references inside it can be opened. */
	readonly root: string | undefined;
}

/** Something that waits for the person. Approvals join this union later. */
export type WaitingData = QuestionData;

export interface QuestionData {
	readonly kind: "question";
	readonly id: string;
	readonly source: Source;
	readonly text: string;
	readonly choices: readonly string[];
	readonly askedAt: number;
	/** The countdown runs to here; between here and `closesAt` the clock is on hold for typing. */
	readonly limitAt: number;
	readonly closesAt: number;
	/** What Keep open would add now; 0: nothing. */
	readonly extensionMs: number;
	/** Undefined: it can be answered. Else its agent is away after a reload. */
	readonly reconnecting: Reconnecting | undefined;
	readonly draft: Draft;
}

export interface Reconnecting {
	/** When it is given up; undefined while the broker does not listen yet. */
	readonly until: number | undefined;
}

export interface SettledData {
	readonly id: string;
	readonly outcome: ClarifyOutcome;
}

/** A question that closed unanswered while a draft was there. */
export interface DraftData {
	readonly id: string;
	readonly source: Source;
	readonly text: string;
	readonly askedAt: number;
	readonly closedAt: number;
	readonly reason: "timeout" | "cancelled";
	/** What would be sent. */
	readonly draft: string;
	readonly handOver: boolean;
	readonly canHandOver: boolean;
	readonly toTerminal: "possible" | "no-terminal" | "agent-gone";
}

export interface PlanData {
	readonly id: string;
	readonly source: Source;
	readonly revision: number;
	readonly state: PlanCard["state"];
	readonly title: string | undefined;
	readonly explanation: string | undefined;
	readonly steps: readonly PlanStep[];
	readonly updatedAt: number;
	/** Its agent is there: only then something spins. */
	readonly isLive: boolean;
	readonly reconnecting: Reconnecting | undefined;
}

export interface AgentData {
	/** The session's id. */
	readonly id: string;
	readonly source: Source;
	readonly since: number;
	readonly reconnecting: Reconnecting | undefined;
}

export interface HistoryData {
	/** All there is, and how much of it matches {@link HistoryQuery}. */
	readonly total: number;
	readonly matching: number;
	/** The newest matching ones, at most the query's limit; empty while the section is folded. */
	readonly entries: readonly HistoryItem[];
	/** Whose entries there are, for the filter. */
	readonly agents: readonly { readonly id: string; readonly label: string }[];
}

/** What the open history section asks for; undefined: the section is folded. */
export interface HistoryQuery {
	readonly text: string;
	readonly agentId: string | undefined;
	readonly about: HistoryItem["about"] | undefined;
	readonly limit: number;
}

export type HistoryItem = {
	readonly id: string;
	readonly at: number;
	readonly agent: string;
	readonly terminal: string | undefined;
	readonly folder: string | undefined;
} & (
	| { readonly about: "question"; readonly text: string; readonly outcome: ClarifyOutcome }
	| {
			readonly about: "plan";
			readonly title: string | undefined;
			readonly state: Exclude<PlanCard["state"], "running">;
			readonly steps: readonly PlanStep[];
	  }
);

/** What the person has folded (true) or opened (false), by card id or section name. */
export interface Folds {
	/** Goes up when something other than the panel changed it: the panel then takes over what is here. */
	readonly version: number;
	readonly folded: Readonly<Record<string, boolean>>;
}
