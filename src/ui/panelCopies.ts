import type { HistoryEntry } from "../core/history";
import type { PlanCard, PlanStep, StepStatus, StepTime } from "../core/plans";
import { workedMs, workedText } from "../protocol/workedTime";

type Plan = Pick<PlanCard, "title" | "steps"> & Partial<Pick<PlanCard, "explanation" | "progress">>;

/**
 * A plan as a Markdown list with boxes; a box says less than a step, so the rest is said in words. `now`: the time of the
 * step at work goes on until then; undefined: it stands.
 */
export function planMarkdown({ title, explanation, steps, progress }: Plan, now: number | undefined): string {
	const times = new Map(progress?.times.map((time) => [time.id, time]));
	return [
		...(title === undefined ? [] : [`## ${markdownLine(title)}`]),
		...(explanation === undefined ? [] : [markdownLine(explanation)]),
		steps.map((step) => stepLine(step, times.get(step.id), now)).join("\n"),
	].join("\n\n");
}

/** An entry of the history as text: a question with its answer and where its images are, or the plan. */
export function historyText(entry: HistoryEntry): string {
	if (entry.kind === "plan") return planMarkdown(entry, undefined);
	if (entry.kind === "approval") return entry.act.detail ?? entry.act.action;
	const { question, outcome } = entry;
	const images = outcome.reason === "response" ? (outcome.images ?? []) : [];
	const names = images.map(({ name, path }) => `- ${name}: ${path}`).join("\n");
	return [question, outcome.response, names].filter((part) => part !== "").join("\n\n");
}

const NOTES: Readonly<Record<StepStatus, string>> = {
	pending: "",
	in_progress: "in progress",
	completed: "",
	failed: "failed",
	skipped: "skipped",
};

function stepLine({ step, status }: PlanStep, time: StepTime | undefined, now: number | undefined): string {
	const notes = [NOTES[status], elapsed(time, now)].filter((note) => note !== "");
	const note = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
	return `- [${status === "completed" ? "x" : " "}] ${markdownLine(step)}${note}`;
}

/** A copied plan is in English, as its agent's texts mostly are. */
const WORDS = {
	seconds: (n: number) => `${n} s`,
	minutes: (n: number) => `${n} min`,
	hours: (n: number, m: number) => `${n} h ${m} min`,
};

/** How long it was worked on, as the card says it; empty where that is not known, or no second. */
function elapsed(time: StepTime | undefined, now: number | undefined): string {
	const ms = time && workedMs(time, now);
	return ms === undefined || ms < 1_000 ? "" : workedText(WORDS, ms);
}

/** What would be Markdown outside of code: an underscore inside a word and an arrow are not. */
const SIGNS = /[\\`*[\]<#~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[#\w])/gu;

/**
 * A text of an agent on one line of a Markdown document: it begins no list, heading, quote or HTML, and a link in it shows
 * where it leads. Code between backticks stays code, and other signs as they are: people read this as plain text too.
 */
function markdownLine(text: string): string {
	const parts = text
		.replace(/\s+/gu, " ")
		.trim()
		.split(/(`[^`]+`)/);
	const line = parts.map((part, index) => (index % 2 === 1 ? part : part.replace(SIGNS, "\\$&"))).join("");
	return line.replace(/^(\d+(?=[.)])|(?=[-+=>]))/, "$1\\");
}
