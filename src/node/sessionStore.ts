import { appendFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Log, SessionStore } from "../core/ports";
import { parseStoredSession, type StoredSession } from "../core/stored";
import { replaceFile } from "./replaceFile";
import { parseJson, readStored } from "./storedDocument";

/** A file that would become larger is replaced by the newest document alone. */
const FILE_MAX_BYTES = 512 * 1024;

/**
 * The sessions of one window, a file each, in a folder that this window alone writes. A line holds the whole document as
 * it was saved, and the last whole line counts: to add one takes a tenth of what it takes to replace a file, at which
 * ext4 waits for the disk. A line that was cut off leaves what was saved before it.
 */
export class FolderSessionStore implements SessionStore {
	readonly #folder: string;
	readonly #log: Log;
	/** Of the files that can be added to, by session. */
	readonly #sizes = new Map<string, number>();
	/** JSON of what was saved before. */
	readonly #texts = new WeakMap<object, string>();

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
		const { id } = session;
		const line = Buffer.from(`${this.#json(session)}\n`);
		const size = (this.#sizes.get(id) ?? Infinity) + line.length;
		// After a failure nobody knows how the file ends.
		this.#sizes.delete(id);
		if (size <= FILE_MAX_BYTES) appendFileSync(this.#path(id), line, { mode: 0o600 });
		else replaceFile(this.#path(id), line);
		this.#sizes.set(id, size <= FILE_MAX_BYTES ? size : line.length);
	}

	remove(id: string): void {
		this.#sizes.delete(id);
		rmSync(this.#path(id), { force: true });
	}

	/** One that cannot be read or moved must not keep the others away. */
	#read(name: string): StoredSession | undefined {
		try {
			return readStored(join(this.#folder, name), lastSaved, this.#log);
		} catch (error) {
			this.#log.error(`the stored session ${name} could not be read`, error);
			return undefined;
		}
	}

	/** The same as JSON.stringify: nothing of a session is changed in place, so most of it has been written out before. */
	#json(session: StoredSession): string {
		const fields = Object.entries(session).flatMap(([name, value]: [string, unknown]) =>
			value === undefined
				? []
				: [`${JSON.stringify(name)}:${Array.isArray(value) ? this.#list(value) : JSON.stringify(value)}`],
		);
		return `{${fields.join(",")}}`;
	}

	#list(items: readonly object[]): string {
		const texts = items.map((item) => {
			const text = this.#texts.get(item) ?? JSON.stringify(item);
			this.#texts.set(item, text);
			return text;
		});
		return `[${texts.join(",")}]`;
	}

	#path(id: string): string {
		return join(this.#folder, `${id}.json`);
	}
}

function lastSaved(text: string): StoredSession | undefined {
	for (const line of text.split("\n").toReversed()) {
		const session = parseStoredSession(parseJson(line));
		if (session !== undefined) return session;
	}
	return undefined;
}
