import type { ActKind } from "../core/actKinds";
import type { RulePreview, RuleProposal } from "../core/approvals";
import type { RuleProblem } from "../protocol/snapshot";
import type { L10n } from "./l10n";
import type { ListRow } from "./list";
import { shortLine } from "./text/shortLine";

/** What a row of a rule's list does. */
export type RuleAct = "exact" | "pattern" | "save" | "back" | "panel" | "none";

const TEXT_MAX = 180;

/** The first step: for whom the rule would hold, and what it can cover. */
export function coverRows(
	l10n: L10n,
	proposal: RuleProposal,
	whole: string,
	problem: RuleProblem | undefined,
): readonly ListRow<RuleAct>[] {
	const exact = proposal.scope.kind === "command" ? l10n.t("Exactly this command") : l10n.t("Exactly this request");
	return [
		scopeRow(l10n, proposal),
		...problemRows(l10n, problem),
		{ kind: "separator", label: l10n.t("What the rule covers") },
		{
			kind: "row",
			icon: "check",
			label: l10n.t("{0}: save the rule and allow", exact),
			detail: shortLine(whole, TEXT_MAX),
			alwaysShow: true,
			act: "exact",
		},
		...(proposal.argv === undefined
			? []
			: [
					{
						kind: "row",
						icon: "edit",
						label: l10n.t("Commands like a pattern…"),
						detail: l10n.t("You see what it would have done before."),
						alwaysShow: true,
						act: "pattern",
					} as const,
				]),
	];
}

/** The second step: the pattern stands in the field, below it what it would do. */
export function patternRows(
	l10n: L10n,
	proposal: RuleProposal,
	pattern: string,
	checks: readonly RulePreview[],
	problem: RuleProblem | undefined,
): readonly ListRow<RuleAct>[] {
	return [
		scopeRow(l10n, proposal),
		...problemRows(l10n, problem),
		...(problem === "no-match" || problem === "too-wide"
			? []
			: [
					{
						kind: "row",
						icon: "check",
						label: l10n.t("Save rule and allow: “{0}”", pattern.trim()),
						detail: l10n.t("Scripts that the command runs can change later. The rule would still allow it."),
						alwaysShow: true,
						act: "save",
					} as const,
				]),
		{ kind: "row", icon: "arrow-left", label: l10n.t("Back"), alwaysShow: true, act: "back" },
		...(checks.length === 0
			? []
			: [{ kind: "separator", label: l10n.t("Checked against what this agent asked before") } as const]),
		...checks.map(
			({ text, isAllowed }) =>
				({
					kind: "row",
					icon: isAllowed ? "check-all" : "question",
					label: shortLine(text, TEXT_MAX),
					description: isAllowed ? l10n.t("Allowed") : l10n.t("Asks you"),
					alwaysShow: true,
					act: "none",
				}) as const,
		),
	];
}

/** "Commands" */
export function kindText(l10n: L10n, kind: ActKind): string {
	switch (kind) {
		case "command":
			return l10n.t("Commands");
		case "edit":
			return l10n.t("File edits");
		case "network":
			return l10n.t("Network access");
		case "other":
			return l10n.t("Other acts");
	}
}

/** It only tells, so that Enter alone stores nothing. */
function scopeRow(l10n: L10n, { scope }: RuleProposal): ListRow<RuleAct> {
	return {
		kind: "row",
		icon: "info",
		label: l10n.t("{0} only · {1}", scope.agentLabel, kindText(l10n, scope.kind)),
		detail: l10n.t("Runs in {0}. Kept in this workspace’s own state. Deny rules win.", scope.cwd),
		alwaysShow: true,
		act: "panel",
	};
}

function problemRows(l10n: L10n, problem: RuleProblem | undefined): readonly ListRow<RuleAct>[] {
	if (problem === undefined) return [];
	return [{ kind: "row", icon: "warning", label: problemText(l10n, problem), alwaysShow: true, act: "none" }];
}

function problemText(l10n: L10n, problem: RuleProblem): string {
	switch (problem) {
		case "no-match":
			return l10n.t("This pattern does not cover the command itself.");
		case "too-wide":
			return l10n.t("These words leave open what would run. Add the next word.");
		case "not-stored":
			return l10n.t("The rule could not be stored, so nothing was allowed. The log says why.");
	}
}
