import type { HistoryEntry } from "../core/history";
import type { PlanStep, StepStatus } from "../core/plans";

/** A plan as a Markdown list with boxes. */
export function planMarkdown(title: string | undefined, steps: readonly PlanStep[]): string {
	const lines = steps.map(({ step, status }) => `- [${status === "completed" ? "x" : " "}] ${step}${NOTES[status]}`);
	return [...(title === undefined ? [] : [`## ${title}`, ""]), ...lines].join("\n");
}

/** An entry of the history as text: a question with its answer, or the plan. */
export function historyText(entry: HistoryEntry): string {
	if (entry.kind === "plan") return planMarkdown(entry.title, entry.steps);
	if (entry.kind === "approval") return entry.act.detail ?? entry.act.action;
	return entry.outcome.response === "" ? entry.question : `${entry.question}\n\n${entry.outcome.response}`;
}

const NOTES: Readonly<Record<StepStatus, string>> = {
	pending: "",
	in_progress: " (in progress)",
	completed: "",
	failed: " (failed)",
	skipped: " (skipped)",
};
