import { afterEach, expect, test, vi } from "vitest";
import { TimerClock } from "../../../src/bridge/timerClock";

afterEach(() => vi.useRealTimers());

test("a machine's clock that is set back does not turn back the bridge's", () => {
	const clock = new TimerClock();
	const before = clock.now();
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
	expect(clock.now()).toBeGreaterThanOrEqual(before);
	expect(clock.now() - before).toBeLessThan(60_000);
});
