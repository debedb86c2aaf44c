import { InteractionError } from "./errors";
import type { ApprovalRule } from "./rules";

/** The whole document is read for each decision. */
const RULES_MAX = 500;
const RULES_CHARACTERS_MAX = 1_000_000;

/**
 * The rules with a new one at the end. Where they become too many, those that allow and were unused for the longest time
 * go: their acts are asked for again. Those that deny stay.
 * @throws InteractionError `invalid_input` where that is not enough.
 */
export function withRule(rules: readonly ApprovalRule[], added: ApprovalRule): readonly ApprovalRule[] {
	const all = [...rules, added];
	const dispensable = rules.filter(({ effect }) => effect === "allow").sort((a, b) => lastUse(a) - lastUse(b));
	const gone = new Set<ApprovalRule>();
	let characters = all.reduce((sum, rule) => sum + charactersOf(rule), 0);
	while (all.length - gone.size > RULES_MAX || characters > RULES_CHARACTERS_MAX) {
		const oldest = dispensable[gone.size];
		if (oldest === undefined) throw new InteractionError("invalid_input", "rule: there are too many; revoke some");
		gone.add(oldest);
		characters -= charactersOf(oldest);
	}
	return all.filter((rule) => !gone.has(rule));
}

function lastUse({ lastUsedAt, createdAt }: ApprovalRule): number {
	return lastUsedAt ?? createdAt;
}

function charactersOf({ match }: ApprovalRule): number {
	const texts = match.kind === "exact" ? [match.action, match.detail ?? ""] : match.argv;
	return texts.reduce((sum, each) => sum + each.length, 0);
}
