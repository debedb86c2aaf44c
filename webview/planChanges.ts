import type { Texts } from "../src/protocol/page";
import type { PlanData } from "../src/protocol/snapshot";
import { fill } from "./fill";

type Plan = Pick<PlanData, "changes" | "steps" | "title">;

export const STATUS_WORDS = {
	pending: "pending",
	in_progress: "inProgress",
	completed: "done",
	failed: "failed",
	skipped: "skipped",
} as const satisfies Readonly<Record<PlanData["steps"][number]["status"], keyof Texts>>;

/** The ids of the steps that the last update changed. */
export function changedSteps({ changes }: Plan): ReadonlySet<string> {
	return new Set(changes.flatMap((change) => ("id" in change && change.kind !== "removed" ? [change.id] : [])));
}

/** What the last update changed, in a line: `step 3 done · step 4 in progress`. */
export function changeText(texts: Texts, plan: Plan): string {
	const numbers = new Map(plan.steps.map(({ id }, at) => [id, at + 1]));
	const byWord = new Map<string, number[]>();
	for (const change of plan.changes) {
		const word = wordOf(texts, change);
		if (word === undefined || !("id" in change)) continue;
		byWord.set(word, [...(byWord.get(word) ?? []), numbers.get(change.id) ?? 0]);
	}
	const removed = plan.changes.filter(({ kind }) => kind === "removed").length;
	const parts = [
		...[...byWord].map(([word, [n = 0, ...more]]) =>
			more.length === 0 ? fill(texts.changedStep, { n, word }) : fill(texts.changedSteps, { n: more.length + 1, word }),
		),
		...(removed === 0 ? [] : [removed === 1 ? texts.oneStepRemoved : fill(texts.stepsRemoved, { n: removed })]),
		...plan.changes.flatMap((change) => wholeText(texts, plan, change) ?? []),
	];
	// Most updates have an explanation of their own: it is worth a word only where nothing else is.
	return (parts.length === 0 && plan.changes.length > 0 ? [texts.newExplanation] : parts)
		.map((part) => part.charAt(0).toLowerCase() + part.slice(1))
		.join(" · ");
}

/** Words stand in the middle of a line here; in Chinese this changes nothing. */
function wordOf(texts: Texts, change: PlanData["changes"][number]): string | undefined {
	switch (change.kind) {
		case "status":
			return texts[STATUS_WORDS[change.to]].toLowerCase();
		case "added":
			return texts.stepAdded.toLowerCase();
		case "renamed":
			return texts.stepReworded.toLowerCase();
		default:
			return undefined;
	}
}

function wholeText(texts: Texts, { title }: Plan, change: PlanData["changes"][number]): string | undefined {
	switch (change.kind) {
		case "made":
			return fill(texts.planMade, { n: change.steps });
		case "reordered":
			return texts.newOrder;
		case "title":
			return title === undefined ? texts.titleRemoved : texts.newTitle;
		default:
			return undefined;
	}
}
