import type { ListedAgent } from "../agents/connections";
import type { AgentId } from "../agents/integration";

/** What the Doctor found out, for people: everything here is text in their language, without secrets or questions. */
export interface Report {
	readonly sections: readonly Section[];
}

export interface Section {
	/** "This window", "Claude Code" */
	readonly title: string;
	readonly rows: readonly Row[];
}

/** One thing that was examined. */
export interface Row {
	/** Stays the same over versions and languages: "bridge.roundTrip". */
	readonly id: string;
	readonly status: RowStatus;
	readonly title: string;
	/** What was found; for a fault what is wrong. */
	readonly detail: string;
	/** What a person can do about it. */
	readonly remedy?: string;
	/** What Parley itself can do about it, once the person says so. */
	readonly repair?: Repair;
}

/** `info` is neither right nor wrong. */
export type RowStatus = "failed" | "warning" | "ok" | "info";

export type Repair =
	| { readonly kind: "restart" | "reinstallBridge" | "newTerminal" | "trustFolder" | "disconnect" }
	| { readonly kind: "connect"; readonly agent: AgentId }
	| { readonly kind: "openSetting"; readonly setting: string }
	| { readonly kind: "openFile"; readonly path: string };

/** How one agent stands, in short. */
export interface AgentStanding {
	readonly agent: ListedAgent;
	/** The path of its program; undefined where only its own folder is there. */
	readonly program: string | undefined;
	/** What the program says of itself; undefined where it does not say. */
	readonly version: string | undefined;
	/** When its bridge introduced itself last, in any window; milliseconds since the epoch. */
	readonly handshakeAt: number | undefined;
	/** When it called a tool last in this window since that started. */
	readonly callAt: number | undefined;
}

/** Whether anything that was examined does not work. */
export function isHealthy({ sections }: Report): boolean {
	return sections.every(({ rows }) => rows.every(({ status }) => status !== "failed"));
}
