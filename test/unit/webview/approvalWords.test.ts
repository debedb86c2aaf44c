import { expect, test } from "vitest";
import type { ApprovalOutcome } from "../../../src/core/approvals";
import { PANEL_TEXTS } from "../../../src/protocol/texts";
import type { PanelContext } from "../../../webview/context";
import { approvalOutcomeSentence, approvalOutcomeText } from "../../../webview/approvalOutcome";

const context = { texts: PANEL_TEXTS } as unknown as PanelContext;

test.each<[ApprovalOutcome, string, string]>([
	[{ decision: "allow_once", reason: "user" }, "Allowed once", "Allowed."],
	[{ decision: "allow_always", reason: "user" }, "Allowed from now on", "Allowed."],
	[{ decision: "allow_always", reason: "remembered" }, "Allowed by a rule", "Allowed."],
	[{ decision: "deny", reason: "user" }, "Denied", "Denied."],
	[{ decision: "deny", reason: "user", message: "Later" }, "Denied: Later", "Denied."],
	[{ decision: "deny", reason: "remembered" }, "Denied by a rule", "Denied."],
	[
		{ decision: "deny", reason: "timeout" },
		"Denied: no decision in time",
		"The request of Codex has closed without a decision and counts as denied.",
	],
	[{ decision: "deny", reason: "cancelled" }, "Taken back by the agent", "Codex took the request back."],
	[
		{ decision: "deny", reason: "error" },
		"Denied: something went wrong",
		"The request of Codex has closed without a decision and counts as denied.",
	],
	[{ decision: "none", reason: "terminal" }, "Decided in the terminal", "Decided in the terminal."],
	[
		{ decision: "none", reason: "timeout" },
		"No decision in time, the agent asks in its terminal",
		"The request of Codex has closed without a decision. It asks in its terminal.",
	],
	[{ decision: "none", reason: "cancelled" }, "Taken back by the agent", "Codex took the request back."],
	[
		{ decision: "none", reason: "error" },
		"No decision, something went wrong: the agent asks in its terminal",
		"The request of Codex has closed without a decision. It asks in its terminal.",
	],
])("%j is told in words, and no end without the person's yes sounds like one", (outcome, line, sentence) => {
	expect([approvalOutcomeText(context, outcome)[1], approvalOutcomeSentence(context, "Codex", outcome)]).toEqual([
		line,
		sentence,
	]);
});
