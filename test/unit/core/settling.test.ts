import { beforeEach, describe, expect, it } from "vitest";
import type { ClarifyOutcome, OpenQuestion } from "../../../src/core/clarifications";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, refusalOf, settled } from "../../support/deskFixture";

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

function asked() {
	const call = fixture.call();
	const watched = fixture.clarify(session, { question: "Which port?", choices: ["80", "443"] }, call);
	const question = fixture.desk.clarifications.open[0]!;
	const { id } = question;
	return { call, watched, question, id };
}

describe("how a question ends", () => {
	it("gives the person's text as it is", async () => {
		const { id, watched } = asked();
		expect(fixture.desk.clarifications.answer(id, " 8080, please\n")).toBe(true);
		expect(await watched.promise).toEqual({ clarify_id: id, response: " 8080, please\n", reason: "response" });
	});

	it.each([[""], [" "], ["\n\t"], ["x".repeat(16_001)], ["😀".repeat(16_001)]])(
		"stays open on an answer that is none (case %#)",
		async (response) => {
			const { id, watched } = asked();
			expect(await refusalOf(() => fixture.desk.clarifications.answer(id, response))).toBe(
				"invalid_input: response: must be 1 to 16000 characters, not blank",
			);
			await settled();
			expect([watched.value, fixture.desk.inbox.count]).toEqual([undefined, 1]);
		},
	);

	it("takes an answer of 16,000 code points", () => {
		expect(fixture.desk.clarifications.answer(asked().id, "😀".repeat(16_000))).toBe(true);
	});

	it("says that it was dismissed", async () => {
		const { id, watched } = asked();
		expect(fixture.desk.clarifications.dismiss(id)).toBe(true);
		expect(await watched.promise).toEqual({ clarify_id: id, response: "", reason: "dismissed" });
	});

	it("says that nobody answered in time, and not a moment earlier", async () => {
		const { id, watched } = asked();
		fixture.clock.advance(299_999);
		await settled();
		expect(watched.value).toBeUndefined();
		fixture.clock.advance(1);
		expect(await watched.promise).toEqual({ clarify_id: id, response: "", reason: "timeout" });
	});

	it.each<[string, (question: OpenQuestion) => void]>([
		["its turn ends", () => fixture.desk.endTurn(session, session.turn!.id, "ended")],
		["its turn is interrupted", () => fixture.desk.endTurn(session, session.turn!.id, "interrupted")],
		["a new turn begins", () => fixture.desk.beginTurn(session)],
		["its session ends", () => fixture.desk.endSession(session)],
	])("is cancelled when %s", async (_, act) => {
		const { id, watched, question, call } = asked();
		act(question);
		expect(await watched.promise).toEqual({ clarify_id: id, response: "", reason: "cancelled" });
		expect([fixture.clock.armed, call.signal.listeners, fixture.desk.inbox.count]).toEqual([0, 0, 0]);
	});

	it("is cancelled when the agent takes its call back", async () => {
		const { id, watched, call } = asked();
		call.signal.cancel();
		expect(await watched.promise).toEqual({ clarify_id: id, response: "", reason: "cancelled" });
	});

	it.each<[ClarifyOutcome["reason"], (id: string, cancel: () => void) => void]>([
		["response", (id) => fixture.desk.clarifications.answer(id, "80")],
		["dismissed", (id) => fixture.desk.clarifications.dismiss(id)],
		["timeout", () => fixture.clock.advance(300_000)],
		["cancelled", (_, cancel) => cancel()],
	])("after %s everything later is late: no-ops, one result, nothing armed", async (reason, act) => {
		const settles: string[] = [];
		fixture.desk.clarifications.onDidSettle(({ outcome }) => settles.push(outcome.reason));
		const { id, watched, call } = asked();
		act(id, () => call.signal.cancel());
		const { clarifications } = fixture.desk;
		const late = [clarifications.answer(id, "443"), clarifications.dismiss(id), clarifications.extend(id)];
		call.signal.cancel();
		fixture.desk.endSession(session);
		fixture.clock.advance(4_000_000);
		expect({ late, settles, reason: (await watched.promise).reason }).toEqual({
			late: [false, false, false],
			settles: [reason],
			reason,
		});
		expect([fixture.clock.armed, call.signal.listeners]).toEqual([0, 0]);
	});

	it("tells how it ended for 10 minutes, and needs no timer for it", () => {
		const { id } = asked();
		fixture.desk.clarifications.answer(id, "80");
		expect(fixture.clock.armed).toBe(0);
		fixture.clock.advance(599_999);
		expect(fixture.desk.clarifications.outcomeOf(id)).toEqual({ reason: "response", response: "80" });
		fixture.clock.advance(1);
		expect(fixture.desk.clarifications.outcomeOf(id)).toBeUndefined();
	});

	it("is over for everybody before anybody is told", () => {
		const seen: unknown[] = [];
		const { id } = asked();
		const look = () => [fixture.desk.inbox.count, fixture.desk.clarifications.outcomeOf(id)?.reason];
		fixture.desk.clarifications.onDidChange(() => seen.push(look()));
		fixture.desk.clarifications.onDidSettle(() => seen.push(look()));
		fixture.desk.clarifications.answer(id, "80");
		expect(seen).toEqual([
			[0, "response"],
			[0, "response"],
		]);
	});

	it("reaches the agent even if a surface fails", async () => {
		const { id, watched } = asked();
		fixture.desk.clarifications.onDidChange(() => {
			throw new Error("a broken surface");
		});
		fixture.desk.clarifications.answer(id, "80");
		expect((await watched.promise).response).toBe("80");
		expect(fixture.errors).toEqual(["A listener failed"]);
	});

	it("at the same moment as another, which a surface closes at once, is settled once", async () => {
		const { clarifications } = fixture.desk;
		const first = asked();
		const second = fixture.clarify(fixture.open({ key: "other" }));
		const { id } = clarifications.open[1]!;
		clarifications.onDidSettle(() => clarifications.dismiss(id));
		const told: string[] = [];
		clarifications.onDidSettle(({ outcome }) => told.push(outcome.reason));
		fixture.clock.advance(300_000);
		expect([(await first.watched.promise).reason, (await second.promise).reason]).toEqual(["timeout", "dismissed"]);
		expect([told.sort(), fixture.desk.history.search({ text: "" }).length]).toEqual([["dismissed", "timeout"], 2]);
		expect([fixture.clock.armed, fixture.errors]).toEqual([0, []]);
	});

	it("is announced once when it is asked, with everything in place", () => {
		const counts: number[] = [];
		fixture.desk.clarifications.onDidAsk(() => counts.push(fixture.desk.inbox.count));
		asked();
		expect(counts).toEqual([1]);
	});
});

describe("the inbox", () => {
	it("holds what is open, oldest first, and knows the nearest deadline", () => {
		fixture.timeLimitMs = 600_000;
		const first = asked().question;
		fixture.clock.advance(1_000);
		fixture.timeLimitMs = 60_000;
		const second = fixture.ask(fixture.open({ key: "other" }));
		const { inbox } = fixture.desk;
		expect({ items: inbox.items, count: inbox.count, next: inbox.nextDeadline }).toEqual({
			items: [first, second].map((question) => ({ kind: "question", id: question.id, question })),
			count: 2,
			next: second.deadline,
		});
	});

	it("is empty and has no deadline when nothing waits", () => {
		fixture.desk.clarifications.dismiss(asked().id);
		const { items, count, nextDeadline } = fixture.desk.inbox;
		expect([items, count, nextDeadline]).toEqual([[], 0, undefined]);
	});

	it("tells of every change", () => {
		let changes = 0;
		fixture.desk.inbox.onDidChange(() => changes++);
		const { id } = asked();
		fixture.desk.clarifications.dismiss(id);
		expect(changes).toBe(2);
	});
});
