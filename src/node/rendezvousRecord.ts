import { lstatSync, readFileSync } from "node:fs";
import { parseRendezvous, type Rendezvous } from "../wire/rendezvous";

/** The extension host that has a slot. */
export interface SlotOwner {
	readonly pid: number;
	readonly bootId: string;
	/** The machine's name: a home folder can be shared by several. */
	readonly host: string;
	/** Random per start. */
	readonly instance: string;
	/** When its process started, as `startOf` tells; undefined where that cannot be found out. Only notes hold it. */
	readonly processStart?: number | undefined;
}

/**
 * What a slot's file says. `open`: the broker listens. `claimed`: its window is starting, or starts
 * again. `freed`: its window went away
 * in order; kept so that a starting window sees when. Bridges take the last two for "no window". Times are milliseconds
 * since the epoch; `port` is the broker's last one.
 */
export type SlotRecord =
	| { readonly state: "open"; readonly owner: SlotOwner; readonly port: number; readonly window: Rendezvous }
	| {
			readonly state: "claimed" | "freed";
			readonly owner: SlotOwner;
			readonly port: number | undefined;
			readonly at: number;
	  };

/** What lies in a slot's place, as far as it can be read. */
export interface SlotContent {
	/** The file's text; undefined where there is none. Two readings of the same text are the same record. */
	readonly text: string | undefined;
	readonly record: SlotRecord | undefined;
}

export function readSlot(path: string): SlotContent {
	try {
		// A link or a folder in its place is as good as a text without sense.
		const text = lstatSync(path).isFile() ? readFileSync(path, "utf8") : "";
		return { text, record: parseSlot(text) };
	} catch (error) {
		const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
		return { text: isMissing ? undefined : "", record: undefined };
	}
}

/** The text of a record that is not open; for an open one the file is the {@link Rendezvous} itself. */
export function noteText(state: "claimed" | "freed", owner: SlotOwner, port: number | undefined, at: number): string {
	return JSON.stringify({ v: 1, state, at, port, ...owner });
}

function parseSlot(text: string): SlotRecord | undefined {
	const window = parseRendezvous(text);
	if (window !== undefined) {
		const { pid, bootId, host, instance, url } = window;
		return { state: "open", owner: { pid, bootId, host, instance }, port: Number(new URL(url).port), window };
	}
	const { v, state, at, port, pid, bootId, host, instance, processStart } = fields(text);
	const isNote =
		v === 1 &&
		(state === "claimed" || state === "freed") &&
		typeof at === "number" &&
		(port === undefined || typeof port === "number") &&
		Number.isSafeInteger(pid) &&
		typeof bootId === "string" &&
		typeof host === "string" &&
		typeof instance === "string" &&
		(processStart === undefined || typeof processStart === "number");
	return isNote ? { state, at, port, owner: { pid: pid as number, bootId, host, instance, processStart } } : undefined;
}

function fields(text: string): Readonly<Record<string, unknown>> {
	try {
		const raw: unknown = JSON.parse(text);
		return typeof raw === "object" && raw !== null ? { ...raw } : {};
	} catch {
		return {};
	}
}
