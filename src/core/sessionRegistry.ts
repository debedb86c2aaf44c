import type { Changes } from "./changes";
import type { Clock } from "./clock";
import { Emitter } from "./events";
import type { Ids } from "./ports";
import type { Session, SessionIntro, Sessions, ToolSet, Turn, TurnEnd } from "./sessions";
import type { StoredSession } from "./stored";
import { activeTurn, inState } from "./turns";

/** The one object of a session that everybody holds: it changes in place, here only. */
type OwnSession = { -readonly [Field in keyof Session]: Session[Field] };

interface Kept {
	readonly session: OwnSession;
	endedAt: number | undefined;
}

/** All sessions and their turns. Its methods are steps of a change that {@link Changes} makes whole. */
export class SessionRegistry implements Sessions {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #changes: Changes;
	readonly #kept = new Map<string, Kept>();
	readonly #changed = new Emitter<void>();
	readonly #announce = (): void => this.#changed.fire();
	readonly onDidChange = this.#changed.event;

	constructor(clock: Clock, ids: Ids, changes: Changes) {
		this.#clock = clock;
		this.#ids = ids;
		this.#changes = changes;
	}

	get all(): readonly Session[] {
		return [...this.#kept.values()].map(({ session }) => session);
	}

	/** Restored sessions whose process has not come back. */
	get away(): readonly Session[] {
		return this.all.filter((session) => session.state === "away");
	}

	/** Newest first. */
	get ended(): readonly Session[] {
		return [...this.#kept.values()]
			.reverse()
			.flatMap(({ session, endedAt }) => (endedAt === undefined ? [] : [{ session, endedAt }]))
			.sort((a, b) => b.endedAt - a.endedAt)
			.map(({ session }) => session);
	}

	find(matches: (intro: SessionIntro) => boolean): Session | undefined {
		return this.all.findLast((session) => session.state !== "ended" && matches(session.intro));
	}

	/** A new session with the one turn of an implicit one; not one of {@link all} until it is added. */
	create(intro: SessionIntro): Session {
		const id = this.#ids.uuid();
		const startedAt = this.#clock.now();
		const session: OwnSession = { id, intro, state: "live", isHooked: false, turn: undefined, startedAt };
		session.turn = this.#newTurn(session);
		return session;
	}

	add(session: Session): void {
		this.#kept.set(session.id, { session, endedAt: undefined });
		this.#changes.after(this.#announce);
	}

	resume(session: Session, intro: SessionIntro): void {
		this.#change(session, (own) => {
			own.intro = intro;
			own.state = "live";
		});
	}

	useTools(session: Session, tools: ToolSet): void {
		this.#change(session, (own) => (own.intro = { ...own.intro, tools }));
	}

	end(session: Session, how: TurnEnd): void {
		this.endTurn(session, how);
		this.#change(session, (own, kept) => {
			own.state = "ended";
			kept.endedAt = this.#clock.now();
		});
	}

	beginTurn(session: Session, id?: string, promptId?: string): Turn {
		const turn = { ...this.#newTurn(session, id), ...(promptId === undefined ? {} : { promptId }) };
		this.#change(session, (own) => {
			own.isHooked = true;
			own.turn = turn;
		});
		return turn;
	}

	endTurn(session: Session, how: TurnEnd): void {
		const turn = activeTurn(session);
		if (turn !== undefined) this.#change(session, (own) => (own.turn = inState(turn, how)));
	}

	/** Makes the newest turn active again. */
	reopenTurn(session: Session, turn: Turn): void {
		if (turn.state === "active") return;
		this.#change(session, (own) => (own.turn = inState(turn, "active")));
		this.#changes.undo(() => this.#change(session, (own) => (own.turn = turn)));
	}

	forget(session: Session): void {
		this.#kept.delete(session.id);
		this.#changed.fire();
	}

	/** Undefined for a session that is not kept, and for one that must not be stored. */
	stored(sessionId: string): SessionPart | undefined {
		const kept = this.#kept.get(sessionId);
		if (kept?.session.intro.isResumable !== true) return undefined;
		const { id, intro, startedAt, isHooked, turn } = kept.session;
		const { key, agent, tools, budgetMs, place } = intro;
		return { v: 1, id, key, agent, tools, budgetMs, place, startedAt, endedAt: kept.endedAt, isHooked, turn };
	}

	restore(stored: SessionPart): Session {
		const { id, key, agent, tools, budgetMs, place, startedAt, endedAt, isHooked, turn } = stored;
		const intro: SessionIntro = { key, isResumable: true, agent, tools, budgetMs, place, inFlight: [] };
		const state = endedAt === undefined ? "away" : "ended";
		const session = { id, intro, state, isHooked, turn, startedAt } as const;
		this.#kept.set(id, { session, endedAt });
		return session;
	}

	#newTurn(session: Session, id = this.#ids.uuid()): Turn {
		return { id, sessionId: session.id, startedAt: this.#clock.now(), state: "active" };
	}

	#change(session: Session, change: (own: OwnSession, kept: Kept) => void): void {
		const kept = this.#kept.get(session.id);
		if (kept === undefined) return;
		change(kept.session, kept);
		this.#changes.after(this.#announce);
	}
}

/** What a session's document holds of the session itself. */
type SessionPart = Omit<
	StoredSession,
	"question" | "settled" | "drafts" | "approvals" | "decided" | "cards" | "planCalls"
>;
