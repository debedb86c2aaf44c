import type { Texts } from "../src/protocol/page";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { showHidden } from "./hiddenNodes";
import { icon, make } from "./make";
import type { Outcome } from "./waitingItem";

/** An icon and what it says. */
export type OutcomeText = readonly [icon: string, text: string];

/** How an item ended, in the place of its buttons. */
export function outcomeLine({ texts }: PanelContext, [iconName, text]: OutcomeText): HTMLElement {
	const words = make("span", {}, ...showHidden(texts, text).nodes);
	return make("p", { class: "hint strong outcome" }, icon(iconName), words);
}

export function outcomeText({ texts }: PanelContext, outcome: Outcome<"question">): OutcomeText {
	switch (outcome.reason) {
		case "response":
			return ["check", answered(texts, outcome)];
		case "dismissed":
			return ["circle-slash", texts.dismissed];
		case "timeout":
			return ["circle-slash", texts.noAnswerInTime];
		case "cancelled":
			return ["circle-slash", texts.takenBack];
	}
}

function answered(
	texts: Texts,
	{ response, images = [] }: Extract<Outcome<"question">, { reason: "response" }>,
): string {
	const text = fill(texts.answered, { text: response });
	const names = images.map(({ name }) => name).join(", ");
	return names === "" ? text : fill(texts.withImages, { text, names });
}

/** What the live region says of it. */
export function outcomeSentence({ texts }: PanelContext, agent: string, outcome: Outcome<"question">): string {
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
