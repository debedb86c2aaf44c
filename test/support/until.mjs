import { setTimeout as pause } from "node:timers/promises";

/**
 * Reads again and again until the value is truthy, and returns it. What `read` throws counts as "not yet" and becomes
 * the cause of the error when the time is over.
 */
export async function until(what, read, ms = 20_000) {
	const end = Date.now() + ms;
	for (;;) {
		let cause;
		try {
			const value = await read();
			if (value) return value;
		} catch (error) {
			cause = error;
		}
		if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`, { cause });
		await pause(50);
	}
}
