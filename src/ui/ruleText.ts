import type { ApprovalRule } from "../core/rules";
import type { L10n } from "./l10n";
import type { ListRow } from "./list";
import { patternText } from "./patternText";
import { kindText } from "./ruleRows";
import { shortLine } from "./text/shortLine";

const LINE_MAX = 80;

/** What the rule matches: the text itself, or the words that a command begins with. */
export function matchText({ match }: ApprovalRule): string {
	return match.kind === "prefix" ? patternText(match.argv) : (match.detail ?? match.action);
}

/** A rule in a list: what, for whom and where, what it does and since when. */
export function ruleRow<Act>(l10n: L10n, rule: ApprovalRule, date: (at: number) => string, act: Act): ListRow<Act> {
	const { effect, agentLabel, folder, kind, match, createdAt, lastUsedAt } = rule;
	const what = shortLine(matchText(rule), LINE_MAX);
	return {
		kind: "row",
		icon: effect === "allow" ? "check" : "circle-slash",
		label: match.kind === "prefix" ? l10n.t("{0} and anything after it", what) : what,
		description: [agentLabel, nameOf(folder)].join(" · "),
		detail: [
			effect === "allow" ? l10n.t("Allows") : l10n.t("Denies"),
			kindText(l10n, kind),
			l10n.t("since {0}", date(createdAt)),
			lastUsedAt === undefined ? l10n.t("never used") : l10n.t("last used {0}", date(lastUsedAt)),
		].join(" · "),
		act,
	};
}

/** All of a rule, for reading. */
export function ruleDocument(l10n: L10n, rule: ApprovalRule, date: (at: number) => string): string {
	const { effect, agentLabel, folder, cwd, kind, match, createdAt, lastUsedAt } = rule;
	const facts = [
		effect === "allow" ? l10n.t("Allows") : l10n.t("Denies"),
		l10n.t("Agent: {0}", agentLabel),
		l10n.t("Workspace: {0}", folder),
		l10n.t("Runs in: {0}", cwd),
		l10n.t("Kind: {0}", kindText(l10n, kind)),
		l10n.t("Since: {0}", date(createdAt)),
		l10n.t("Last used: {0}", lastUsedAt === undefined ? l10n.t("never used") : date(lastUsedAt)),
	];
	const how = match.kind === "prefix" ? l10n.t("Commands that begin with:") : l10n.t("Exactly this:");
	const action = match.kind === "exact" && match.detail !== undefined ? [match.action, ""] : [];
	return `${[...facts, "", how, "", ...action, matchText(rule)].join("\n")}\n`;
}

function nameOf(folder: string): string {
	return folder.split(/[\\/]/).at(-1) ?? folder;
}
