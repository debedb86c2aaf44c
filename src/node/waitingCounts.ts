import { type FSWatcher, lstatSync, readdirSync, rmSync, watch } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../core/clock";
import { Emitter, type Event } from "../core/events";
import type { Disposable } from "../core/lifetime";
import type { OtherWindow, OtherWindows } from "../core/otherWindow";
import type { Log } from "../core/ports";
import { isSameBoot } from "./bootId";
import { isRunning } from "./isRunning";
import { replaceFile } from "./replaceFile";
import { readWaiting, type WaitingOwner, waitingText } from "./waitingRecord";

/** One change is several events, and several windows may change at once. */
const SETTLE_MS = 100;
/** More than a person has windows. */
const WINDOWS_MAX = 200;
/** What is older goes even if nobody knows whose it is. */
const KEPT_MS = 7 * 24 * 3_600_000;

interface WaitingCountsDeps {
	readonly clock: Clock;
	readonly log: Log;
	/** The names of this window's folders. */
	folders(): readonly string[];
}

/** Where a window writes: a file of its own in a folder that all windows of the user share, of all editors. */
interface WaitingPlace {
	readonly folder: string;
	/** The window's slot. */
	readonly name: string;
	readonly owner: WaitingOwner;
}

/**
 * How much waits in the user's other windows. Each window has a file for as long as something waits in it, so nothing
 * has to be asked and nothing listens. They only inform: nothing is decided by what stands there.
 */
export class WaitingCounts implements OtherWindows, Disposable {
	readonly #deps: WaitingCountsDeps;
	readonly #changed = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#changed.event;
	#place: WaitingPlace | undefined;
	#watcher: FSWatcher | undefined;
	#soon: Disposable | undefined;
	#count = 0;
	/** What stands in the own file; undefined: it is not there. */
	#written: string | undefined;
	/** The log knows that it cannot be written. */
	#isFailing = false;
	#others: readonly OtherWindow[] = [];

	constructor(deps: WaitingCountsDeps) {
		this.#deps = deps;
	}

	get all(): readonly OtherWindow[] {
		return this.#others;
	}

	/** From now on this window's file is there. */
	use(place: WaitingPlace): void {
		this.#leave();
		this.#place = place;
		this.#sweep(place);
		this.#watch(place);
		this.refresh();
	}

	tell(count: number): void {
		this.#count = count;
		this.#write();
	}

	/** Reads again: a window that has died tells nobody, and not every file system tells what changes. */
	refresh(): void {
		this.#write();
		const others = this.#place === undefined ? [] : readOthers(this.#place);
		if (JSON.stringify(others) === JSON.stringify(this.#others)) return;
		this.#others = others;
		this.#changed.fire();
	}

	dispose(): void {
		this.#leave();
		this.#changed.dispose();
	}

	#write(): void {
		if (this.#place === undefined) return;
		const { folder, name, owner } = this.#place;
		const text =
			this.#count === 0 ? undefined : waitingText({ owner, folders: this.#deps.folders(), count: this.#count });
		if (text === this.#written) return;
		const path = join(folder, `${name}.json`);
		try {
			if (text === undefined) rmSync(path, { force: true });
			else replaceFile(path, text);
			this.#written = text;
			this.#isFailing = false;
		} catch (error) {
			if (!this.#isFailing) this.#deps.log.warn(`other windows cannot be told what waits here: ${String(error)}`);
			this.#isFailing = true;
		}
	}

	#watch({ folder, name }: WaitingPlace): void {
		const { clock, log } = this.#deps;
		// Where it cannot be watched, what it holds is read whenever the window gets the focus.
		const failed = (error: unknown): void => {
			log.info(`the counts of other windows are read only when this one gets the focus: ${String(error)}`);
		};
		try {
			const watcher = watch(folder, { persistent: false }, (_, file) => {
				if (file !== null && (!file.endsWith(".json") || file === `${name}.json`)) return;
				this.#soon ??= clock.after(SETTLE_MS, () => {
					this.#soon = undefined;
					this.refresh();
				});
			});
			this.#watcher = watcher;
			watcher.on("error", (error) => {
				watcher.close();
				if (this.#watcher === watcher) failed(error);
			});
		} catch (error) {
			failed(error);
		}
	}

	/** Of another machine's windows, and of what cannot be read, nobody knows whether it is of use. */
	#sweep({ folder, owner }: WaitingPlace): void {
		const oldest = this.#deps.clock.now() - KEPT_MS;
		for (const name of fileNames(folder)) {
			const path = join(folder, name);
			const record = readWaiting(path);
			if (record !== undefined && isAlive(record.owner, owner)) continue;
			if (record?.owner.host === owner.host || writtenAt(path) < oldest) remove(path);
		}
	}

	#leave(): void {
		this.#watcher?.close();
		this.#watcher = undefined;
		this.#soon?.dispose();
		this.#soon = undefined;
		this.#removeOwn();
		this.#place = undefined;
	}

	/** Another window may have taken the place meanwhile, and with it the file. */
	#removeOwn(): void {
		const place = this.#place;
		if (place === undefined || this.#written === undefined) return;
		this.#written = undefined;
		const path = join(place.folder, `${place.name}.json`);
		const owner = readWaiting(path)?.owner;
		if (owner?.pid === place.owner.pid && isOfSameStart(owner, place.owner)) remove(path);
	}
}

function remove(path: string): void {
	try {
		rmSync(path, { force: true });
	} catch {
		// It stays, and counts for nothing once its process has gone.
	}
}

function readOthers({ folder, name, owner }: WaitingPlace): readonly OtherWindow[] {
	return fileNames(folder)
		.filter((file) => file !== `${name}.json`)
		.map((file) => readWaiting(join(folder, file)))
		.filter((record) => record !== undefined)
		.filter((record) => isAlive(record.owner, owner))
		.slice(0, WINDOWS_MAX)
		.map(({ folders, count }) => ({ folders, count }))
		.sort((a, b) => a.folders.join().localeCompare(b.folders.join()) || a.count - b.count);
}

/** Whether that window is there. Of a window on another machine nobody knows: its folders are not this machine's. */
function isAlive(owner: WaitingOwner, here: WaitingOwner): boolean {
	return isOfSameStart(owner, here) && isRunning(owner.pid);
}

/** Whether both are of one machine since its last start: only there do their process ids mean the same. */
function isOfSameStart(one: WaitingOwner, other: WaitingOwner): boolean {
	return one.host === other.host && isSameBoot(one.bootId, other.bootId);
}

/** In milliseconds since the epoch; what has gone meanwhile is as good as new. */
function writtenAt(path: string): number {
	return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

function fileNames(folder: string): readonly string[] {
	try {
		return readdirSync(folder).filter((name) => name.endsWith(".json"));
	} catch {
		return [];
	}
}
