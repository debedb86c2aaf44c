import { MINUTE_MS, SECOND_MS } from "../core/limits";
import type { L10n } from "./l10n";

/** What waits for the person until some moment; `heldFrom` is there where typing can hold the clock. */
export interface Waiting {
	readonly state: "waiting" | "reconnecting";
	readonly deadline: number;
	readonly heldFrom?: number | undefined;
}

/** What the clock of an open item says. `hold`: past the limit, held once for typing. */
export type TimeLeft =
	{ readonly kind: "left"; readonly ms: number } | { readonly kind: "hold" } | { readonly kind: "reconnecting" };

export function timeLeft({ state, heldFrom, deadline }: Waiting, now: number): TimeLeft {
	if (state === "reconnecting") return { kind: "reconnecting" };
	if (heldFrom !== undefined && now >= heldFrom) return { kind: "hold" };
	return { kind: "left", ms: Math.max(0, (heldFrom ?? deadline) - now) };
}

/** A text that counts down, and how long it stays right; undefined: as long as the item does not change. */
interface Countdown {
	readonly text: string;
	readonly isNearlyOver: boolean;
	readonly staysMs: number | undefined;
}

/** `3:40`, every 10 s; every second in the last minute. */
export function countdown(l10n: L10n, left: TimeLeft): Countdown {
	if (left.kind !== "left") return { text: standing(l10n, left), isNearlyOver: false, staysMs: undefined };
	const stepMs = left.ms > MINUTE_MS ? 10 * SECOND_MS : SECOND_MS;
	const shown = Math.ceil(left.ms / stepMs);
	return {
		text: clockText(shown * (stepMs / SECOND_MS)),
		isNearlyOver: left.ms < MINUTE_MS,
		staysMs: shown === 0 ? undefined : staysMs(left.ms, (shown - 1) * stepMs),
	};
}

/** `closes in 4 min`, at whole minutes, then at 30 and 10 s: a list must not move under the person's eyes. */
export function closing(l10n: L10n, left: TimeLeft): Countdown {
	if (left.kind !== "left") return { text: standing(l10n, left), isNearlyOver: false, staysMs: undefined };
	const { ms } = left;
	const minutes = Math.ceil(ms / MINUTE_MS);
	const isNearlyOver = ms < MINUTE_MS;
	if (ms > MINUTE_MS / 2) {
		const next = minutes > 1 ? (minutes - 1) * MINUTE_MS : MINUTE_MS / 2;
		return { text: l10n.t("closes in {0} min", minutes), isNearlyOver, staysMs: staysMs(ms, next) };
	}
	if (ms > 10 * SECOND_MS) {
		return { text: l10n.t("closes in {0} s", 30), isNearlyOver, staysMs: staysMs(ms, 10 * SECOND_MS) };
	}
	return { text: l10n.t("closes in {0} s", 10), isNearlyOver, staysMs: undefined };
}

/** For a screen reader: "3 minutes 40 seconds". */
export function inWords(l10n: L10n, ms: number): string {
	const seconds = Math.ceil(ms / SECOND_MS);
	const parts = [
		unit(Math.floor(seconds / 60), l10n.t("1 minute"), (n) => l10n.t("{0} minutes", n)),
		unit(seconds % 60, l10n.t("1 second"), (n) => l10n.t("{0} seconds", n)),
	].filter((part) => part !== "");
	return parts.length === 0 ? l10n.t("{0} seconds", 0) : parts.join(" ");
}

function unit(count: number, one: string, many: (count: number) => string): string {
	if (count === 0) return "";
	return count === 1 ? one : many(count);
}

function standing(l10n: L10n, left: Exclude<TimeLeft, { kind: "left" }>): string {
	return left.kind === "hold" ? l10n.t("on hold") : l10n.t("reconnecting");
}

function clockText(seconds: number): string {
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Until no more than `next` is left. */
function staysMs(ms: number, next: number): number {
	return Math.max(1, Math.ceil(ms - next));
}
