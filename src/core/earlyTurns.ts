import type { Clock } from "./clock";
import { MINUTE_MS } from "./limits";
import type { Ids } from "./ports";
import type { TurnEnd } from "./sessions";

const EARLY_TURNS_MAX = 32;
const KEPT_MS = 24 * 60 * MINUTE_MS;

/** Whose prompt it is. The agent's own ids are undefined where it has none. */
export interface EarlyCaller {
	readonly agentId: string;
	/** The process of the agent. */
	readonly agentPid: number;
	readonly sessionId: string | undefined;
	readonly turnId: string | undefined;
}

/** A turn that began before its session was known. */
export interface EarlyTurn extends EarlyCaller {
	/** The context id that was announced. */
	readonly id: string;
	readonly startedAt: number;
	readonly state: "active" | TurnEnd;
}

interface EarlyTurnsDeps {
	readonly clock: Clock;
	readonly ids: Ids;
	isRunning(pid: number): boolean;
}

/**
 * Turns whose agent has no session yet, or none that can be told from others: of each agent process and session of it the
 * newest, until a session claims it or the process ends. They live no longer than the window.
 */
export class EarlyTurns {
	readonly #deps: EarlyTurnsDeps;
	#kept: readonly EarlyTurn[] = [];

	constructor(deps: EarlyTurnsDeps) {
		this.#deps = deps;
	}

	/** Newest first. */
	of(agentId: string): readonly EarlyTurn[] {
		this.#sweep();
		return this.#kept.filter((turn) => turn.agentId === agentId).toReversed();
	}

	/** The context id of a new turn; undefined: the same prompt was announced before, and goes on. */
	begin(caller: EarlyCaller): string | undefined {
		this.#sweep();
		const before = this.#kept.find((turn) => isOfSame(turn, caller));
		const isKnown = before?.turnId !== undefined && before.turnId === caller.turnId;
		if (isKnown && before.state === "active") return undefined;
		const { clock, ids } = this.#deps;
		const { agentId, agentPid, sessionId, turnId } = caller;
		const turn: EarlyTurn = {
			agentId,
			agentPid,
			sessionId,
			turnId,
			id: ids.uuid(),
			startedAt: clock.now(),
			state: "active",
		};
		this.#kept = [...this.#kept.filter((each) => each !== before), turn].slice(-EARLY_TURNS_MAX);
		return turn.id;
	}

	/** An end that happened before the newest turn began is a late one, and so is that of another prompt. */
	end(caller: EarlyCaller, how: TurnEnd, at: number): void {
		this.#kept = this.#kept.map((turn) => {
			const isLate = at < turn.startedAt || isOfOther(turn.turnId, caller.turnId);
			return isOfSame(turn, caller) && !isLate ? { ...turn, state: how } : turn;
		});
	}

	/** The turn as it stands now, which belongs to a session from here on; undefined: it is another's already. */
	take(id: string): EarlyTurn | undefined {
		const turn = this.#kept.find((each) => each.id === id);
		this.#kept = this.#kept.filter((each) => each !== turn);
		return turn;
	}

	#sweep(): void {
		const oldest = this.#deps.clock.now() - KEPT_MS;
		this.#kept = this.#kept.filter(({ startedAt, agentPid }) => startedAt > oldest && this.#deps.isRunning(agentPid));
	}
}

/** Whether what is told of that prompt is told of another one; where either has no id nobody knows. */
export function isOfOther(promptId: string | undefined, toldId: string | undefined): boolean {
	return promptId !== undefined && toldId !== undefined && promptId !== toldId;
}

function isOfSame(turn: EarlyCaller, { agentId, agentPid, sessionId }: EarlyCaller): boolean {
	return turn.agentId === agentId && turn.agentPid === agentPid && turn.sessionId === sessionId;
}
