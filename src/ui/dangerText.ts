import type { OpenApproval } from "../core/approvals";
import type { Danger } from "../core/dangers";
import type { L10n } from "./l10n";

/** Why it can only be allowed once, in sentences; undefined: a rule could be stored for it. */
export function onlyOnceText(l10n: L10n, { dangers, session }: OpenApproval): string | undefined {
	const why = dangers.map((danger) => dangerText(l10n, danger));
	if (session.intro.place.verification === "refuted") why.push(l10n.t("Parley could not verify who asks."));
	const once = l10n.t("This can only be allowed once.");
	// In Chinese nothing stands between two sentences.
	return why.length === 0 ? undefined : [...why, once].join(once.endsWith("。") ? "" : " ");
}

function dangerText(l10n: L10n, danger: Danger): string {
	switch (danger) {
		case "recursiveDelete":
			return l10n.t("Deletes folders with all they hold.");
		case "forGood":
			return l10n.t("Deletes or discards something for good.");
		case "privilege":
			return l10n.t("Runs with an administrator’s rights.");
		case "historyRewrite":
			return l10n.t("Rewrites history that others may rely on.");
		case "diskOrOwnership":
			return l10n.t("Changes a disk, or who may use files.");
		case "credentials":
			return l10n.t("Touches passwords, keys or tokens.");
		case "downloadToShell":
			return l10n.t("Runs what it downloads.");
		case "publish":
			return l10n.t("Publishes a package for others.");
		case "destructiveSql":
			return l10n.t("Deletes or changes data in a database.");
		case "serviceControl":
			return l10n.t("Starts, stops or removes services or containers.");
		case "laterCommands":
			return l10n.t("Changes what later commands run or where they lead.");
		case "computedCommand":
			return l10n.t("Its text does not tell what it really runs.");
	}
}
