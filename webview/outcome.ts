import type { SettledData } from "../src/protocol/snapshot";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { showHidden } from "./hiddenNodes";
import { icon, make } from "./make";

type Outcome = SettledData["outcome"];

/** How a question ended, in the place of its buttons. */
export function outcomeLine(context: PanelContext, outcome: Outcome): HTMLElement {
	const [iconName, text] = outcomeText(context, outcome);
	return make(
		"p",
		{ class: "hint strong outcome" },
		icon(iconName),
		make("span", {}, ...showHidden(context.texts, text).nodes),
	);
}

export function outcomeText({ texts }: PanelContext, outcome: Outcome): readonly [icon: string, text: string] {
	switch (outcome.reason) {
		case "response":
			return ["check", fill(texts.answered, { text: outcome.response })];
		case "dismissed":
			return ["circle-slash", texts.dismissed];
		case "timeout":
			return ["circle-slash", texts.noAnswerInTime];
		case "cancelled":
			return ["circle-slash", texts.takenBack];
	}
}

/** What the live region says of it. */
export function outcomeSentence({ texts }: PanelContext, agent: string, outcome: Outcome): string {
	switch (outcome.reason) {
		case "response":
			return texts.liveAnswered;
		case "dismissed":
			return texts.liveDismissed;
		case "timeout":
			return fill(texts.liveClosed, { agent });
		case "cancelled":
			return fill(texts.liveTakenBack, { agent });
	}
}
