import type { StepTime } from "../core/plans";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** How a language tells a time. */
interface TimeWords {
	seconds(n: number): string;
	minutes(n: number): string;
	hours(n: number, minutes: number): string;
}

/**
 * How long a step has been worked on; undefined: nobody knows. `now`: the time of a step at work goes on until then;
 * undefined: it stands.
 */
export function workedMs(
	{ startedAt, workedMs: counted, since }: StepTime,
	now: number | undefined,
): number | undefined {
	if (startedAt === undefined) return undefined;
	return since === undefined || now === undefined ? counted : counted + Math.max(0, now - since);
}

/** `48 s`, `4 min`, `1 h 20 min` */
export function workedText(words: TimeWords, ms: number): string {
	if (ms < MINUTE_MS) return words.seconds(Math.floor(ms / SECOND_MS));
	const minutes = Math.floor(ms / MINUTE_MS);
	return minutes < 60 ? words.minutes(minutes) : words.hours(Math.floor(minutes / 60), minutes % 60);
}
