import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Log, SessionStore } from "../core/ports";
import { parseStoredSession, type StoredSession } from "../core/stored";
import { replaceFile } from "./replaceFile";
import { readDocument } from "./storedDocument";

/** The sessions of one window, a file each, in a folder that this window alone writes. */
export class FolderSessionStore implements SessionStore {
	readonly #folder: string;
	readonly #log: Log;

	/** Creates the folder, closed to other users. */
	constructor(folder: string, log: Log) {
		this.#folder = folder;
		this.#log = log;
		mkdirSync(folder, { recursive: true, mode: 0o700 });
	}

	load(): readonly StoredSession[] {
		const names = readdirSync(this.#folder);
		// What a process left that was killed while it wrote.
		for (const name of names.filter((each) => each.endsWith(".tmp"))) rmSync(join(this.#folder, name), { force: true });
		return names.filter((name) => name.endsWith(".json")).flatMap((name) => this.#read(name) ?? []);
	}

	save(session: StoredSession): void {
		replaceFile(this.#path(session.id), JSON.stringify(session));
	}

	remove(id: string): void {
		rmSync(this.#path(id), { force: true });
	}

	/** One that cannot be read or moved must not keep the others away. */
	#read(name: string): StoredSession | undefined {
		try {
			return readDocument(join(this.#folder, name), parseStoredSession, this.#log);
		} catch (error) {
			this.#log.error(`the stored session ${name} could not be read`, error);
			return undefined;
		}
	}

	#path(id: string): string {
		return join(this.#folder, `${id}.json`);
	}
}
