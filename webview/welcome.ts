import type { PanelContext } from "./context";
import { button } from "./elements";
import { icon, make } from "./make";
import { emphasised, linkButton } from "./names";

/** What the panel is for, before anything has happened in it. */
export function welcome({ texts, post }: PanelContext): HTMLElement {
	const about = (name: string, text: string): HTMLElement =>
		make("li", {}, icon(name), make("span", {}, ...emphasised(text)));
	const sample = button(texts.askSample, () => post({ kind: "command", command: "askSample" }), true, true);
	const connect = button(texts.connectAgents, () => post({ kind: "command", command: "connectAgents" }), false, true);
	const walkthrough = linkButton(texts.openWalkthrough, () => post({ kind: "command", command: "openWalkthrough" }));
	return make(
		"div",
		{ class: "welcome" },
		make("p", {}, texts.purpose),
		make("div", { class: "stack" }, sample, connect),
		make(
			"ul",
			{ class: "about" },
			about("question", texts.aboutQuestions),
			about("checklist", texts.aboutPlans),
			about("shield", texts.aboutApprovals),
		),
		make("p", { class: "caption" }, `${texts.staysHere} `, walkthrough),
	);
}
