import type { Desk } from "../core/desk";
import type { Session } from "../core/sessions";
import type { HookCaller } from "../wire/hookMessages";

/** Of several bridges those nearest to an agent's process. */
export interface Nearest {
	readonly pids: readonly number[];
	/** What they have in common serves many terminals. */
	readonly isUnderDaemon: boolean;
}

export interface HookProcesses {
	/**
	 * The agent's process that has started the hook, whatever the hook says; only where the platform does not tell it is
	 * believed. Undefined: the hook is not the process that holds the connection.
	 */
	agentOf(hook: Pick<HookCaller, "pid" | "agentPid">, ports: ConnectionPorts): Promise<number | undefined>;
	/** Undefined: the platform does not tell. */
	nearest(agentPid: number, bridges: readonly number[]): Promise<Nearest | undefined>;
}

/** Of a connection, as this side sees it. */
export interface ConnectionPorts {
	readonly remotePort: number;
	readonly localPort: number;
}

const IDS_MAX = 16;

/**
 * Which session a hook belongs to. Its bridge stands nearest to the hook's agent process; of several it is the one of which
 * both have told the agent's own id. The id alone is enough only where the platform does not tell of processes: any program
 * of the user can know it.
 */
export class HookSessions {
	readonly #desk: Desk;
	readonly #processes: HookProcesses;
	/** The agents' own ids. An agent may begin anew in the same process, and has several then. */
	readonly #ids = new WeakMap<Session, readonly string[]>();

	constructor(desk: Desk, processes: HookProcesses) {
		this.#desk = desk;
		this.#processes = processes;
	}

	/** The agent calls this session so, too. */
	learn(session: Session, ids: readonly string[]): void {
		const known = this.#ids.get(session) ?? [];
		const added = ids.filter((id) => !known.includes(id));
		if (added.length > 0) this.#ids.set(session, [...known, ...added].slice(-IDS_MAX));
	}

	knows(session: Session, id: string): boolean {
		return this.#ids.get(session)?.includes(id) === true;
	}

	/** Undefined: there is none, or it cannot be told from others. */
	async find(hook: HookCaller): Promise<Session | undefined> {
		const { sessionId } = hook;
		const all = this.#of(hook.agent);
		const named = sessionId === undefined ? [] : all.filter((session) => this.knows(session, sessionId));
		const found = (await this.#ofNamed(hook, named)) ?? (await this.#nearest(hook, all));
		if (found !== undefined && sessionId !== undefined) this.learn(found, [sessionId]);
		return found;
	}

	/** Whether the session's bridge stands nearest to that process, and no other's. `false` too where that cannot be told. */
	async isNearest(session: Session, agentPid: number): Promise<boolean> {
		const near = await this.#processes.nearest(agentPid, pidsOf(this.#of(session.intro.agent.id)));
		return near?.isUnderDaemon === false && near.pids.length === 1 && near.pids[0] === session.intro.place.pid;
	}

	/** Whether nothing speaks against its bridge having been started by that agent process. */
	async mayBeUnder(session: Session, agentPid: number): Promise<boolean> {
		const near = await this.#processes.nearest(agentPid, pidsOf([session]));
		return near === undefined || near.pids.length > 0;
	}

	async #ofNamed({ agentPid }: HookCaller, named: readonly Session[]): Promise<Session | undefined> {
		if (named.length === 0) return undefined;
		const near = await this.#processes.nearest(agentPid, pidsOf(named));
		return onlyOne(near === undefined ? named : named.filter(isAmong(near)));
	}

	async #nearest({ agentPid, sessionId, cwd }: HookCaller, all: readonly Session[]): Promise<Session | undefined> {
		const near = await this.#processes.nearest(agentPid, pidsOf(all));
		const isHere = (session: Session): boolean => cwd !== undefined && session.intro.place.cwd === cwd;
		if (near === undefined) return onlyOne(all.filter(isHere));
		const under = all.filter(isAmong(near));
		if (!near.isUnderDaemon) return onlyOne(under);
		// Of a daemon's sessions one whose id is another's is another's.
		const isOther = (session: Session): boolean => sessionId !== undefined && this.#ids.has(session);
		return onlyOne(under.filter((session) => isHere(session) && !isOther(session)));
	}

	#of(agentId: string): readonly Session[] {
		return this.#desk.sessions.all.filter(({ state, intro }) => state !== "ended" && intro.agent.id === agentId);
	}
}

/** One that was refuted only claims to be there. */
function onlyOne(sessions: readonly Session[]): Session | undefined {
	const believed = sessions.filter(({ intro }) => intro.place.verification !== "refuted");
	const candidates = believed.length > 0 ? believed : sessions;
	return candidates.length === 1 ? candidates[0] : undefined;
}

function isAmong({ pids }: Nearest): (session: Session) => boolean {
	return ({ intro }) => intro.place.pid !== undefined && pids.includes(intro.place.pid);
}

function pidsOf(sessions: readonly Session[]): readonly number[] {
	return sessions.flatMap(({ intro }) => intro.place.pid ?? []);
}
