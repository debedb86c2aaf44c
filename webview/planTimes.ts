import type { Texts } from "../src/protocol/page";
import type { PlanData } from "../src/protocol/snapshot";
import { workedText } from "../src/protocol/workedTime";
import { fill } from "./fill";

export type StepTime = PlanData["times"][number];

/** In the person's language: `48 s`, `4 min`, `1 h 20 min` */
export function tookText(texts: Texts, ms: number): string {
	const words = {
		seconds: (n: number) => fill(texts.seconds, { n }),
		minutes: (n: number) => fill(texts.minutes, { n }),
		hours: (n: number, m: number) => fill(texts.hoursAndMinutes, { n, m }),
	};
	return workedText(words, ms);
}

/** From when until when, as `10:31 – 10:42`; undefined: it was never begun. */
export function spanOf({ startedAt, finalAt }: StepTime, clock: (at: number) => string): string | undefined {
	if (startedAt === undefined) return undefined;
	return finalAt === undefined ? `${clock(startedAt)} –` : `${clock(startedAt)} – ${clock(finalAt)}`;
}
