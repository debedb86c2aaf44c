import type { PanelContext } from "./context";
import { fill } from "./fill";
import type { OutcomeText } from "./outcome";
import type { Outcome } from "./waitingItem";

/** How a request ended. */
export function approvalOutcomeText({ texts }: PanelContext, outcome: Outcome<"approval">): OutcomeText {
	switch (outcome.decision) {
		case "allow_once":
			return ["check", texts.allowedOnce];
		case "allow_always":
			return ["check", outcome.reason === "user" ? texts.allowedAlways : texts.allowedByRule];
		case "deny":
			return ["circle-slash", denialText(texts, outcome)];
		case "none":
			return ["circle-slash", leftText(texts, outcome.reason)];
	}
}

/** What the live region says of it. */
export function approvalOutcomeSentence({ texts }: PanelContext, agent: string, outcome: Outcome<"approval">): string {
	const { decision, reason } = outcome;
	if (decision === "allow_once" || decision === "allow_always") return texts.liveAllowed;
	if (reason === "cancelled") return fill(texts.liveRequestTakenBack, { agent });
	if (reason === "terminal") return texts.liveInTerminal;
	if (decision === "none") return fill(texts.liveRequestLeft, { agent });
	return reason === "user" || reason === "remembered" ? texts.liveDenied : fill(texts.liveRequestClosed, { agent });
}

function denialText(
	texts: PanelContext["texts"],
	{ reason, message }: Extract<Outcome<"approval">, { decision: "deny" }>,
): string {
	switch (reason) {
		case "user":
			return message === undefined ? texts.denied : fill(texts.deniedWith, { text: message });
		case "remembered":
			return texts.deniedByRule;
		case "timeout":
			return texts.deniedInTime;
		case "cancelled":
			return texts.takenBack;
		case "error":
			return texts.deniedByError;
	}
}

function leftText(
	texts: PanelContext["texts"],
	reason: Extract<Outcome<"approval">, { decision: "none" }>["reason"],
): string {
	switch (reason) {
		case "terminal":
			return texts.decidedInTerminal;
		case "timeout":
			return texts.leftInTime;
		case "cancelled":
			return texts.takenBack;
		case "error":
			return texts.leftByError;
	}
}
