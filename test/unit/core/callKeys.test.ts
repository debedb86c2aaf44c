import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, refusalOf, settled, watch } from "../../support/deskFixture";

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const plan = { plan: [{ id: "a", step: "Read", status: "pending" }] };

describe("a call that is sent again", () => {
	it("joins its open question, whatever its arguments, and both calls get the answer", async () => {
		const first = fixture.clarify(session, { question: "Which port?" }, fixture.call("k"));
		const again = fixture.clarify(session, { question: "" }, fixture.call("k"));
		const [question] = fixture.desk.clarifications.open;
		expect(fixture.desk.inbox.count).toBe(1);
		fixture.desk.clarifications.answer(question!.id, "80");
		const wanted = { clarify_id: question!.id, response: "80", reason: "response" };
		expect([await first.promise, await again.promise]).toEqual([wanted, wanted]);
	});

	it("replaces the caller: only the newest signal cancels, and no listener is left", async () => {
		const old = fixture.call("k");
		const fresh = fixture.call("k");
		const watched = fixture.clarify(session, { question: "q" }, old);
		fixture.clarify(session, { question: "q" }, fresh);
		old.signal.cancel();
		await settled();
		expect([watched.value, old.signal.listeners, fresh.signal.listeners]).toEqual([undefined, 0, 1]);
		fresh.signal.cancel();
		expect((await watched.promise).reason).toBe("cancelled");
		expect([fresh.signal.listeners, fixture.clock.armed]).toEqual([0, 0]);
	});

	it("cancels its question if it has been taken back by then", async () => {
		const watched = fixture.clarify(session, { question: "q" }, fixture.call("k"));
		const again = fixture.call("k");
		again.signal.cancel();
		expect((await fixture.desk.clarify(session, { question: "q" }, again)).reason).toBe("cancelled");
		expect((await watched.promise).reason).toBe("cancelled");
		expect(fixture.clock.armed).toBe(0);
	});

	it("gets the stored outcome for 10 minutes and never a new prompt", async () => {
		const { id } = fixture.ask(session, { question: "q" }, fixture.call("k"));
		fixture.desk.clarifications.answer(id, "80");
		fixture.clock.advance(599_999);
		const again = await fixture.desk.clarify(session, { question: "q" }, fixture.call("k"));
		expect([again, fixture.desk.inbox.count]).toEqual([{ clarify_id: id, response: "80", reason: "response" }, 0]);
	});

	it("is a new call after that", () => {
		const first = fixture.ask(session, { question: "q" }, fixture.call("k"));
		fixture.desk.clarifications.answer(first.id, "80");
		fixture.clock.advance(600_000);
		expect(fixture.ask(session, { question: "q" }, fixture.call("k")).id).not.toBe(first.id);
	});

	it("gets its outcome after its turn and its session have ended, and with the tool off", async () => {
		const { id } = fixture.ask(session, { question: "q" }, fixture.call("k"));
		fixture.desk.clarifications.answer(id, "80");
		fixture.desk.endSession(session);
		const back = fixture.open({ tools: { clarify: false, approvals: true } });
		expect(back.id).not.toBe(session.id);
		for (const of of [session, back]) {
			expect(await fixture.desk.clarify(of, {}, fixture.call("k"))).toEqual({
				clarify_id: id,
				response: "80",
				reason: "response",
			});
		}
	});

	it("keeps being cancelled when it was taken back before it was shown", async () => {
		const call = fixture.call("k");
		call.signal.cancel();
		const first = await fixture.desk.clarify(session, { question: "q" }, call);
		expect(await fixture.desk.clarify(session, { question: "q" }, fixture.call("k"))).toEqual(first);
		expect(fixture.desk.history.entries).toEqual([]);
	});

	it.each([
		["another session", { key: "another" }],
		["another agent under the same key", { agent: { id: "codex", label: "Codex", callLimitMs: undefined } }],
		["a client without a key of its own", { isResumable: false }],
	])("is another call in %s", (_, change) => {
		const { id } = fixture.ask(session, { question: "q" }, fixture.call("k"));
		fixture.desk.clarifications.answer(id, "80");
		expect(fixture.ask(fixture.open(change), { question: "q" }, fixture.call("k")).id).not.toBe(id);
	});

	it("gets the plan result that it got, without a new revision", () => {
		const first = fixture.desk.updatePlan(session, plan, fixture.call("k"));
		fixture.desk.updatePlan(session, plan, fixture.call());
		fixture.clock.advance(5_000);
		const again = fixture.desk.updatePlan(session, { plan: [] }, fixture.call("k"));
		expect([again, fixture.desk.plans.cards[0]?.revision]).toEqual([first, 2]);
	});

	it("gets the plan result after its turn was interrupted too", async () => {
		const first = fixture.desk.updatePlan(session, plan, fixture.call("k"));
		fixture.desk.endTurn(session, session.turn!.id, "interrupted");
		expect(fixture.desk.updatePlan(session, plan, fixture.call("k"))).toEqual(first);
		expect(await refusalOf(() => fixture.desk.updatePlan(session, plan, fixture.call()))).toContain("no_active_turn");
	});

	it("is remembered for the newest 4 plan updates of a session", () => {
		const results = Array.from({ length: 5 }, (_, at) =>
			fixture.desk.updatePlan(session, plan, fixture.call(`k${at}`)),
		);
		expect(fixture.desk.updatePlan(session, plan, fixture.call("k1"))).toEqual(results[1]);
		expect(fixture.desk.updatePlan(session, plan, fixture.call("k0")).revision).toBe(6);
	});

	it("is one of its tool only: the same key of the other tool is another call", async () => {
		fixture.desk.updatePlan(session, plan, fixture.call("k"));
		const watched = watch(fixture.desk.clarify(session, { question: "q" }, fixture.call("k")));
		await settled();
		expect([watched.value, fixture.desk.inbox.count]).toEqual([undefined, 1]);
	});
});
