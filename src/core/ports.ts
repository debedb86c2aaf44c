import type { ImageType } from "./answerImages";
import type { HistoryEntry } from "./history";
import type { ApprovalRule } from "./rules";
import type { StoredSession } from "./stored";

/** Random identifiers. */
export interface Ids {
	/** A random UUID (version 4, lower case). */
	uuid(): string;
}

/** Where the sessions of this window are kept over a reload: one document per session. */
export interface SessionStore {
	/** What was stored and can be read; a document that cannot is set aside by the store and left out. */
	load(): readonly StoredSession[];
	/** Written whole and atomically before it returns. Throws when it cannot be written. */
	save(session: StoredSession): void;
	remove(id: string): void;
}

/** The history of one workspace; shared by all windows that have it open, so it is re-read before each change. */
export interface HistoryStore {
	read(): readonly HistoryEntry[];
	/** Replaces the whole history by what `change` makes of its present content. Throws when it cannot be written. */
	update(change: (entries: readonly HistoryEntry[]) => readonly HistoryEntry[]): void;
	/** The same, but it may be written a moment later, together with others: the store logs a failure then. Read at once. */
	updateSoon(change: (entries: readonly HistoryEntry[]) => readonly HistoryEntry[]): void;
	/** Writes at once what is still to be written. */
	flush(): void;
}

/** The approval rules of one workspace; shared by all windows that have it open, so they are re-read before each decision. */
export interface RuleStore {
	/** What can be read; a document that cannot is set aside by the store. Throws when nothing can be read. */
	read(): readonly ApprovalRule[];
	/** Replaces all rules by what `change` makes of the present ones, under a lock. Throws when it cannot be written. */
	update(change: (rules: readonly ApprovalRule[]) => readonly ApprovalRule[]): void;
}

/** The images that people attach to answers, as files; bounded by the store, the oldest go first. */
export interface ImageStore {
	/** Where they are, an absolute path; undefined: none is kept. */
	readonly folder: string | undefined;
	/** The absolute path of its file, whether or not it is there. */
	pathOf(id: string, type: ImageType): string;
	/** Written whole before it returns. Throws when it cannot be written. */
	add(id: string, type: ImageType, bytes: Uint8Array): void;
	/** What is gone already, or cannot be removed, is none of the caller's business. */
	remove(id: string): void;
	/** Removes all others but those that another window or workspace names. Throws when that cannot be told. */
	keepOnly(ids: ReadonlySet<string>): void;
}

/** Texts of agents and people never go here at the default level. */
export interface Log {
	debug(message: string): void;
	info(message: string): void;
	warn(message: string): void;
	error(message: string, cause?: unknown): void;
}
