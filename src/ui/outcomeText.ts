import type { ClarifyOutcome } from "../core/clarifications";
import type { L10n } from "./l10n";

/** What a press on something that is closed says. Undefined: how it ended is no longer known. */
export function closedText(l10n: L10n, outcome: ClarifyOutcome | undefined): string {
	switch (outcome?.reason) {
		case "response":
			return l10n.t("Already answered: {0}.", outcome.response);
		case "dismissed":
			return l10n.t("This question has closed: you gave no answer.");
		case "timeout":
			return l10n.t("This question has closed: no answer in time.");
		case "cancelled":
			return l10n.t("This question has closed: the agent took it back.");
		case undefined:
			return l10n.t("This question has closed.");
	}
}
