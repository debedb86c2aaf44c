import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { RENDEZVOUS_NAME } from "../wire/rendezvous";
import { FileLock, LockBusy } from "./fileLock";
import { isProvablyDead, isTaken } from "./rendezvousLiveness";
import { noteText, readSlot, type SlotContent, type SlotOwner } from "./rendezvousRecord";
import { Slot } from "./rendezvousSlot";
import { replaceFile } from "./replaceFile";
import { setAside } from "./setAside";
import type { StateFolder } from "./stateFolder";

/** For this long a slot is kept for the window that left it: it may be reloading. */
const FREED_MS = 60_000;
/** A window's restored terminals come back before its old extension host has quite gone. */
const LEAVING_MS = 3_000;
const RETRY_MS = 50;
/** A freed slot's note is of no use for longer than this. */
const NOTE_MS = 24 * 60 * 60_000;

export interface ClaimOptions {
	readonly state: StateFolder;
	/** As `workspaceKey` gives it. */
	readonly workspaceKey: string;
	/** The values of `PARLEY_WINDOW` in the terminals that this window has restored. */
	readonly restored: readonly string[];
	readonly owner: SlotOwner;
	readonly now: () => number;
	/** A file that could not be read was moved to this path. */
	readonly onSetAside: (path: string) => void;
}

/**
 * Gives a starting window its slot: the one its restored terminals know; else the lowest one of its workspace that is
 * neither in use nor freed less than a minute ago; else the one freed last; else a new one.
 */
export async function claimSlot(options: ClaimOptions): Promise<Slot> {
	const known = knownSlots(options);
	const end = performance.now() + LEAVING_MS;
	for (;;) {
		const mayWait = known.length > 0 && performance.now() < end;
		const seen = (await firstFree(known, options)) ?? (mayWait ? undefined : await freeSlot(options));
		// Another window may have claimed the same one meanwhile.
		const slot = seen && unlessBusy(() => claim(seen, options));
		if (slot !== undefined) {
			await sweep(slot.path, options);
			return slot;
		}
		await pause(RETRY_MS);
	}
}

interface SeenSlot {
	readonly path: string;
	readonly content: SlotContent;
}

/** The slots that restored terminals name, the one of most terminals first. */
function knownSlots({ state, restored }: ClaimOptions): readonly string[] {
	const counts = new Map<string, number>();
	for (const path of restored) {
		if (dirname(path) !== state.run || !RENDEZVOUS_NAME.test(basename(path))) continue;
		counts.set(path, (counts.get(path) ?? 0) + 1);
	}
	return [...counts].sort(([, a], [, b]) => b - a).map(([path]) => path);
}

async function firstFree(paths: readonly string[], options: ClaimOptions): Promise<SeenSlot | undefined> {
	for (const path of paths) {
		const content = readSlot(path);
		if (await isFree(content, options)) return { path, content };
	}
	return undefined;
}

async function freeSlot(options: ClaimOptions): Promise<SeenSlot> {
	const { state, workspaceKey, now } = options;
	const last = Math.max(0, ...slotNumbers(options));
	const seen = Array.from({ length: last + 1 }, (_, index) => {
		const path = join(state.run, `${workspaceKey}-${index + 1}.json`);
		return { path, content: readSlot(path) };
	});
	const freed = seen.filter(({ content }) => now() - freedAt(content) < FREED_MS);
	for (const slot of seen.slice(0, last)) {
		if (!freed.includes(slot) && (await isFree(slot.content, options))) return slot;
	}
	const [latest = seen[last]] = freed.sort((a, b) => freedAt(b.content) - freedAt(a.content));
	if (latest === undefined) throw new Error("there is always one slot more than there are files");
	return latest;
}

async function isFree({ record }: SlotContent, { owner }: ClaimOptions): Promise<boolean> {
	return record === undefined || !(await isTaken(record, owner));
}

/** Long ago for what is not freed. */
function freedAt({ record }: SlotContent): number {
	return record?.state === "freed" ? record.at : Number.NEGATIVE_INFINITY;
}

function slotNumbers({ state, workspaceKey }: ClaimOptions): readonly number[] {
	return slotFiles(state)
		.filter((name) => name.startsWith(`${workspaceKey}-`))
		.map((name) => Number(name.slice(workspaceKey.length + 1, -".json".length)));
}

function slotFiles(state: StateFolder): readonly string[] {
	return readdirSync(state.run).filter((name) => RENDEZVOUS_NAME.test(name));
}

/** Undefined: the slot is no longer what was seen. */
function claim({ path, content }: SeenSlot, { state, owner, now, onSetAside }: ClaimOptions): Slot | undefined {
	const lock = lockOf(state);
	return new FileLock(lock).hold(() => {
		if (readSlot(path).text !== content.text) return undefined;
		const port = content.record?.port;
		if (content.record === undefined && content.text !== undefined) {
			clear(path, onSetAside);
		}
		replaceFile(path, noteText("claimed", owner, port, now()));
		return new Slot(path, lock, owner, port, now);
	});
}

/** What lies in a slot's place must not keep a window from starting, also where it cannot be kept. */
function clear(path: string, onSetAside: (path: string) => void): void {
	try {
		onSetAside(setAside(path));
	} catch {
		rmSync(path, { recursive: true, force: true });
	}
}

/** Deletes what dead windows left, tokens above all. */
async function sweep(own: string, { state, owner, now }: ClaimOptions): Promise<void> {
	const others = slotFiles(state).map((name) => join(state.run, name));
	for (const path of others.filter((each) => each !== own)) {
		const { text, record } = readSlot(path);
		if (record === undefined || (record.state === "freed" && now() - record.at < NOTE_MS)) continue;
		if (!(await isProvablyDead(record, owner))) continue;
		unlessBusy(() =>
			new FileLock(lockOf(state)).hold(() => {
				if (readSlot(path).text === text) rmSync(path, { force: true });
			}),
		);
	}
}

/** Several windows that open at once on a busy machine wait for each other for longer than one may stand still. */
function unlessBusy<T>(run: () => T): T | undefined {
	try {
		return run();
	} catch (error) {
		if (error instanceof LockBusy) return undefined;
		throw error;
	}
}

function lockOf(state: StateFolder): string {
	return join(state.run, "lock");
}
