import type { Texts } from "../src/protocol/page";
import { fill } from "./fill";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** In the last minute the countdown stops being quiet. */
export const NEAR_MS = MINUTE_MS;

/** Whole seconds until a moment, never negative; the last second counts as one until it is over. */
export function secondsUntil(moment: number, now: number): number {
	return Math.max(0, Math.ceil((moment - now) / SECOND_MS));
}

/** `4:12`; minutes do not become hours. */
export function clockText(seconds: number): string {
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** `48 s ago` */
export function agoText(texts: Texts, at: number, now: number): string {
	const { secondsAgo, minutesAgo, hoursAgo, daysAgo } = texts;
	return spanText([secondsAgo, minutesAgo, hoursAgo, daysAgo], now - at);
}

/** `48 s` */
export function sinceText(texts: Texts, at: number, now: number): string {
	const { seconds, minutes, hours, days } = texts;
	return spanText([seconds, minutes, hours, days], now - at);
}

/** What Keep open adds, in the largest unit that says it exactly enough. */
export function addsText(texts: Texts, ms: number): string {
	if (ms <= 0) return texts.addsNothing;
	if (ms < MINUTE_MS) return fill(texts.addsSeconds, { n: Math.max(1, Math.floor(ms / SECOND_MS)) });
	const minutes = Math.floor(ms / MINUTE_MS);
	return minutes === 1 ? texts.addsOneMinute : fill(texts.addsMinutes, { n: minutes });
}

function spanText([seconds, minutes, hours, days]: readonly [string, string, string, string], ms: number): string {
	const span = Math.max(0, ms);
	if (span < MINUTE_MS) return fill(seconds, { n: Math.floor(span / SECOND_MS) });
	if (span < HOUR_MS) return fill(minutes, { n: Math.floor(span / MINUTE_MS) });
	if (span < DAY_MS) return fill(hours, { n: Math.floor(span / HOUR_MS) });
	return fill(days, { n: Math.floor(span / DAY_MS) });
}
