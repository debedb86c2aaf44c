import { setTimeout as pause } from "node:timers/promises";
import { askClaim } from "./askClaim";
import { windowsIn } from "./windowsIn";

/** A window that is just starting answers a little later. */
const WITHIN_MS = 2_000;
const AGAIN_MS = 200;

/**
 * The window that has the agent's own program with that working directory in one of its terminals; of several the one
 * where it was started last. Undefined where none has.
 */
export async function claimedWindow(run: string, agent: string, cwd: string): Promise<string | undefined> {
	const end = performance.now() + WITHIN_MS;
	for (;;) {
		const claims = await Promise.all(
			windowsIn(run).map(async ({ path, window }) => ({ path, startedAt: await askClaim(window, agent, cwd) })),
		);
		const [newest] = claims
			.flatMap(({ path, startedAt }) => (startedAt === undefined ? [] : [{ path, startedAt }]))
			.sort((a, b) => b.startedAt - a.startedAt);
		if (newest !== undefined) return newest.path;
		if (performance.now() > end) return undefined;
		await pause(AGAIN_MS);
	}
}
