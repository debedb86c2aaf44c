import type { Shown } from "../support/faultWindow";

/** To the process of the window. */
export interface SoakRequest {
	readonly seq: number;
	readonly act:
		| "start"
		| "reload"
		| "leave"
		| "age"
		| "pass"
		| "until"
		| "draft"
		| "answer"
		| "dismiss"
		| "handOver"
		| "allow"
		| "allowAlways"
		| "deny"
		| "measure";
	readonly id?: string;
	readonly text?: string;
	/** `pass`: milliseconds; `until`: how many wait and can be answered. */
	readonly count?: number;
}

export interface SoakReply {
	readonly seq: number;
	/** False: it was refused. */
	readonly done: boolean;
	/** The value of `PARLEY_WINDOW` in its terminals. */
	readonly path: string;
	readonly port: number;
	readonly shown: readonly Shown[];
	/** What it logged as a warning or told the person, since the last reload. */
	readonly complaints: readonly string[];
	readonly measured?: Measured;
}

/** Of the window's process, after its garbage was collected. */
export interface Measured {
	readonly heapKiB: number;
	readonly timers: number;
	readonly sockets: number;
	/** Objects that are still held: sockets, responses and emitters. */
	readonly objects: readonly [sockets: number, responses: number, emitters: number];
	readonly history: number;
	readonly sessions: number;
	/** Since it was measured before. */
	readonly delayP99Ms: number;
}
