import type { AskedApprovals } from "./askedApprovals";
import type { AskedQuestions } from "./askedQuestions";
import { ENDED_SESSIONS_KEPT } from "./limits";
import type { PlanCards } from "./planCards";
import type { Log, SessionStore } from "./ports";
import type { SessionRegistry } from "./sessionRegistry";
import type { Session } from "./sessions";
import type { StoredSession } from "./stored";

interface SessionKeeperDeps {
	readonly store: SessionStore;
	readonly log: Log;
	readonly registry: SessionRegistry;
	readonly questions: AskedQuestions;
	readonly approvals: AskedApprovals;
	readonly cards: PlanCards;
}

/** Puts the parts of a session into its one document and back, and drops what is too old to be shown. */
export class SessionKeeper {
	readonly #deps: SessionKeeperDeps;

	constructor(deps: SessionKeeperDeps) {
		this.#deps = deps;
	}

	/** Throws the store's error. A session that cannot come back is not stored. */
	save(sessionId: string): void {
		const { store, registry, questions, approvals, cards } = this.#deps;
		const session = registry.stored(sessionId);
		if (session === undefined) return;
		store.save({
			...session,
			...questions.stored(sessionId),
			...approvals.stored(sessionId),
			...cards.stored(sessionId),
		});
	}

	restore(): void {
		const { registry, questions, approvals, cards } = this.#deps;
		// A store knows no order, and surfaces show the oldest first.
		for (const stored of this.#load().toSorted((a, b) => a.startedAt - b.startedAt)) {
			const session = registry.restore(stored);
			questions.restore(session, stored);
			approvals.restore(session, stored);
			cards.restore(session, stored);
		}
		this.forgetOld();
	}

	/** The cards and drafts of the newest ended sessions stay; sessions without any do not push them out. */
	forgetOld(): void {
		const { registry, questions, cards } = this.#deps;
		const { ended } = registry;
		const shows = (session: Session): boolean => cards.has(session.id) || questions.hasDrafts(session.id);
		const kept = [ended.filter(shows), ended.filter((session) => !shows(session))];
		for (const session of kept.flatMap((sessions) => sessions.slice(ENDED_SESSIONS_KEPT))) this.#forget(session);
	}

	#load(): readonly StoredSession[] {
		try {
			return this.#deps.store.load();
		} catch (error) {
			this.#deps.log.error("The stored sessions could not be read", error);
			return [];
		}
	}

	#forget(session: Session): void {
		const { store, log, registry, questions, cards } = this.#deps;
		try {
			store.remove(session.id);
		} catch (error) {
			log.error("An old session could not be removed", error);
		}
		registry.forget(session);
		questions.forget(session);
		cards.forget(session.id);
	}
}
