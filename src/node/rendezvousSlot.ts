import { basename } from "node:path";
import type { Rendezvous } from "../wire/rendezvous";
import { FileLock } from "./fileLock";
import { isProvablyDead } from "./rendezvousLiveness";
import { noteText, readSlot, type SlotOwner, type SlotRecord } from "./rendezvousRecord";
import { replaceFile } from "./replaceFile";
import { setAside } from "./setAside";

/** A window's place in the `run` folder. It writes its file only as long as that is its own. */
export class Slot {
	/** `<workspace key>-<number>`: names what the window stores. */
	readonly name: string;

	constructor(
		/** The rendezvous file: the value of `PARLEY_WINDOW`. */
		readonly path: string,
		private readonly lock: string,
		private readonly owner: SlotOwner,
		/** Where the broker of this slot listened last. */
		readonly lastPort: number | undefined,
		private readonly now: () => number,
	) {
		this.name = basename(path, ".json");
	}

	/**
	 * Tells bridges where the broker listens. False when another window has taken the slot; then nothing is written.
	 * Throws when the file cannot be written.
	 */
	publish(broker: Pick<Rendezvous, "url" | "token" | "folders">): boolean {
		return this.#replace(() => this.#openText(broker));
	}

	/**
	 * The same where nobody's record is in its place: the file was deleted, a window has left or died that had taken the
	 * place, or what lies there cannot be read, which is set aside then. A file that is its own stays as it is, also where others can read it: its token is theirs too by then, and
	 * the Doctor says so. `broker` gives undefined
	 * once nothing is to be written any more. True: it was written. Throws when it cannot be.
	 */
	async mend(broker: () => Pick<Rendezvous, "url" | "token" | "folders"> | undefined): Promise<boolean> {
		const seen = readSlot(this.path);
		if (seen.record !== undefined && !(await this.#isLeft(seen.record))) return false;
		const told = broker();
		if (told === undefined) return false;
		return new FileLock(this.lock).hold(() => {
			// Whoever has written meanwhile is there.
			if (readSlot(this.path).text !== seen.text) return false;
			if (seen.record === undefined && seen.text !== undefined) setAside(this.path);
			replaceFile(this.path, this.#openText(told));
			return true;
		});
	}

	/**
	 * The broker goes and a new one will come: until then the slot stays this window's although nobody listens. False when
	 * another window has taken the slot; then nothing is written. Throws when the file cannot be written.
	 */
	keep(): boolean {
		return this.#replace((port) => noteText("claimed", this.owner, port, this.now()));
	}

	/** The window goes away, or its broker does: bridges wait from now on. Never throws. */
	release(): void {
		try {
			this.#replace((port) => noteText("freed", this.owner, port, this.now()));
		} catch {
			// The file stays as it was then. That nobody listens any more, others find out by themselves.
		}
	}

	/** Its own it has left itself, where it has. */
	async #isLeft(record: SlotRecord): Promise<boolean> {
		if (record.owner.instance === this.owner.instance) return false;
		return record.state === "freed" || (await isProvablyDead(record, this.owner));
	}

	#openText(broker: Pick<Rendezvous, "url" | "token" | "folders">): string {
		const { pid, bootId, host, instance } = this.owner;
		const window: Rendezvous = { v: 1, ...broker, pid, bootId, host, instance, startedAt: this.now() };
		return JSON.stringify(window);
	}

	#replace(text: (port: number | undefined) => string): boolean {
		return new FileLock(this.lock).hold(() => {
			const { record } = readSlot(this.path);
			if (record?.owner.instance !== this.owner.instance) return false;
			replaceFile(this.path, text(record.port));
			return true;
		});
	}
}
