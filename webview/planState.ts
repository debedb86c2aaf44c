import type { Texts } from "../src/protocol/page";
import type { PlanData } from "../src/protocol/snapshot";
import { fill } from "./fill";
import { agoText } from "./times";

export interface PlanState {
	/** None while it runs. */
	readonly icon: string | undefined;
	readonly word: string;
	readonly details: readonly string[];
}

/** How a plan stands, in words. `clock` writes a moment as a time of day. */
export function planState(texts: Texts, plan: PlanData, now: number, clock: (at: number) => string): PlanState {
	const revision = fill(texts.revision, { n: plan.revision });
	const time = clock(plan.updatedAt);
	const next = plan.steps.findIndex(({ status }) => status === "pending") + 1;
	const ended = fill(texts.endedAt, { time });
	const stopped = next === 0 ? ended : fill(texts.stoppedBefore, { n: next, time });
	switch (plan.state) {
		case "running":
			return {
				icon: undefined,
				word: texts.stateRunning,
				details: [fill(texts.updated, { ago: agoText(texts, plan.updatedAt, now) }), revision],
			};
		case "ended":
			return isAllDone(plan)
				? { icon: "pass", word: texts.stateAllDone, details: [ended, revision] }
				: { icon: "circle-slash", word: texts.stateEnded, details: [...faults(texts, plan), stopped, revision] };
		case "interrupted":
			return { icon: "debug-pause", word: texts.stateInterrupted, details: [stopped, revision] };
		case "failed":
			return { icon: "error", word: texts.failed, details: [...faults(texts, plan), stopped, revision] };
	}
}

export function countSteps(plan: Pick<PlanData, "steps">, status: PlanData["steps"][number]["status"]): number {
	return plan.steps.filter((step) => step.status === status).length;
}

/** What the bar shows, in words. */
export function barText(texts: Texts, plan: PlanData): string {
	const failed = countSteps(plan, "failed");
	const skipped = countSteps(plan, "skipped");
	return [
		fill(texts.stepsDone, { n: countSteps(plan, "completed"), m: plan.steps.length }),
		...(failed > 0 ? [fill(texts.nFailed, { n: failed })] : []),
		...(skipped > 0 ? [fill(texts.nSkipped, { n: skipped })] : []),
	].join(", ");
}

function isAllDone(plan: PlanData): boolean {
	return plan.steps.every(({ status }) => status === "completed" || status === "skipped");
}

function faults(texts: Texts, plan: PlanData): readonly string[] {
	const failed = countSteps(plan, "failed");
	const skipped = countSteps(plan, "skipped");
	const failedText = failed === 1 ? texts.oneStepFailed : fill(texts.stepsFailed, { n: failed });
	return [...(failed > 0 ? [failedText] : []), ...(skipped > 0 ? [fill(texts.nSkipped, { n: skipped })] : [])];
}
