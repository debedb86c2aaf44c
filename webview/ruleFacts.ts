import type { Texts } from "../src/protocol/page";
import type { RuleStepData } from "../src/protocol/snapshot";
import { KIND_TEXTS } from "./actTexts";
import { icon, make } from "./make";
import { fillNodes, nameNodes } from "./names";

/** For whom, where and for what the rule would hold. */
export function ruleFacts(texts: Texts, { scope }: RuleStepData): HTMLElement {
	const only = (name: string): readonly (Node | string)[] =>
		fillNodes(texts.thisOnly, { name: nameNodes(texts, name) });
	const facts: readonly (readonly [string, readonly (Node | string)[]])[] = [
		[texts.agentFact, only(scope.agent)],
		[texts.workspaceFact, only(scope.folder)],
		[texts.runsInFact, nameNodes(texts, scope.cwd)],
		[texts.kindFact, [texts[KIND_TEXTS[scope.kind].kind]]],
	];
	return make(
		"dl",
		{ class: "facts" },
		...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, ...value)]),
	);
}

/** What the rule would have made of earlier requests. */
export function ruleChecks(texts: Texts, checks: RuleStepData["checks"]): readonly HTMLElement[] {
	return checks.map(({ text, isAllowed }) =>
		make(
			"li",
			{},
			icon(isAllowed ? "check" : "close"),
			make("code", {}, ...nameNodes(texts, text)),
			make("span", { class: "word" }, isAllowed ? texts.allowed : texts.asksYou),
		),
	);
}
