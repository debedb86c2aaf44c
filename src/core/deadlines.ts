import {
	AFTER_SLEEP_MS,
	BUDGET_MARGIN_MS,
	CALL_LIMIT_MARGIN_MS,
	HOLD_MS,
	QUESTION_LIFE_MAX_MS,
	TIME_LIMIT_MS,
} from "./limits";
import type { SessionIntro } from "./sessions";

/** When something that waits closes by itself. Milliseconds since the epoch. */
export interface Deadline {
	readonly deadline: number;
	/** Nothing moves the deadline past this. */
	readonly lastMoment: number;
	/** The deadline as it would be without the one hold for typing; undefined: not held. */
	readonly heldFrom?: number | undefined;
}

/** The deadline of what is asked at `askedAt` under a limit of `limitMs`, of a caller that waits for `patienceMs`. */
export function newDeadline(askedAt: number, limitMs: number, patienceMs = limitMs): Deadline {
	const life = Math.max(0, Math.min(QUESTION_LIFE_MAX_MS, patienceMs));
	return { deadline: askedAt + Math.min(limitMs, life), lastMoment: askedAt + life };
}

/** How long the client surely waits for the answer to a tool call; undefined: not known. */
export function callerPatienceMs({ budgetMs, agent }: SessionIntro): number | undefined {
	if (budgetMs !== undefined) return budgetMs - BUDGET_MARGIN_MS;
	return agent.callLimitMs === undefined ? undefined : agent.callLimitMs - CALL_LIMIT_MARGIN_MS;
}

/** What Keep open really adds. */
export function extensionOf({ deadline, lastMoment }: Deadline): number {
	return Math.max(0, Math.min(TIME_LIMIT_MS.default, lastMoment - deadline));
}

export function extended(from: Deadline): Deadline {
	return moved(from, extensionOf(from));
}

/** Typing stops the clock for a moment, once. */
export function held(from: Deadline): Deadline {
	const added = Math.min(HOLD_MS, from.lastMoment - from.deadline);
	if (from.heldFrom !== undefined || added <= 0) return from;
	return { ...from, deadline: from.deadline + added, heldFrom: from.deadline };
}

/** After a sleep of the machine the person still gets a moment, as far as the agent waits. */
export function afterSleep(from: Deadline, now: number): Deadline {
	return moved(from, Math.max(0, Math.min(now + AFTER_SLEEP_MS, from.lastMoment) - from.deadline));
}

/** The wall clock was set back: what remains stays the same. */
export function setBack(from: Deadline, byMs: number): Deadline {
	return { ...moved(from, -byMs), lastMoment: from.lastMoment - byMs };
}

/** After time that does not count, `remainingMs` go on from `now`. */
export function resumed(from: Deadline, now: number, remainingMs: number): Deadline {
	return moved(from, Math.min(now + remainingMs, from.lastMoment) - from.deadline);
}

function moved({ deadline, lastMoment, heldFrom }: Deadline, byMs: number): Deadline {
	const hold = heldFrom === undefined ? {} : { heldFrom: heldFrom + byMs };
	return { deadline: deadline + byMs, lastMoment, ...hold };
}
