import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Heartbeat } from "../../src/broker/heartbeat";
import { BrokerHarness } from "../support/brokerHarness";
import { FakeClock } from "../support/fakeClock";
import type { OpenAnswer } from "../support/rawHttp";
import { RawSession } from "../support/rawSession";

let clock: FakeClock;
let harness: BrokerHarness;
let session: RawSession;

beforeEach(async () => {
	clock = new FakeClock();
	harness = await BrokerHarness.start({ clock });
	session = await RawSession.start(harness);
});

afterEach(() => harness.close());

function progressOf({ messages }: OpenAnswer): unknown[] {
	return messages.filter(({ method }) => method === "notifications/progress").map(({ params }) => params);
}

/** Lets what was written arrive. */
async function arrived<T>(read: () => T, expected: T): Promise<void> {
	await vi.waitFor(() => expect(read()).toEqual(expected), { interval: 2, timeout: 5_000 });
}

describe("a question that waits", () => {
	it("is answered as a stream whose headers come at once", async () => {
		const answer = await session.clarify();
		expect(answer.response.statusCode).toBe(200);
		expect(answer.response.headers).toMatchObject({ "content-type": "text/event-stream" });
		expect(answer.response.headers["cache-control"]).toContain("no-cache");
		expect(answer.messages).toEqual([]);
	});

	it.each([0, "", "a token", 17])(
		"tells the client with the progress token %j that it lives, at once",
		async (token) => {
			const answer = await session.clarify({ token });
			const message = "Waiting for your answer in VS Code";
			await arrived(() => progressOf(answer), [{ progressToken: token, progress: 1, message }]);
		},
	);

	it("does so again within each 15 s, with progress that increases", async () => {
		const answer = await session.clarify({ token: 1 });
		await arrived(() => progressOf(answer).length, 1);
		const counts: number[] = [];
		for (let time = 0; time < 10; time++) {
			clock.advance(15_000);
			await session.ask("ping", {}, `ping-${time}`);
			counts.push(progressOf(answer).length);
		}
		expect(counts).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
		expect(progressOf(answer)).toMatchObject([1, ...counts].map((progress) => ({ progress })));
		harness.desk.clarifications.answer(harness.question.id, "80");
		expect(await answer.ended).toBe(true);
		expect(answer.messages.at(-1)).toHaveProperty("result");
	});

	it("writes a comment each 15 s to a client that gave no token", async () => {
		const answer = await session.clarify();
		clock.advance(45_000);
		await arrived(() => answer.comments.length, 3);
		expect(answer.messages).toEqual([]);
	});

	it("says nothing more once it is settled", async () => {
		const answer = await session.clarify({ token: 1 });
		harness.desk.clarifications.dismiss(harness.question.id);
		await answer.ended;
		await session.delete();
		expect(clock.armed).toBe(0);
	});

	it("is not blocked by a client that does not read", async () => {
		const answer = await session.clarify({ token: 1 });
		answer.response.pause();
		for (let beat = 0; beat < 200; beat++) clock.advance(1_000);
		expect((await session.ask("ping")).result).toEqual({});
		harness.desk.clarifications.answer(harness.question.id, "80");
		answer.response.resume();
		expect(await answer.ended).toBe(true);
		expect(answer.messages.at(-1)?.result?.["structuredContent"]).toMatchObject({ response: "80" });
	});
});

describe("the session's own stream", () => {
	it("opens at once and gets a comment within each 15 s", async () => {
		expect(session.stream.response.headers).toMatchObject({ "content-type": "text/event-stream" });
		clock.advance(60_000);
		await arrived(() => session.stream.comments.length, 4);
	});

	it("is kept by the broker as long as the client does", async () => {
		clock.advance(3_600_000);
		expect((await session.ask("ping")).result).toEqual({});
		expect(session.stream.response.complete).toBe(false);
	});
});

it("all that waits costs one timer, and its signs of life are spread over the period", async () => {
	const before = clock.armed;
	const intervals = vi.spyOn(globalThis, "setInterval");
	const sessions = await Promise.all(Array.from({ length: 20 }, () => RawSession.start(harness)));
	const answers = await Promise.all(sessions.map((each) => each.clarify({ token: 1 })));
	// The desk's one timer for the nearest deadline.
	expect(clock.armed - before).toBeLessThanOrEqual(1);
	expect(intervals).not.toHaveBeenCalled();
	intervals.mockRestore();
	for (const answer of answers) await arrived(() => progressOf(answer).length, 1);
	clock.advance(3_000);
	await session.ask("ping");
	const early = answers.filter((answer) => progressOf(answer).length > 1).length;
	expect(early).toBeGreaterThan(0);
	expect(early).toBeLessThan(10);
});

it("no sign of life is later than 15 s, whenever its call came", () => {
	const heartbeat = new Heartbeat(clock);
	const beats = Array.from({ length: 25 }, () => {
		const times = [clock.now()];
		heartbeat.add(() => times.push(clock.now()));
		clock.advance(700);
		return times;
	});
	clock.advance(60_000);
	const gaps = beats.flatMap((times) => times.slice(1).map((time, index) => time - (times[index] ?? 0)));
	expect(Math.max(...gaps)).toBe(15_000);
	expect(Math.min(...beats.map((times) => times.length))).toBeGreaterThan(4);
	heartbeat.dispose();
});
