import type { ActKind } from "./actKinds";
import type { Danger } from "./dangers";
import type { Event } from "./events";
import type { ApprovalRule, RuleMatch } from "./rules";
import type { Session } from "./sessions";

/** What an agent wants to do. Texts are exactly what it sent, nothing trimmed away: that is what a rule compares. */
export interface Act {
	readonly kind: ActKind;
	/** What, in one line. */
	readonly action: string;
	/** The whole command, or a unified diff. */
	readonly detail: string | undefined;
	/** Why, in the agent's words. */
	readonly reason: string | undefined;
	/** False: where it would happen was not told, so that no rule is made of it or applied to it. Left out otherwise. */
	readonly isPlaced?: false;
}

/** Who asks: the tool `request_approval`, or the agent's own permission prompt, brought here by its hook. */
export type ApprovalOrigin =
	| { readonly kind: "tool" }
	| {
			readonly kind: "prompt";
			/** The agent's name of the tool, "Bash", and the SHA-256 of its input: by them a later event of the agent is joined to it. */
			readonly tool: string;
			readonly inputHash: string;
			/** The terminal shows nothing to answer while the hook waits: the person can give the decision back to it. */
			readonly blocksTerminal: boolean;
	  };

/** An agent's own permission prompt as its hook tells it. */
export interface PermissionPrompt {
	readonly act: Act;
	readonly blocksTerminal: boolean;
	/** The agent's name of the tool, "Bash", and the SHA-256 of its input: by them a later event of the agent is joined to it. */
	readonly tool: string;
	readonly inputHash: string;
	/** How long the hook waits at most, in milliseconds. */
	readonly waitMs: number;
}

/** How a request ended. Only the person and a stored rule ever allow. */
export type ApprovalOutcome =
	| { readonly decision: "allow_once"; readonly reason: "user" }
	| { readonly decision: "allow_always"; readonly reason: "user" | "remembered" }
	| {
			readonly decision: "deny";
			readonly reason: "user" | "remembered" | "timeout" | "cancelled" | "error";
			/** The person's own words to the agent. */
			readonly message?: string;
	  }
	/** Of a prompt only: its agent asks in the terminal, or was answered there. */
	| { readonly decision: "none"; readonly reason: "terminal" | "timeout" | "cancelled" | "error" };

/** How a request ended, under its id. */
export interface SettledApproval {
	readonly approvalId: string;
	readonly outcome: ApprovalOutcome;
}

export interface OpenApproval {
	readonly id: string;
	readonly session: Session;
	readonly turnId: string;
	readonly act: Act;
	readonly origin: ApprovalOrigin;
	readonly askedAt: number;
	/** When it closes by itself, as things stand. Meaningless while `reconnecting`. */
	readonly deadline: number;
	/** Keep open goes no further. */
	readonly lastMoment: number;
	/** `reconnecting`: restored after a reload, its agent is not back yet; it cannot be decided. */
	readonly state: "waiting" | "reconnecting";
	/** Why it can only be allowed once; empty: nothing speaks against a rule. */
	readonly dangers: readonly Danger[];
}

/** What "Allow always" could store for an open request. */
export interface RuleProposal {
	/** Everything of the rule but what it matches. */
	readonly scope: Pick<ApprovalRule, "agentId" | "agentLabel" | "folder" | "cwd" | "kind">;
	readonly exact: RuleMatch;
	/** The argv of the one simple command; undefined where only an exact rule exists. Each prefix of it is a pattern. */
	readonly argv: readonly string[] | undefined;
}

/** One earlier request of the same agent, and what a pattern would make of it. */
export interface RulePreview {
	readonly text: string;
	readonly isAllowed: boolean;
}

/** The requests of this window as surfaces see them and act on them. */
export interface Approvals {
	/** Oldest first. */
	readonly open: readonly OpenApproval[];
	readonly onDidChange: Event<void>;
	/** A new request is open; not for restored ones. */
	readonly onDidAsk: Event<OpenApproval>;
	readonly onDidSettle: Event<{ readonly approval: OpenApproval; readonly outcome: ApprovalOutcome }>;
	/** False: no longer open, or reconnecting. Throws the store's error where it cannot be saved; the request stays open then. */
	allowOnce(id: string): boolean;
	/** `message` goes to the agent as the person's words, at most 16,000 characters. False: no longer open, or reconnecting. */
	deny(id: string, message?: string): boolean;
	/** Undefined: no longer open, or it may only be allowed once. */
	proposal(id: string): RuleProposal | undefined;
	/**
	 * What else this agent has wanted of that kind in the same place, newest first: a rule for the request can be tried on it.
	 * Reads the whole history, so once for each rule and not for each key of a pattern. None where it is not waiting.
	 */
	earlierActs(id: string): readonly Act[];
	/** What this pattern would make of the open request and then of `earlier`. */
	preview(id: string, match: RuleMatch, earlier: readonly Act[]): readonly RulePreview[];
	/**
	 * Stores the rule and then allows. False: no longer open, reconnecting, or only to be allowed once.
	 * @throws InteractionError `invalid_input` where the rule does not match the request itself; the store's error where it
	 * cannot be written. The request stays open then.
	 */
	allowAlways(id: string, match: RuleMatch): boolean;
	/** Gives the decision back to the agent's own prompt. False: not one that blocks its terminal, or no longer open. */
	decideInTerminal(id: string): boolean;
	/** Keep open. False: nothing to add. */
	extend(id: string): boolean;
	/** What Keep open would really add now, in milliseconds; 0: nothing. */
	extensionMs(id: string): number;
	/** How a closed request ended, for 10 minutes. */
	outcomeOf(id: string): ApprovalOutcome | undefined;
}
