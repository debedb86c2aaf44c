import type { ApprovalOutcome } from "../core/approvals";
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

/** The same for a request. */
export function approvalClosedText(l10n: L10n, outcome: ApprovalOutcome | undefined): string {
	switch (outcome?.decision) {
		case "allow_once":
			return l10n.t("Already allowed once.");
		case "allow_always":
			return l10n.t("Already allowed, from now on.");
		case "deny":
			return deniedText(l10n, outcome.reason);
		case "none":
			return leftText(l10n, outcome.reason);
		case undefined:
			return l10n.t("This request has closed.");
	}
}

function deniedText(l10n: L10n, reason: Extract<ApprovalOutcome, { decision: "deny" }>["reason"]): string {
	switch (reason) {
		case "user":
		case "remembered":
			return l10n.t("Already denied.");
		case "timeout":
			return l10n.t("This request has closed without a decision and counts as denied.");
		case "cancelled":
			return l10n.t("This request has closed: the agent took it back.");
		case "error":
			return l10n.t("This request has closed: something went wrong, so it counts as denied.");
	}
}

function leftText(l10n: L10n, reason: Extract<ApprovalOutcome, { decision: "none" }>["reason"]): string {
	switch (reason) {
		case "terminal":
			return l10n.t("Already decided in the terminal.");
		case "cancelled":
			return l10n.t("This request has closed: the agent took it back.");
		case "timeout":
		case "error":
			return l10n.t("This request has closed without a decision. The agent asks in its terminal.");
	}
}
