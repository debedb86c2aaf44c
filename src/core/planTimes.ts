import { isFinal, type PlanStep, type StepTime } from "./plans";

/** The times of these steps from now on. A step that is gone is forgotten; one that nobody has begun has none. */
export function timesAfter(times: readonly StepTime[], steps: readonly PlanStep[], now: number): readonly StepTime[] {
	const known = new Map(countedUntil(times, now).map((time) => [time.id, time]));
	const next: StepTime[] = [];
	for (const step of steps) {
		const time = known.get(step.id);
		if (time !== undefined || step.status !== "pending") next.push(timeAfter(time ?? unknown(step.id), step, now));
	}
	return next;
}

/** Steps at work go on from `now`: the time before is counted. A wall clock that was set back takes nothing away. */
export function countedUntil(times: readonly StepTime[], now: number): readonly StepTime[] {
	return times.map((time) =>
		time.since === undefined ? time : { ...time, workedMs: time.workedMs + Math.max(0, now - time.since), since: now },
	);
}

/** Nobody works any more, and nobody knows until when somebody did: only what was counted stays. */
export function stopped(times: readonly StepTime[]): readonly StepTime[] {
	return times.map((time) => (time.since === undefined ? time : { ...time, since: undefined }));
}

function unknown(id: string): StepTime {
	return { id, startedAt: undefined, workedMs: 0, since: undefined, finalAt: undefined };
}

function timeAfter(time: StepTime, step: PlanStep, now: number): StepTime {
	if (step.status === "in_progress") {
		return { ...time, startedAt: time.startedAt ?? now, since: now, finalAt: undefined };
	}
	// Nothing ends before it began, whatever the wall clock says meanwhile.
	const finalAt = isFinal(step) ? Math.max(time.finalAt ?? now, time.startedAt ?? 0) : undefined;
	return time.since === undefined && time.finalAt === finalAt ? time : { ...time, since: undefined, finalAt };
}
