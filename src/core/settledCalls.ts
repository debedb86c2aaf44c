import type { Clock } from "./clock";
import { OUTCOME_KEPT_MS } from "./limits";
import type { Session } from "./sessions";

/** What a call gave, kept under its key so that the same call sent again gets the same. */
export interface SettledCall<T> {
	readonly callKey: string;
	readonly settledAt: number;
	readonly value: T;
}

interface Kept<T> extends SettledCall<T> {
	readonly sessionId: string;
}

/** Results of calls, kept for 10 minutes. What is older goes at the next access: no timer is armed for it. */
export class SettledCalls<T> {
	readonly #clock: Clock;
	readonly #perSession: number;
	readonly #kept = new Map<string, Kept<T>>();

	/** At most `perSession` results are kept of each session, the newest. */
	constructor(clock: Clock, perSession = Infinity) {
		this.#clock = clock;
		this.#perSession = perSession;
	}

	get values(): readonly T[] {
		this.#sweep();
		return [...this.#kept.values()].map((call) => call.value);
	}

	find(session: Session, callKey: string): T | undefined {
		this.#sweep();
		return this.#kept.get(scoped(session, callKey))?.value;
	}

	add(session: Session, callKey: string, value: T): void {
		this.#kept.set(scoped(session, callKey), { sessionId: session.id, callKey, settledAt: this.#clock.now(), value });
		const own = [...this.#kept].filter(([, call]) => call.sessionId === session.id);
		for (const [key] of own.slice(0, Math.max(0, own.length - this.#perSession))) this.#kept.delete(key);
	}

	remove(session: Session, callKey: string): void {
		this.#kept.delete(scoped(session, callKey));
	}

	/** What is stored of a session, oldest first. */
	of(sessionId: string): readonly SettledCall<T>[] {
		this.#sweep();
		return [...this.#kept.values()]
			.filter((call) => call.sessionId === sessionId)
			.map(({ callKey, settledAt, value }) => ({ callKey, settledAt, value }));
	}

	restore(session: Session, calls: readonly SettledCall<T>[]): void {
		for (const call of calls) this.#kept.set(scoped(session, call.callKey), { ...call, sessionId: session.id });
	}

	#sweep(): void {
		const oldest = this.#clock.now() - OUTCOME_KEPT_MS;
		for (const [key, call] of this.#kept) if (call.settledAt <= oldest) this.#kept.delete(key);
	}
}

/**
 * Call keys are scoped to the session key, so that a bridge whose session ended while it was away finds its outcome
 * from a new one. A client without a key of its own has its session only.
 */
function scoped(session: Session, callKey: string): string {
	const { isResumable, agent, key } = session.intro;
	return JSON.stringify([isResumable ? [agent.id, key] : session.id, callKey]);
}
