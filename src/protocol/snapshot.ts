import type { ActKind } from "../core/actKinds";
import type { ImageRefusal } from "../core/answerImages";
import type { Act, ApprovalOutcome, RulePreview } from "../core/approvals";
import type { ClarifyOutcome, Draft } from "../core/clarifications";
import type { Danger } from "../core/dangers";
import type { ExcerptRefusal } from "../core/excerpt";
import type { PlanCard, PlanChange, PlanStep, StepStatus, StepTime } from "../core/plans";

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
	/** Goes up when a sound is due; 0 while the person wants none. */
	readonly chime: number;
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

/** Something that waits for the person. */
export type WaitingData = QuestionData | ApprovalData;

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
	/** What the person answered to the same question before, where they let it be used again. */
	readonly earlier: EarlierData | undefined;
	/** Goes up when something other than the panel changed the draft: the panel then takes over what is here. */
	readonly draftVersion: number;
	/** Attached and not sent. */
	readonly images: readonly DraftImage[];
	/** What became of the last thing that the person attached. */
	readonly attached: AttachNote | undefined;
}

export interface DraftImage {
	readonly id: string;
	/** As the person's file is called. */
	readonly name: string;
	readonly bytes: number;
	/** Where the page may load it from. */
	readonly url: string;
}

export interface AttachNote {
	/** Goes up with each thing that was to be attached to this question. */
	readonly count: number;
	/** Why it was not; undefined: it was. */
	readonly problem: AttachProblem | undefined;
	/** The file's name; empty where there is none. */
	readonly name: string;
}

/** `no-room`: the answer would be too long. */
export type AttachProblem = ImageRefusal | ExcerptRefusal | "no-room";

export interface EarlierData {
	readonly response: string;
	/** To which agent. */
	readonly agent: string;
	readonly at: number;
}

export interface ApprovalData {
	readonly kind: "approval";
	readonly id: string;
	readonly source: Source;
	readonly act: Act;
	/** The detail, a very long one, is left out: this page was told it before. */
	readonly isDetailKnown: boolean;
	readonly askedAt: number;
	/** The countdown runs to here. */
	readonly limitAt: number;
	/** The same moment: nothing holds this clock. */
	readonly closesAt: number;
	/** What Keep open would add now; 0: nothing. */
	readonly extensionMs: number;
	/** Undefined: it can be decided. Else its agent is away after a reload. */
	readonly reconnecting: Reconnecting | undefined;
	/** Why it can only be allowed once. */
	readonly dangers: readonly Danger[];
	/** A rule could be stored for it. */
	readonly canAllowAlways: boolean;
	/** What was decided could not be stored, so it still waits. */
	readonly hasFailed: boolean;
	/** Where else the agent asks: nowhere, in its terminal as well, or in its terminal once it is given back. */
	readonly prompt: "none" | "beside" | "blocked";
	/** What the person is doing in place of the plain decision. */
	readonly step: StepData | undefined;
}

/** A step on the way to a decision, as the page tells it. */
export type ApprovalStep =
	| { readonly kind: "deny"; /** To the agent. */ readonly message: string }
	| {
			readonly kind: "rule";
			/** Undefined: nothing is chosen yet. */
			readonly covers: RuleCover | undefined;
			/** Undefined: not edited yet. */
			readonly pattern: string | undefined;
	  };

/** What a rule would cover: this act alone, or all commands that begin with certain words. */
export type RuleCover = "exact" | "pattern";

export type StepData = Extract<ApprovalStep, { kind: "deny" }> | RuleStepData;

/** A rule before it is stored. */
export interface RuleStepData {
	readonly kind: "rule";
	readonly covers: RuleCover | undefined;
	/** The words as they stand in the field; undefined: only an exact rule exists. */
	readonly pattern: string | undefined;
	readonly scope: {
		readonly agent: string;
		/** The workspace folder's name. */
		readonly folder: string;
		readonly cwd: string;
		readonly kind: ActKind;
	};
	/** What it would make of earlier requests, the open one first; empty where nothing is chosen. */
	readonly checks: readonly RulePreview[];
	/** Undefined: it can be stored, as far as is known. */
	readonly problem: RuleProblem | undefined;
}

/** It does not cover the request itself, says too little of what would run, or could not be saved. */
export type RuleProblem = "no-match" | "too-wide" | "not-stored";

export interface Reconnecting {
	/** When it is given up; undefined while the broker does not listen yet. */
	readonly until: number | undefined;
}

export type SettledData =
	| { readonly kind: "question"; readonly id: string; readonly outcome: ClarifyOutcome }
	| { readonly kind: "approval"; readonly id: string; readonly outcome: ApprovalOutcome };

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
	/** Its agent is there: only then something spins, and the time of a step goes on. */
	readonly isLive: boolean;
	readonly reconnecting: Reconnecting | undefined;
	/** Of the steps whose times are known. */
	readonly times: readonly StepTime[];
	/** What the agent's newest update changed. */
	readonly changes: readonly PlanChange[];
	/** There are some to look at. */
	readonly hasRevisions: boolean;
	/** Newest first; empty while they are folded. */
	readonly revisions: readonly RevisionData[];
}

/** One revision of a plan, and what changed against the one before. */
export interface RevisionData {
	readonly revision: number;
	readonly at: number;
	readonly changes: readonly ChangeData[];
}

/** A change with the names that steps and plan had after it. */
export type ChangeData =
	| { readonly kind: "made"; /** How many it had. */ readonly steps: number }
	| { readonly kind: "added" | "removed"; readonly step: string }
	| { readonly kind: "renamed"; readonly step: string; readonly from: string }
	| { readonly kind: "status"; readonly step: string; readonly from: StepStatus; readonly to: StepStatus }
	| { readonly kind: "reordered" | "explanation" }
	| { readonly kind: "title"; readonly from: string | undefined; readonly to: string | undefined };

/** The name by which {@link Folds} knows the revisions of that plan; folded at first. */
export function revisionsFold(planId: string): string {
	return `${planId}-revisions`;
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
	/** Whether what happens now is kept. */
	readonly isKept: boolean;
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
	| {
			readonly about: "question";
			readonly text: string;
			readonly outcome: ClarifyOutcome;
			/** Told to no agent and not offered again. */
			readonly isPrivate: boolean;
	  }
	| { readonly about: "approval"; readonly act: HistoryAct; readonly outcome: ApprovalOutcome }
	| {
			readonly about: "plan";
			readonly title: string | undefined;
			readonly state: Exclude<PlanCard["state"], "running">;
			readonly steps: readonly PlanStep[];
	  }
);

type HistoryAct = Pick<Act, "kind" | "action" | "detail">;

/** What the person has folded (true) or opened (false), by card id or section name. */
export interface Folds {
	/** Goes up when something other than the panel changed it: the panel then takes over what is here. */
	readonly version: number;
	readonly folded: Readonly<Record<string, boolean>>;
}
