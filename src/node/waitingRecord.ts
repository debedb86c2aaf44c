import { lstatSync, readFileSync } from "node:fs";
import type { OtherWindow } from "../core/otherWindow";
import type { SlotOwner } from "./rendezvousRecord";

/** What a window writes about itself: it is that process, and so much waits in it. */
interface WaitingRecord extends OtherWindow {
	readonly owner: WaitingOwner;
}

export type WaitingOwner = Pick<SlotOwner, "pid" | "bootId" | "host">;

const BYTES_MAX = 32_768;
const FOLDERS_MAX = 64;
const NAME_MAX = 255;
const COUNT_MAX = 100_000;

/** Of very many or very long names the last ones are left out: a file that is too large counts for nothing. */
export function waitingText({ owner, folders, count }: WaitingRecord): string {
	const named = folders.filter((name) => name !== "").map((name) => name.slice(0, NAME_MAX));
	for (let length = Math.min(named.length, FOLDERS_MAX); ; length--) {
		const text = JSON.stringify({ v: 1, ...owner, folders: named.slice(0, length), count });
		if (length === 0 || Buffer.byteLength(text) <= BYTES_MAX) return text;
	}
}

/** Undefined for what is no such record, of whatever kind: another program may have put it there. */
export function readWaiting(path: string): WaitingRecord | undefined {
	try {
		const stats = lstatSync(path);
		if (!stats.isFile() || stats.size > BYTES_MAX) return undefined;
		return parseWaiting(JSON.parse(readFileSync(path, "utf8")));
	} catch {
		return undefined;
	}
}

function parseWaiting(raw: unknown): WaitingRecord | undefined {
	if (typeof raw !== "object" || raw === null) return undefined;
	const { v, pid, bootId, host, folders, count } = raw as Readonly<Record<string, unknown>>;
	const isOurs =
		v === 1 &&
		isCount(pid, Number.MAX_SAFE_INTEGER) &&
		typeof bootId === "string" &&
		typeof host === "string" &&
		Array.isArray(folders) &&
		folders.length <= FOLDERS_MAX &&
		folders.every(isName) &&
		isCount(count, COUNT_MAX);
	return isOurs ? { owner: { pid, bootId, host }, folders, count } : undefined;
}

function isName(raw: unknown): raw is string {
	return typeof raw === "string" && raw !== "" && raw.length <= NAME_MAX;
}

function isCount(raw: unknown, max: number): raw is number {
	return typeof raw === "number" && Number.isSafeInteger(raw) && raw >= 1 && raw <= max;
}
