import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SystemClock } from "../../../src/node/clock";
import { RandomIds } from "../../../src/node/ids";

beforeEach(() => vi.useFakeTimers({ now: 1_000 }));
afterEach(() => vi.useRealTimers());

test("the clock tells wall time, runs once, later, and not after it was released", () => {
	const clock = new SystemClock();
	const ran: string[] = [];
	clock.after(0, () => ran.push("soon"));
	clock.after(50, () => ran.push("later"));
	clock.after(50, () => ran.push("never")).dispose();
	expect(ran).toEqual([]);
	vi.advanceTimersByTime(200);
	expect(ran).toEqual(["soon", "later"]);
	expect([clock.now(), vi.getTimerCount()]).toEqual([1_200, 0]);
});

test("ids are random UUIDs of version 4 in lower case", () => {
	const ids = new RandomIds();
	const many = Array.from({ length: 100 }, () => ids.uuid());
	expect(new Set(many).size).toBe(100);
	for (const id of many) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
