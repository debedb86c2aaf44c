import type { Texts } from "../src/protocol/page";
import type { PlanData } from "../src/protocol/snapshot";
import { fill } from "./fill";
import { sinceText } from "./times";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export type StepTime = PlanData["times"][number];

/** How long a step has been worked on; undefined: nobody knows. It goes on only while its agent is there. */
export function workedMs(
	{ startedAt, workedMs: counted, since }: StepTime,
	isLive: boolean,
	now: number,
): number | undefined {
	if (startedAt === undefined) return undefined;
	return isLive && since !== undefined ? counted + Math.max(0, now - since) : counted;
}

/** `48 s`, `4 min`, `1 h 20 min` */
export function workedText(texts: Texts, ms: number): string {
	if (ms < HOUR_MS) return sinceText(texts, 0, ms);
	const minutes = Math.floor(ms / MINUTE_MS);
	return fill(texts.hoursAndMinutes, { n: Math.floor(minutes / 60), m: minutes % 60 });
}

/** From when until when, as `10:31 – 10:42`; undefined: it was never begun. */
export function spanOf({ startedAt, finalAt }: StepTime, clock: (at: number) => string): string | undefined {
	if (startedAt === undefined) return undefined;
	return finalAt === undefined ? `${clock(startedAt)} –` : `${clock(startedAt)} – ${clock(finalAt)}`;
}
