import type { HistoryEntry } from "../core/history";
import type { HistoryStore, Log } from "../core/ports";
import { parseStoredHistory, type StoredHistory } from "../core/storedHistory";
import { FileLock } from "./fileLock";
import { replaceFile } from "./replaceFile";
import { readDocument } from "./storedDocument";

/** The history of one workspace in one file, beside its lock. */
export class FileHistoryStore implements HistoryStore {
	readonly #path: string;
	readonly #lock: FileLock;
	readonly #log: Log;

	/** The folder of `path` is there. */
	constructor(path: string, log: Log) {
		this.#path = path;
		this.#lock = new FileLock(`${path}.lock`);
		this.#log = log;
	}

	read(): readonly HistoryEntry[] {
		return readDocument(this.#path, parseStoredHistory, this.#log)?.entries ?? [];
	}

	update(change: (entries: readonly HistoryEntry[]) => readonly HistoryEntry[]): void {
		this.#lock.hold(() => {
			const history: StoredHistory = { v: 1, entries: change(this.read()) };
			replaceFile(this.#path, JSON.stringify(history));
		});
	}
}
