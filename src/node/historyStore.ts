import { statSync } from "node:fs";
import type { HistoryEntry } from "../core/history";
import type { HistoryStore, Log } from "../core/ports";
import { parseStoredHistory, type StoredHistory } from "../core/storedHistory";
import { FileLock } from "./fileLock";
import { replaceFile } from "./replaceFile";
import { readDocument } from "./storedDocument";

type Entries = readonly HistoryEntry[];
type Change = (entries: Entries) => Entries;

/** The history of one workspace in one file, beside its lock. */
export class FileHistoryStore implements HistoryStore {
	readonly #path: string;
	readonly #lock: FileLock;
	readonly #log: Log;
	/** What the file held when it had that stamp. */
	#stored: { readonly stamp: string; readonly entries: Entries } | undefined;
	/** What is still to be written, and what the last read made of it. */
	#soon: Change[] = [];
	#ahead: { readonly of: Entries; readonly changes: number; readonly entries: Entries } | undefined;
	#writing: NodeJS.Immediate | undefined;

	/** The folder of `path` is there. */
	constructor(path: string, log: Log) {
		this.#path = path;
		this.#lock = new FileLock(`${path}.lock`);
		this.#log = log;
	}

	read(): Entries {
		const of = this.#read();
		const known = this.#ahead?.of === of ? this.#ahead : { changes: 0, entries: of };
		const entries = this.#soon.slice(known.changes).reduce((before, change) => change(before), known.entries);
		this.#ahead = { of, changes: this.#soon.length, entries };
		return entries;
	}

	update(change: Change): void {
		this.#write([...this.#soon, change]);
	}

	updateSoon(change: Change): void {
		this.#soon.push(change);
		this.#writing ??= setImmediate(() => this.flush());
	}

	flush(): void {
		if (this.#soon.length === 0) return;
		try {
			this.#write(this.#soon);
		} catch (error) {
			this.#log.error("The history could not be written", error);
			this.#written();
		}
	}

	#write(changes: readonly Change[]): void {
		this.#lock.hold(() => {
			const entries = changes.reduce((before, change) => change(before), this.#read());
			const history: StoredHistory = { v: 1, entries };
			replaceFile(this.#path, JSON.stringify(history));
			this.#stored = { stamp: this.#stamp(), entries };
		});
		this.#written();
	}

	#written(): void {
		clearImmediate(this.#writing);
		this.#writing = undefined;
		this.#soon = [];
		this.#ahead = undefined;
	}

	#read(): Entries {
		const stamp = this.#stamp();
		if (this.#stored?.stamp === stamp) return this.#stored.entries;
		const entries = readDocument(this.#path, parseStoredHistory, this.#log)?.entries ?? [];
		this.#stored = { stamp, entries };
		return entries;
	}

	/** Another one after each write: whoever writes puts a new file in place of the old one. */
	#stamp(): string {
		const { ino, size, mtimeNs } = statSync(this.#path, { bigint: true, throwIfNoEntry: false }) ?? NOTHING;
		return [ino, size, mtimeNs].join(" ");
	}
}

const NOTHING = { ino: 0n, size: 0n, mtimeNs: 0n };
