import type { Act, RuleProposal } from "./approvals";
import type { ApprovalRule, RuleMatch } from "./rules";
import { areFreeWordsSafe, isSoundPattern } from "./patterns";
import type { Session } from "./sessions";

/** An act with all of it that rules compare. */
export interface RuledAct {
	readonly scope: RuleProposal["scope"];
	readonly act: Act;
	/** The argv of its one simple command; undefined where no pattern can match. */
	readonly argv: readonly string[] | undefined;
	/** The working directory is the agent's for sure. */
	readonly isVerified: boolean;
}

/** Undefined: such an act, or any of such a session, is not remembered, as it is not known for sure where it runs. */
export function scopeOf(
	{ intro: { agent, place } }: Session,
	{ kind, isPlaced }: Act,
): RuleProposal["scope"] | undefined {
	const { cwd, folder, verification } = place;
	if (cwd === undefined || folder === undefined || verification === "refuted" || isPlaced === false) return undefined;
	return { agentId: agent.id, agentLabel: agent.label, folder: folder.path, cwd, kind };
}

/**
 * Whether the rule is one for this act. Where the working directory is only what the agent says, a pattern allows nothing;
 * one that denies stays, as all that can come of it is a no too many.
 */
export function isRuleFor(rule: ApprovalRule, ruled: RuledAct): boolean {
	if (!isSameScope(rule, ruled.scope)) return false;
	if (rule.effect === "deny") return isBeginning(rule.match, ruled);
	return (ruled.isVerified || rule.match.kind === "exact") && isMatch(rule.match, ruled);
}

export function isSameScope(one: RuleProposal["scope"], other: RuleProposal["scope"]): boolean {
	return (
		one.agentId === other.agentId && one.folder === other.folder && one.cwd === other.cwd && one.kind === other.kind
	);
}

/** Whether a rule that allows can be for this act: a pattern has to say enough, and what follows must not undo that. */
export function isMatch(match: RuleMatch, ruled: Pick<RuledAct, "act" | "argv">): boolean {
	if (!isBeginning(match, ruled)) return false;
	return match.kind === "exact" || (isSoundPattern(match.argv) && areFreeWordsSafe(match.argv, ruled.argv ?? []));
}

function isBeginning(match: RuleMatch, { act, argv }: Pick<RuledAct, "act" | "argv">): boolean {
	if (match.kind === "exact") return match.action === act.action && match.detail === act.detail;
	return argv !== undefined && match.argv.length > 0 && match.argv.every((word, at) => word === argv[at]);
}
