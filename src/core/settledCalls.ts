import type { Clock } from "./clock";
import { OUTCOME_KEPT_MS } from "./limits";
import type { Session } from "./sessions";

/** What a call gave, kept under its key so that the same call sent again gets the same. */
export interface SettledCall<T> {
	readonly callKey: string;
	readonly settledAt: number;
	readonly value: T;
}

interface Kept<T> {
	readonly sessionId: string;
	/** One object as long as it is kept: a store need not write out again what it knows. */
	readonly call: SettledCall<T>;
}

/** All results are looked over this often for what is too old, beside those that are asked for. */
const SWEEP_MS = 60_000;

/**
 * Results of calls, kept for 10 minutes. What is older goes at a later access: no timer is armed for it. What one call
 * costs does not grow with the number of sessions.
 */
export class SettledCalls<T> {
	readonly #clock: Clock;
	readonly #perSession: number;
	readonly #gone: (value: T) => void;
	/** By scope, then by call key; oldest first. */
	readonly #kept = new Map<string, Map<string, Kept<T>>>();
	readonly #scopes = new Map<string, string>();
	#sweptAt = 0;

	/** At most `perSession` results are kept of each session, the newest. `gone` gets each that has become too old. */
	constructor(clock: Clock, perSession = Infinity, gone: (value: T) => void = () => undefined) {
		this.#clock = clock;
		this.#perSession = perSession;
		this.#gone = gone;
	}

	get values(): readonly T[] {
		return [...this.#kept.values()].flatMap((calls) => this.#fresh(calls)).map(({ call }) => call.value);
	}

	find(session: Session, callKey: string): T | undefined {
		const kept = this.#kept.get(scopeOf(session))?.get(callKey);
		return kept !== undefined && this.#isFresh(kept) ? kept.call.value : undefined;
	}

	add(session: Session, callKey: string, value: T): void {
		this.#sweep();
		const calls = this.#callsOf(session);
		calls.set(callKey, { sessionId: session.id, call: { callKey, settledAt: this.#clock.now(), value } });
		const own = [...calls.values()].filter(({ sessionId }) => sessionId === session.id);
		for (const { call } of own.slice(0, Math.max(0, own.length - this.#perSession))) calls.delete(call.callKey);
	}

	remove(session: Session, callKey: string): void {
		this.#kept.get(scopeOf(session))?.delete(callKey);
	}

	/** What is stored of a session, oldest first. */
	of(sessionId: string): readonly SettledCall<T>[] {
		const calls = this.#kept.get(this.#scopes.get(sessionId) ?? "") ?? new Map<string, Kept<T>>();
		return this.#fresh(calls)
			.filter((kept) => kept.sessionId === sessionId)
			.map(({ call }) => call);
	}

	restore(session: Session, calls: readonly SettledCall<T>[]): void {
		for (const call of calls) this.#callsOf(session).set(call.callKey, { sessionId: session.id, call });
	}

	#callsOf(session: Session): Map<string, Kept<T>> {
		const scope = scopeOf(session);
		const calls = this.#kept.get(scope) ?? new Map<string, Kept<T>>();
		this.#kept.set(scope, calls);
		this.#scopes.set(session.id, scope);
		return calls;
	}

	#fresh(calls: ReadonlyMap<string, Kept<T>>): readonly Kept<T>[] {
		return [...calls.values()].filter((kept) => this.#isFresh(kept));
	}

	#isFresh({ call }: Kept<T>): boolean {
		return call.settledAt > this.#clock.now() - OUTCOME_KEPT_MS;
	}

	#sweep(): void {
		const now = this.#clock.now();
		if (now - this.#sweptAt < SWEEP_MS) return;
		this.#sweptAt = now;
		for (const [scope, calls] of this.#kept) {
			for (const [key, kept] of calls) {
				if (this.#isFresh(kept)) continue;
				calls.delete(key);
				this.#gone(kept.call.value);
			}
			if (calls.size === 0) this.#kept.delete(scope);
		}
		for (const [sessionId, scope] of this.#scopes) if (!this.#kept.has(scope)) this.#scopes.delete(sessionId);
	}
}

/**
 * Call keys are scoped to the session key, so that a bridge whose session ended while it was away finds its outcome
 * from a new one. A client without a key of its own has its session only.
 */
function scopeOf({ id, intro }: Session): string {
	return intro.isResumable ? JSON.stringify([intro.agent.id, intro.key]) : id;
}
