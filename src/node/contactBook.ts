import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentContacts } from "../core/agentContacts";
import { isParleyItself } from "../core/agents";
import type { Log } from "../core/ports";
import { FileLock } from "./fileLock";
import { replaceFile } from "./replaceFile";
import type { StateFolder } from "./stateFolder";

/** As many agents are kept, the newest: an entry can give itself any name. */
const AGENTS_MAX = 64;
/** Many sessions of one agent that begin at once are written down once. */
const NOTED_FOR_MS = 10_000;

/** Milliseconds since the epoch. */
type Times = Readonly<Record<string, number>>;

/**
 * When each agent was last seen. Handshakes are known to all windows of this user and stay over a reload; calls are known to
 * this window, while it lives.
 */
export class ContactBook implements AgentContacts {
	readonly #path: string;
	readonly #lock: FileLock;
	readonly #log: Log;
	readonly #now: () => number;
	readonly #calls = new Map<string, number>();
	readonly #noted = new Map<string, number>();

	constructor(state: StateFolder, log: Log, now: () => number) {
		this.#path = join(state.root, "handshakes.json");
		this.#lock = new FileLock(join(state.root, "handshakes.lock"));
		this.#log = log;
		this.#now = now;
	}

	onHandshake(agentId: string): void {
		if (isParleyItself(agentId)) return;
		const now = this.#now();
		if (now - (this.#noted.get(agentId) ?? Number.NEGATIVE_INFINITY) < NOTED_FOR_MS) return;
		this.#noted.set(agentId, now);
		try {
			this.#lock.hold(() => {
				const others = Object.entries(this.#handshakes()).filter(([id]) => id !== agentId);
				const kept = others.sort(([, a], [, b]) => b - a);
				const agents: Times = Object.fromEntries<number>([[agentId, now] as const, ...kept].slice(0, AGENTS_MAX));
				replaceFile(this.#path, `${JSON.stringify({ v: 1, agents })}\n`);
			});
		} catch (error) {
			// What cannot be noted is missing in the Doctor's report alone.
			this.#log.warn(`a handshake could not be noted: ${error instanceof Error ? error.message : String(error)}`);
		}
	}

	onCall(agentId: string): void {
		this.#calls.set(agentId, this.#now());
	}

	/** When that agent's bridge introduced itself last, in any window, to within ten seconds. */
	lastHandshake(agentId: string): number | undefined {
		return this.#handshakes()[agentId];
	}

	/** When that agent called a tool last, in this window since it started. */
	lastCall(agentId: string): number | undefined {
		return this.#calls.get(agentId);
	}

	#handshakes(): Times {
		return readHandshakes(this.#path);
	}
}

/** The times in that file; none where it is missing or makes no sense. */
function readHandshakes(path: string): Times {
	try {
		const raw: unknown = JSON.parse(readFileSync(path, "utf8"));
		const agents = (raw as { readonly agents?: unknown } | null)?.agents;
		if (typeof agents !== "object" || agents === null) return {};
		const times = Object.entries(agents as Readonly<Record<string, unknown>>);
		return Object.fromEntries(
			times.flatMap(([id, at]) => (/^[a-z0-9-]{1,40}$/.test(id) && typeof at === "number" ? [[id, at]] : [])),
		);
	} catch {
		return {};
	}
}
