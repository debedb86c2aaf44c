import { SAMPLE_AGENT } from "./agents";
import type { Act, ApprovalOutcome } from "./approvals";
import type { ClarifyOutcome, OpenQuestion } from "./clarifications";
import type { Clock } from "./clock";
import { Emitter } from "./events";
import type { History, HistoryEntry, HistoryFilter, HistorySource } from "./history";
import { exportHistory } from "./historyExport";
import { HISTORY_DETAIL_MAX, HISTORY_KEPT_MS, HISTORY_MAX, PREVIEWS_MAX } from "./limits";
import type { PlanCard } from "./plans";
import type { HistoryStore, Log } from "./ports";
import type { Session, TurnEnd } from "./sessions";

interface HistoryBookDeps {
	readonly clock: Clock;
	readonly store: HistoryStore;
	readonly log: Log;
	isEnabled(): boolean;
}

/** Writes the history and reads it. */
export class HistoryBook implements History {
	readonly #deps: HistoryBookDeps;
	readonly #changed = new Emitter<void>();
	readonly onDidChange = this.#changed.event;

	constructor(deps: HistoryBookDeps) {
		this.#deps = deps;
	}

	get entries(): readonly HistoryEntry[] {
		try {
			return this.#bounded(this.#deps.store.read());
		} catch (error) {
			this.#deps.log.error("The history could not be read", error);
			return [];
		}
	}

	search(filter: HistoryFilter): readonly HistoryEntry[] {
		const text = filter.text?.trim().toLowerCase() ?? "";
		return this.entries.filter(
			(entry) =>
				(filter.kind === undefined || entry.kind === filter.kind) &&
				(filter.agentId === undefined || entry.source.agentId === filter.agentId) &&
				(text === "" || textsOf(entry).some((each) => each.toLowerCase().includes(text))),
		);
	}

	remove(id: string): void {
		this.#update((entries) => entries.filter((entry) => entry.id !== id));
	}

	clear(): void {
		this.#update(() => []);
	}

	export(format: "markdown" | "json"): string {
		return exportHistory(this.entries, format);
	}

	questionSettled(question: OpenQuestion, outcome: ClarifyOutcome, at: number): void {
		const { id, session } = question;
		const { text, choices } = question.question;
		this.#add({ kind: "question", id, at, source: sourceOf(session), question: text, choices, outcome });
	}

	/** Also of one that a rule decided, so that it was never open. */
	approvalSettled(session: Session, id: string, act: Act, outcome: ApprovalOutcome, at: number): void {
		this.#add({ kind: "approval", id, at, source: sourceOf(session), act: shortened(act), outcome });
	}

	/** A card that is ended again after its turn was reopened replaces its own entry. */
	planEnded(session: Session, { id, title, steps, updatedAt }: PlanCard, state: TurnEnd): void {
		this.#add({ kind: "plan", id, at: updatedAt, source: sourceOf(session), title, state, steps });
	}

	/** Other acts of the same kind that this agent wanted to do in the same place, newest first, each text once. */
	earlierActs(session: Session, act: Act): readonly Act[] {
		const { agentId, folder } = sourceOf(session);
		const byText = new Map<string, Act>();
		for (const entry of this.search({ agentId, kind: "approval" })) {
			if (entry.kind !== "approval" || entry.act.kind !== act.kind || entry.source.folder !== folder) continue;
			if (!byText.has(textOf(entry.act))) byText.set(textOf(entry.act), entry.act);
		}
		byText.delete(textOf(shortened(act)));
		return [...byText.values()].slice(0, PREVIEWS_MAX);
	}

	#add(entry: HistoryEntry): void {
		if (entry.source.agentId === SAMPLE_AGENT || !this.#deps.isEnabled()) return;
		try {
			this.#deps.store.updateSoon((entries) =>
				this.#bounded([...entries.filter((each) => each.id !== entry.id), entry]),
			);
			this.#changed.fire();
		} catch (error) {
			this.#deps.log.error("The history could not be written", error);
		}
	}

	#update(change: (entries: readonly HistoryEntry[]) => readonly HistoryEntry[]): void {
		this.#deps.store.update(change);
		this.#changed.fire();
	}

	/** Newest first. */
	#bounded(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
		const oldest = this.#deps.clock.now() - HISTORY_KEPT_MS;
		return entries
			.filter((entry) => entry.at > oldest)
			.sort((a, b) => b.at - a.at)
			.slice(0, HISTORY_MAX);
	}
}

function sourceOf({ intro: { agent, place } }: Session): HistorySource {
	return {
		agentId: agent.id,
		agentLabel: agent.label,
		folder: place.folder?.name ?? place.cwd,
		terminal: place.terminal?.name,
	};
}

function textsOf(entry: HistoryEntry): readonly string[] {
	const { agentLabel } = entry.source;
	switch (entry.kind) {
		case "question":
			return [agentLabel, entry.question, ...entry.choices, entry.outcome.response];
		case "approval": {
			const { act, outcome } = entry;
			const message = outcome.decision === "deny" ? outcome.message : undefined;
			return [agentLabel, act.action, act.detail ?? "", act.reason ?? "", message ?? ""];
		}
		case "plan":
			return [agentLabel, entry.title ?? "", ...entry.steps.map((step) => step.step)];
	}
}

/** What a person recognises an act by. */
function textOf({ action, detail }: Act): string {
	return detail ?? action;
}

/** A diff may be long, an agent's own prompt megabytes, and the whole history is read at each access. */
function shortened(act: Act): Act {
	const { detail = "" } = act;
	if (detail.length <= HISTORY_DETAIL_MAX) return act;
	// A code point has two units at most.
	const beginning = Array.from(detail.slice(0, 2 * HISTORY_DETAIL_MAX + 2));
	return beginning.length <= HISTORY_DETAIL_MAX
		? act
		: { ...act, detail: `${beginning.slice(0, HISTORY_DETAIL_MAX).join("")}…` };
}
