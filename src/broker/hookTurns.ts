import type { Desk } from "../core/desk";
import { type EarlyCaller, type EarlyTurn, type EarlyTurns, isOfOther } from "../core/earlyTurns";
import type { Session, Turn } from "../core/sessions";
import type { HookBegin, HookCaller, HookContext, HookEnd } from "../wire/hookMessages";
import { contextBlock } from "./contextBlock";
import { answersFor } from "./resources";
import type { Faults } from "./faults";
import type { HookSessions } from "./hookSessions";

/** What a call tells of the agent's session beside the session it comes in. */
export interface CallNames {
	/** The agent's own ids of its session. */
	readonly agentSessions: readonly string[];
	readonly contextId: string | undefined;
}

/** The turns of sessions as their agents' hooks tell of them. */
export class HookTurns {
	readonly #desk: Desk;
	readonly #sessions: HookSessions;
	readonly #early: EarlyTurns;
	readonly #faults: Faults;

	constructor(desk: Desk, sessions: HookSessions, early: EarlyTurns, faults: Faults) {
		this.#desk = desk;
		this.#sessions = sessions;
		this.#early = early;
		this.#faults = faults;
	}

	/**
	 * A new prompt. One that goes on with the turn before has its context already; once that has ended, the same id is that of
	 * a new prompt (Claude Code's, sent while its hooks of the end still run). Nothing begins once nobody waits for the context
	 * any more: the agent would not know that its earlier one is void.
	 */
	async begin(hook: HookBegin, isAwaited: () => boolean): Promise<HookContext> {
		const session = await this.#sessions.find(hook);
		if (!isAwaited()) return {};
		if (session === undefined) {
			const id = this.#early.begin(earlyCaller(hook));
			return id === undefined ? {} : { context: contextBlock(id, undefined) };
		}
		const { turnId } = hook;
		const { tools } = session.intro;
		if (tools.plan === false || goesOn(session.turn, turnId)) return {};
		const { id } = this.#desk.beginTurn(session, undefined, turnId);
		return { context: contextBlock(id, tools, answersFor(this.#desk.earlier, session)) };
	}

	/**
	 * Only of the turn that goes on: one that happened before it began, or names another prompt, is a late one. An agent whose
	 * ids do not tell which prompt has ended names none.
	 */
	async end(hook: HookEnd): Promise<void> {
		const session = await this.#sessions.find(hook);
		if (session === undefined) {
			this.#early.end(earlyCaller(hook), hook.how, hook.at);
			return;
		}
		const { turn, isHooked } = session;
		if (turn === undefined || !isHooked || isOfOther(turn.promptId, hook.turnId) || hook.at < turn.startedAt) return;
		this.#desk.endTurn(session, turn.id, hook.how);
	}

	/** A bridge has introduced itself: its agent may have had a prompt before. Never rejects. */
	async opened(session: Session, agentSession: string | undefined): Promise<void> {
		if (agentSession !== undefined) this.#sessions.learn(session, [agentSession]);
		await this.#claimFirst(session, this.#early.of(session.intro.agent.id), (early) =>
			this.#isNamed(session, early)
				? this.#sessions.mayBeUnder(session, early.agentPid)
				: this.#sessions.isNearest(session, early.agentPid),
		);
	}

	/** Before a call: it may say which of the turns that nobody has claimed is its own. Undefined: none is. Never rejects. */
	calling(session: Session, { agentSessions, contextId }: CallNames): Promise<void> | undefined {
		if (agentSessions.length > 0) this.#sessions.learn(session, agentSessions);
		const named = this.#early
			.of(session.intro.agent.id)
			.filter((early) => early.id === contextId || this.#isNamed(session, early));
		if (named.length === 0) return undefined;
		return this.#claimFirst(session, named, ({ agentPid }) => this.#sessions.mayBeUnder(session, agentPid));
	}

	/** A fault here is not the agent's: it goes on in the turn that it has. */
	async #claimFirst(
		session: Session,
		turns: readonly EarlyTurn[],
		isIts: (early: EarlyTurn) => Promise<boolean>,
	): Promise<void> {
		try {
			for (const early of turns) if ((await isIts(early)) && this.#claim(session, early)) return;
		} catch (error) {
			this.#faults.report("claiming a turn", error);
		}
	}

	#isNamed(session: Session, { sessionId }: EarlyTurn): boolean {
		return sessionId !== undefined && this.#sessions.knows(session, sessionId);
	}

	#claim(session: Session, { id }: EarlyTurn): boolean {
		const early = this.#early.take(id);
		if (early === undefined) return false;
		const { sessionId, turnId } = early;
		if (sessionId !== undefined) this.#sessions.learn(session, [sessionId]);
		// A turn that began later has made it void.
		if (session.isHooked && session.turn !== undefined && session.turn.startedAt > early.startedAt) return false;
		this.#desk.beginTurn(session, id, turnId);
		if (early.state !== "active") this.#desk.endTurn(session, id, early.state);
		return true;
	}
}

function goesOn(turn: Turn | undefined, promptId: string | undefined): boolean {
	return promptId !== undefined && turn?.promptId === promptId && turn.state === "active";
}

function earlyCaller({ agent, agentPid, sessionId, turnId }: HookCaller): EarlyCaller {
	return { agentId: agent, agentPid, sessionId, turnId };
}
