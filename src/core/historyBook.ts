import { SAMPLE_AGENT } from "./agents";
import type { AnswerImage } from "./answerImages";
import type { Act, ApprovalOutcome } from "./approvals";
import type { ClarifyOutcome, OpenQuestion } from "./clarifications";
import type { Clock } from "./clock";
import { Emitter } from "./events";
import type { History, HistoryEntry, HistoryFilter, HistorySource } from "./history";
import { exportHistory } from "./historyExport";
import { HISTORY_DETAIL_MAX, HISTORY_KEPT_MS, HISTORY_MAX, HISTORY_TEXT_MAX, PREVIEWS_MAX } from "./limits";
import type { PlanCard } from "./plans";
import type { ImageFiles } from "./imageFiles";
import type { HistoryStore, Log } from "./ports";
import type { Session, TurnEnd } from "./sessions";

interface HistoryBookDeps {
	readonly clock: Clock;
	readonly store: HistoryStore;
	readonly imageFiles: ImageFiles;
	/** Those of what is open or kept as a draft. */
	imagesInUse(): readonly AnswerImage[];
	readonly log: Log;
	isEnabled(): boolean;
}

type Entries = readonly HistoryEntry[];

/** Writes the history and reads it. */
export class HistoryBook implements History {
	readonly #deps: HistoryBookDeps;
	readonly #changed = new Emitter<void>();
	readonly onDidChange = this.#changed.event;
	/** What the store's entries were made into: they are the same array as long as nobody has written. */
	#last: { readonly of: Entries; readonly entries: Entries } | undefined;

	constructor(deps: HistoryBookDeps) {
		this.#deps = deps;
	}

	get entries(): readonly HistoryEntry[] {
		try {
			return this.#known(this.#deps.store.read());
		} catch (error) {
			this.#deps.log.error("The history could not be read", error);
			return [];
		}
	}

	get isEnabled(): boolean {
		return this.#deps.isEnabled();
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

	setPrivate(id: string, isPrivate: boolean): void {
		this.#update((entries) =>
			entries.map((entry) => (entry.id === id && entry.kind === "question" ? { ...entry, isPrivate } : entry)),
		);
	}

	remove(id: string): void {
		this.#update((entries) => entries.filter((entry) => entry.id !== id));
	}

	clear(): void {
		this.#update(() => []);
		// Also those that no entry named: of late answers, and of what was answered while nothing was kept.
		this.#deps.imageFiles.keepOnly(this.#deps.imagesInUse());
	}

	export(format: "markdown" | "json"): string {
		return exportHistory(this.entries, format);
	}

	questionSettled(question: OpenQuestion, outcome: ClarifyOutcome, at: number): void {
		const { id, session } = question;
		const { text, choices } = question.question;
		const source = sourceOf(session);
		this.#add({ kind: "question", id, at, source, question: text, choices, outcome, isPrivate: false });
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

	/** No call gets that outcome any more: its images stay only where an entry names them. */
	outcomeGone(outcome: ClarifyOutcome): void {
		const images = imagesWith(outcome);
		if (images.length === 0) return;
		const { store, imageFiles, log } = this.#deps;
		try {
			const named = new Set(
				store
					.read()
					.flatMap(imagesOf)
					.map(({ id }) => id),
			);
			imageFiles.drop(images.filter(({ id }) => !named.has(id)));
		} catch (error) {
			log.error("The history could not be read", error);
		}
	}

	#add(entry: HistoryEntry): void {
		if (entry.source.agentId === SAMPLE_AGENT || !this.#deps.isEnabled()) return;
		try {
			this.#deps.store.updateSoon((entries) => {
				const kept = withinTextMax(this.#bounded([...entries.filter((each) => each.id !== entry.id), entry]));
				this.#deps.imageFiles.drop(leftBehind(entries, kept));
				return kept;
			});
			this.#changed.fire();
		} catch (error) {
			this.#deps.log.error("The history could not be written", error);
		}
	}

	#update(change: (entries: readonly HistoryEntry[]) => readonly HistoryEntry[]): void {
		let left: readonly AnswerImage[] = [];
		this.#deps.store.update((entries) => {
			const kept = change(entries);
			left = leftBehind(entries, kept);
			return kept;
		});
		this.#deps.imageFiles.drop(left);
		this.#changed.fire();
	}

	#known(of: Entries): Entries {
		const oldest = this.#last?.entries.at(-1);
		if (this.#last?.of === of && (oldest === undefined || this.#isYoung(oldest))) return this.#last.entries;
		this.#last = { of, entries: this.#bounded(of) };
		return this.#last.entries;
	}

	/** Newest first. */
	#bounded(entries: Entries): Entries {
		return entries
			.filter((entry) => this.#isYoung(entry))
			.sort((a, b) => b.at - a.at)
			.slice(0, HISTORY_MAX);
	}

	#isYoung({ at }: HistoryEntry): boolean {
		return at > this.#deps.clock.now() - HISTORY_KEPT_MS;
	}
}

function sourceOf({ intro: { agent, place } }: Session): HistorySource {
	return {
		agentId: agent.id,
		agentLabel: agent.label,
		folder: place.folder?.name ?? place.cwd,
		folderPath: place.folder?.path,
		terminal: place.terminal?.name,
		...(place.verification === "refuted" ? { isRefuted: true } : {}),
	};
}

function textsOf(entry: HistoryEntry): readonly string[] {
	const { agentLabel } = entry.source;
	switch (entry.kind) {
		case "question":
			return [
				agentLabel,
				entry.question,
				...entry.choices,
				entry.outcome.response,
				...imagesOf(entry).map(({ name }) => name),
			];
		case "approval": {
			const { act, outcome } = entry;
			const message = outcome.decision === "deny" ? outcome.message : undefined;
			return [agentLabel, act.action, act.detail ?? "", act.reason ?? "", message ?? ""];
		}
		case "plan":
			return [agentLabel, entry.title ?? "", ...entry.steps.map((step) => step.step)];
	}
}

function imagesOf(entry: HistoryEntry): readonly AnswerImage[] {
	return entry.kind === "question" ? imagesWith(entry.outcome) : [];
}

function imagesWith(outcome: ClarifyOutcome): readonly AnswerImage[] {
	return outcome.reason === "response" ? (outcome.images ?? []) : [];
}

/** What only entries that are gone named. An entry that was changed is another object. */
function leftBehind(before: Entries, after: Entries): readonly AnswerImage[] {
	const named = new Set(after.flatMap(imagesOf).map(({ id }) => id));
	return before.flatMap(imagesOf).filter(({ id }) => !named.has(id));
}

/** The first ones whose texts together are no longer than that. */
function withinTextMax(entries: Entries): Entries {
	let room = HISTORY_TEXT_MAX;
	return entries.filter((entry) => {
		room -= textsOf(entry).reduce((sum, text) => sum + text.length, 0);
		return room >= 0;
	});
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
