import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../src/core/sessions";
import { BrokerHarness, bridgeHeaders, newKey } from "../support/brokerHarness";
import { FakeClock } from "../support/fakeClock";
import { RawSession } from "../support/rawSession";

let clock: FakeClock;
let harness: BrokerHarness;

beforeEach(async () => {
	clock = new FakeClock();
	harness = await BrokerHarness.start({ clock });
});

afterEach(() => harness.close());

function live(): readonly Session[] {
	return harness.desk.sessions.all.filter(({ state }) => state === "live");
}

describe("a re-initialise under the same key", () => {
	it("goes on with the same session over a new connection", async () => {
		const intro = bridgeHeaders();
		const first = await RawSession.start(harness, intro);
		await first.call("update_plan", { plan: [{ id: "a", step: "Read", status: "in_progress" }] });
		const second = await RawSession.start(harness, intro);
		expect(await first.stream.ended).toBe(true);
		expect((await first.post({ jsonrpc: "2.0", id: 1, method: "ping" })).response.statusCode).toBe(404);
		expect((await first.delete()).status).toBe(404);
		expect(live()).toHaveLength(1);
		const plan = await second.call("update_plan", { plan: [{ id: "a", step: "Read", status: "completed" }] });
		expect(plan.result?.["structuredContent"]).toMatchObject({ revision: 2 });
	});

	it("keeps the question whose call it names and gets its answer", async () => {
		const [intro, key] = [bridgeHeaders(), newKey()];
		const first = await RawSession.start(harness, intro);
		await first.clarify({ id: 1, key });
		const { id } = harness.question;
		const second = await RawSession.start(harness, { ...intro, "parley-in-flight": key });
		clock.advance(1_999);
		const again = await second.clarify({ id: 1, key });
		clock.advance(60_000);
		harness.desk.clarifications.answer(id, "8080");
		await again.ended;
		expect(again.messages.at(-1)?.result?.["structuredContent"]).toMatchObject({ response: "8080" });
	});

	it("gives up the question whose call it names and does not send, after 20 s", async () => {
		const [intro, key] = [bridgeHeaders(), newKey()];
		const first = await RawSession.start(harness, intro);
		const asked = await first.clarify({ id: 1, key });
		const second = await RawSession.start(harness, { ...intro, "parley-in-flight": key });
		await asked.ended;
		await second.ask("ping");
		clock.advance(19_999);
		expect(harness.desk.clarifications.open).toHaveLength(1);
		clock.advance(1);
		expect(harness.desk.clarifications.open).toEqual([]);
	});

	it("closes the question whose call it does not name, at once", async () => {
		const intro = bridgeHeaders();
		const first = await RawSession.start(harness, intro);
		const asked = await first.clarify({ key: newKey() });
		await RawSession.start(harness, intro);
		expect(harness.desk.clarifications.open).toEqual([]);
		await asked.ended;
	});

	it("counts its calls on", async () => {
		const intro = bridgeHeaders();
		const first = await RawSession.start(harness, intro);
		for (let call = 0; call < 60; call++) await first.call("update_plan", {}, call);
		const second = await RawSession.start(harness, intro);
		expect(JSON.stringify(await second.call("update_plan", {}))).toContain("rate_limited");
	});

	it("as another agent is another session, and ends the first", async () => {
		const intro = bridgeHeaders();
		await (await RawSession.start(harness, intro)).clarify();
		await RawSession.start(harness, { ...intro, "parley-agent": "codex" });
		expect(harness.desk.sessions.all.map(({ state }) => state)).toEqual(["ended", "live"]);
		expect(harness.desk.clarifications.open).toEqual([]);
	});

	it("after a restart of the broker gets the same question and its answer", async () => {
		const [intro, key] = [bridgeHeaders(), newKey()];
		const first = await RawSession.start(harness, intro);
		await first.clarify({ key });
		const { id } = harness.question;
		await harness.restartBroker();
		const second = await RawSession.start(harness, { ...intro, "parley-in-flight": key });
		const again = await second.clarify({ key });
		harness.desk.clarifications.answer(id, "8080");
		await again.ended;
		expect(again.messages.at(-1)?.result?.["structuredContent"]).toMatchObject({ response: "8080" });
	});
});
