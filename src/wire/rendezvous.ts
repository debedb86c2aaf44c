/** The content of `run/<workspace key>-<slot>.json`: how a bridge finds and proves its window. */
export interface Rendezvous {
	readonly v: 1;
	/** `http://127.0.0.1:<port>` */
	readonly url: string;
	/** 64 hex digits, new at every start of the broker. */
	readonly token: string;
	/** The extension host that listens, and the boot of the machine it belongs to. */
	readonly pid: number;
	readonly bootId: string;
	readonly host: string;
	/** Random per start; a window writes or deletes the file only while it names its own. */
	readonly instance: string;
	/** Real paths of the window's folders. */
	readonly folders: readonly string[];
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
}

/** Parses the text of a rendezvous file. Undefined for anything that is not one. */
export function parseRendezvous(text: string): Rendezvous | undefined {
	let raw: unknown;
	try {
		raw = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (typeof raw !== "object" || raw === null) return undefined;
	const { v, url, token, pid, bootId, host, instance, folders, startedAt } = raw as Record<string, unknown>;
	const isOurs =
		v === 1 &&
		typeof url === "string" &&
		/^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(url) &&
		typeof token === "string" &&
		/^[0-9a-f]{64}$/.test(token) &&
		Number.isSafeInteger(pid) &&
		typeof bootId === "string" &&
		typeof host === "string" &&
		typeof instance === "string" &&
		instance !== "" &&
		Array.isArray(folders) &&
		folders.every((folder) => typeof folder === "string") &&
		Number.isSafeInteger(startedAt);
	if (!isOurs) return undefined;
	return { v, url, token, pid: pid as number, bootId, host, instance, folders, startedAt: startedAt as number };
}

/** The name of a rendezvous file: the workspace key (`empty` without a folder) and the slot's number. */
export const RENDEZVOUS_NAME = /^(?:[0-9a-f]{16}|empty)-[1-9]\d{0,4}\.json$/;
