import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ClarifyOutcome } from "../../src/core/clarifications";
import { BrokerHarness, newKey } from "../support/brokerHarness";
import { FakeClock } from "../support/fakeClock";
import type { OpenAnswer } from "../support/rawHttp";
import { RawSession } from "../support/rawSession";

let clock: FakeClock;
let harness: BrokerHarness;
let session: RawSession;
let settled: ClarifyOutcome["reason"][];

beforeEach(async () => {
	clock = new FakeClock();
	harness = await BrokerHarness.start({ clock });
	session = await RawSession.start(harness);
	settled = [];
	harness.desk.clarifications.onDidSettle(({ outcome }) => settled.push(outcome.reason));
});

afterEach(() => harness.close());

/** Lets what is on its way arrive: a round trip on a connection of its own comes after it. */
async function roundTrip(): Promise<void> {
	for (let trip = 0; trip < 3; trip++) await session.ask("ping", {}, `trip-${trip}`);
}

async function expectAnswered(answer: OpenAnswer, response: string): Promise<void> {
	expect(await answer.ended).toBe(true);
	expect(answer.messages.at(-1)?.result?.["structuredContent"]).toMatchObject({ reason: "response", response });
}

describe("a cut answer stream", () => {
	it("waits two seconds for the same call, and is cancelled then", async () => {
		const answer = await session.clarify({ key: newKey() });
		answer.cut();
		await roundTrip();
		clock.advance(1_999);
		expect(harness.desk.clarifications.open).toHaveLength(1);
		clock.advance(1);
		expect(settled).toEqual(["cancelled"]);
	});

	it.each([7, 8])("is taken over by the same call sent again as request %j", async (id) => {
		const key = newKey();
		const first = await session.clarify({ id: 7, key });
		const { id: questionId } = harness.question;
		const armed = clock.armed;
		first.cut();
		await roundTrip();
		const again = await session.clarify({ id, key });
		expect(clock.armed).toBe(armed);
		clock.advance(60_000);
		expect(harness.question.id).toBe(questionId);
		harness.desk.clarifications.answer(questionId, "8080");
		await expectAnswered(again, "8080");
	});

	it("is taken over while it is still open, and may then be cut", async () => {
		const key = newKey();
		const first = await session.clarify({ id: 7, key });
		const again = await session.clarify({ id: 8, key });
		first.cut();
		await roundTrip();
		clock.advance(10_000);
		await session.notify("notifications/cancelled", { requestId: 7 });
		harness.desk.clarifications.answer(harness.question.id, "8080");
		await expectAnswered(again, "8080");
	});

	it("is taken over under the same request id before its end was seen", async () => {
		const key = newKey();
		const first = await session.clarify({ id: 7, key });
		const { id: questionId } = harness.question;
		const again = await session.clarify({ id: 7, key });
		expect(again.response.statusCode).toBe(200);
		await first.ended;
		expect(first.messages.filter((message) => message.id !== undefined)).toEqual([]);
		clock.advance(10_000);
		expect(harness.question.id).toBe(questionId);
		harness.desk.clarifications.answer(questionId, "8080");
		await expectAnswered(again, "8080");
		expect(settled).toEqual(["response"]);
	});

	it("is taken over by the last of three that come at once", async () => {
		const key = newKey();
		await session.clarify({ id: 7, key });
		const again = await Promise.all([session.clarify({ id: 7, key }), session.clarify({ id: 7, key })]);
		clock.advance(10_000);
		harness.desk.clarifications.answer(harness.question.id, "8080");
		await Promise.all(again.map(({ ended, response }) => (response.resume(), ended)));
		const answered = again.filter(({ messages }) => messages.some(({ result }) => result !== undefined));
		expect({ answered: answered.length, settled }).toEqual({ answered: 1, settled: ["response"] });
	});

	it("is not taken over under its request id by another call", async () => {
		const first = await session.clarify({ id: 7, key: newKey() });
		const other = await session.clarify({ id: 7, key: newKey() });
		expect(other.response.statusCode).toBe(400);
		other.response.resume();
		harness.desk.clarifications.answer(harness.question.id, "80");
		await expectAnswered(first, "80");
	});

	it("loses no answer: what was given meanwhile comes with the call sent again", async () => {
		const key = newKey();
		const first = await session.clarify({ key });
		first.cut();
		await roundTrip();
		harness.desk.clarifications.answer(harness.question.id, "8080");
		clock.advance(60_000);
		await expectAnswered(await session.clarify({ key }), "8080");
		expect(settled).toEqual(["response"]);
	});

	it("is not taken over by the key of another session", async () => {
		const key = newKey();
		const other = await RawSession.start(harness);
		const first = await session.clarify({ key });
		first.cut();
		await roundTrip();
		await other.clarify({ key });
		expect(harness.desk.clarifications.open).toHaveLength(2);
		clock.advance(2_000);
		expect(harness.desk.clarifications.open).toHaveLength(1);
	});

	it("can be cut and sent again many times and leaves nothing behind", async () => {
		const key = newKey();
		for (let round = 0; round < 5; round++) {
			const answer = await session.clarify({ id: 0, key });
			answer.cut();
			await roundTrip();
			clock.advance(1_500);
		}
		const last = await session.clarify({ id: 0, key });
		harness.desk.clarifications.answer(harness.question.id, "80");
		await expectAnswered(last, "80");
		await session.delete();
		expect(clock.armed).toBe(0);
	});
});
