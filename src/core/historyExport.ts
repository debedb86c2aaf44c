import type { Act, ApprovalOutcome } from "./approvals";
import type { ClarifyOutcome } from "./clarifications";
import type { HistoryEntry, HistorySource } from "./history";
import { fenced } from "./fenced";
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
	if (entry.kind === "approval") return [head, ...approval(entry)].join("\n\n");
	const { question, choices, outcome, isPrivate } = entry;
	return [
		head,
		isPrivate ? "**Question** (private)" : "**Question**",
		fenced(question),
		...(choices.length === 0 ? [] : [choices.map((choice) => `- ${plain(choice)}`).join("\n")]),
		`**${ENDS[outcome.reason]}**`,
		...(outcome.reason === "response" ? answer(outcome) : []),
	].join("\n\n");
}

function answer({ response, images = [] }: Extract<ClarifyOutcome, { reason: "response" }>): readonly string[] {
	const files = images.map(({ name, path }) => `- Image ${plain(name)}: ${plain(path)}`);
	return [fenced(response), ...(files.length === 0 ? [] : [files.join("\n")])];
}

const KINDS = { command: "command", edit: "edit", network: "network access", other: "other" } as const;
const DECISIONS = {
	allow_once: "Allowed once",
	allow_always: "Allowed always",
	deny: "Denied",
	none: "Left to the agent's own prompt",
} as const;
const WHYS = {
	user: "",
	remembered: ", by a rule",
	timeout: ", not decided in time",
	cancelled: ", cancelled",
	error: ", after an error",
	terminal: "",
} as const;

function approval({ act, outcome }: { readonly act: Act; readonly outcome: ApprovalOutcome }): readonly string[] {
	const { kind, action, detail, reason } = act;
	const message = outcome.decision === "deny" ? outcome.message : undefined;
	return [
		`**Approval** (${KINDS[kind]})`,
		fenced(action),
		...[detail, reason].filter((text) => text !== undefined).map((text) => fenced(text)),
		`**${DECISIONS[outcome.decision]}${WHYS[outcome.reason]}**`,
		...(message === undefined ? [] : [fenced(message)]),
	];
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
