import { readFileSync } from "node:fs";
import { uptime } from "node:os";

/** Names the present start of this machine. Compare by {@link isSameBoot}. */
export function bootId(): string {
	try {
		return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
	} catch {
		// Only Linux has such an id. The moment of the start is as good, as far as the clock is right.
		return `at-${Math.round(Date.now() / 1_000 - uptime())}`;
	}
}

/** How far two readings of the same start may lie apart, in seconds: the clock is corrected now and then. */
const SAME_START_S = 120;

export function isSameBoot(a: string, b: string): boolean {
	if (a === b) return true;
	const [first, second] = [a, b].map((id) => Number(/^at-(\d+)$/.exec(id)?.[1] ?? Number.NaN));
	return first !== undefined && second !== undefined && Math.abs(first - second) <= SAME_START_S;
}
