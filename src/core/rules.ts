import type { ActKind } from "./actKinds";
import type { Event } from "./events";

/** What of an act a rule compares. */
export type RuleMatch =
	/** Kind, action and detail are equal, unit by unit. */
	| { readonly kind: "exact"; readonly action: string; readonly detail: string | undefined }
	/** The act is one simple command of plain words whose argv begins with these. Only for commands of a POSIX shell. */
	| { readonly kind: "prefix"; readonly argv: readonly string[] };

/** A decision of the person's for acts to come. It matches only where all of it is equal and the session is not refuted. */
export interface ApprovalRule {
	/** Random UUID. */
	readonly id: string;
	/** A rule that denies wins over every one that allows. */
	readonly effect: "allow" | "deny";
	readonly agentId: string;
	readonly agentLabel: string;
	/** The path of the workspace folder as the editor has it: links in it are not resolved. */
	readonly folder: string;
	/** The real working directory of the agent. */
	readonly cwd: string;
	readonly kind: ActKind;
	readonly match: RuleMatch;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly lastUsedAt: number | undefined;
}

/** The rules of this workspace as the person sees them; read from the store at each access. */
export interface ApprovalRules {
	/** Newest first. Throws when the store cannot be read: that is not the same as no rule. */
	readonly all: readonly ApprovalRule[];
	readonly onDidChange: Event<void>;
	/** Throws when the store cannot be written. */
	revoke(id: string): void;
	/** Throws when the store cannot be written. */
	revokeAll(): void;
	/** Throws when the store cannot be written. */
	setEffect(id: string, effect: ApprovalRule["effect"]): void;
}
