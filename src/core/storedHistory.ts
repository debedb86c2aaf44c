import type { HistoryEntry, HistorySource } from "./history";
import { knownOnes, list, number, oneOf, optional, type Parser, parsed, shape, text } from "./shape";
import { act, approvalOutcome } from "./storedApprovals";
import { outcome, steps, turnEnd } from "./stored";

/** The history of one workspace as plain JSON. */
export interface StoredHistory {
	readonly v: 1;
	readonly entries: readonly HistoryEntry[];
}

/** Undefined for everything that is no such document, among it one that a newer version wrote. */
export function parseStoredHistory(raw: unknown): StoredHistory | undefined {
	return parsed(history, raw);
}

/** Documents of earlier versions have no such mark. One that is not understood counts: what it keeps back stays back. */
function isMarked(raw: unknown): boolean {
	return raw !== undefined && raw !== false;
}

const source = shape<HistorySource>({
	agentId: text,
	agentLabel: text,
	folder: optional(text),
	folderPath: optional(text),
	terminal: optional(text),
	isRefuted: (raw) => (isMarked(raw) ? true : undefined),
});

const asked = shape<Extract<HistoryEntry, { kind: "question" }>>({
	kind: oneOf(["question"]),
	id: text,
	at: number,
	source,
	question: text,
	choices: list(text),
	outcome,
	isPrivate: isMarked,
});

const decided = shape<Extract<HistoryEntry, { kind: "approval" }>>({
	kind: oneOf(["approval"]),
	id: text,
	at: number,
	source,
	act,
	outcome: approvalOutcome,
});

const planned = shape<Extract<HistoryEntry, { kind: "plan" }>>({
	kind: oneOf(["plan"]),
	id: text,
	at: number,
	source,
	title: optional(text),
	state: turnEnd,
	steps,
});

const entry: Parser<HistoryEntry> = (raw) => {
	const { kind } = shape<Pick<HistoryEntry, "kind">>({ kind: oneOf(["question", "approval", "plan"]) })(raw);
	return ENTRIES[kind](raw);
};

const ENTRIES: Readonly<Record<HistoryEntry["kind"], Parser<HistoryEntry>>> = {
	question: asked,
	approval: decided,
	plan: planned,
};

const known = shape<StoredHistory>({ v: oneOf([1]), entries: knownOnes(entry) });

/** Where nothing of it can be read it is no history. */
const history: Parser<StoredHistory> = (raw) => {
	const read = known(raw);
	return read.entries.length === 0 ? shape<StoredHistory>({ v: oneOf([1]), entries: list(entry) })(raw) : read;
};
