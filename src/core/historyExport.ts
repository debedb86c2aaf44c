import type { HistoryEntry, HistorySource } from "./history";
import { isoTime } from "./isoTime";
import type { PlanStep, StepStatus } from "./plans";

/** A document of these entries, in their order. */
export function exportHistory(entries: readonly HistoryEntry[], format: "markdown" | "json"): string {
	if (format === "json") {
		const readable = entries.map((entry) => ({ ...entry, at: isoTime(entry.at) }));
		return `${JSON.stringify({ v: 1, entries: readable }, undefined, "\t")}\n`;
	}
	return ["# Parley history", ...entries.map(section)].join("\n\n") + "\n";
}

const ENDS = {
	response: "Answered",
	dismissed: "Dismissed",
	timeout: "Not answered in time",
	cancelled: "Cancelled",
} as const;

function section(entry: HistoryEntry): string {
	const head = `## ${isoTime(entry.at)} · ${origin(entry.source)}`;
	if (entry.kind === "plan") {
		const title = entry.title === undefined ? "" : ` ${plain(entry.title)}`;
		return [head, `**Plan**${title} (${entry.state})`, entry.steps.map(stepLine).join("\n")].join("\n\n");
	}
	const { question, choices, outcome } = entry;
	return [
		head,
		"**Question**",
		fenced(question),
		...(choices.length === 0 ? [] : [choices.map((choice) => `- ${plain(choice)}`).join("\n")]),
		`**${ENDS[outcome.reason]}**`,
		...(outcome.reason === "response" ? [fenced(outcome.response)] : []),
	].join("\n\n");
}

function origin({ agentLabel, terminal, folder }: HistorySource): string {
	return [agentLabel, terminal, folder]
		.filter((part) => part !== undefined)
		.map(plain)
		.join(" · ");
}

function stepLine({ step, status }: PlanStep): string {
	return `- [${status === "completed" ? "x" : " "}] ${plain(step)}${NOTES[status]}`;
}

const NOTES: Readonly<Record<StepStatus, string>> = {
	pending: "",
	in_progress: " (in progress)",
	completed: "",
	failed: " (failed)",
	skipped: " (skipped)",
};

/** Texts of agents and people must not become links, images or headings of the document. */
function plain(text: string): string {
	return text.replace(/\s+/g, " ").replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** A code block that nothing in the text can close. */
function fenced(text: string): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}text\n${text}\n${fence}`;
}
