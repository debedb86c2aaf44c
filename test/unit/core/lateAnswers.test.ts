import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture } from "../../support/deskFixture";

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const plan = { plan: [{ id: "a", step: "Read", status: "pending" }] };
const update = (of = session) => fixture.desk.updatePlan(of, plan, fixture.call());

/** A question whose time ran out while this was typed or chosen. */
function expired(text: string, choice?: string, of = session): string {
	const { id } = fixture.ask(of, { question: "Which port?", choices: ["80", "443"] });
	fixture.desk.clarifications.setDraft(id, { text, choice });
	fixture.clock.advance(360_000);
	return id;
}

function handedOver(text: string, choice?: string, of = session): string {
	const id = expired(text, choice, of);
	fixture.desk.clarifications.setHandOver(id, true);
	return id;
}

/** All at once, because each result on the way would take what is handed over already. */
function allHandedOver(texts: readonly string[]): readonly string[] {
	const ids = texts.map((text) => expired(text));
	for (const id of ids) fixture.desk.clarifications.setHandOver(id, true);
	return ids;
}

describe("a draft of a question that closed", () => {
	it("is kept, and nothing waits for it", () => {
		const askedAt = fixture.clock.now();
		const id = expired("8080", "443");
		expect(fixture.desk.clarifications.drafts).toEqual([
			{
				id,
				session,
				turnId: session.turn?.id,
				question: { text: "Which port?", choices: ["80", "443"] },
				askedAt,
				closedAt: askedAt + 360_000,
				reason: "timeout",
				draft: { text: "8080", choice: "443" },
				images: [],
				handOver: false,
			},
		]);
		expect([fixture.desk.inbox.count, fixture.clock.armed]).toEqual([0, 0]);
	});

	it("is kept when its turn was cancelled, a mere choice too", () => {
		const { id } = fixture.ask(session, { question: "q", choices: ["80"] });
		fixture.desk.clarifications.setDraft(id, { text: "", choice: "80" });
		fixture.desk.endTurn(session, session.turn!.id, "interrupted");
		expect(fixture.desk.clarifications.drafts.map(({ reason, draft }) => [reason, draft])).toEqual([
			["cancelled", { text: "", choice: "80" }],
		]);
	});

	it.each<[string, (id: string) => void]>([
		["nothing was typed", () => fixture.clock.advance(300_000)],
		["only blanks were typed", (id) => fixture.desk.clarifications.setDraft(id, { text: " \n", choice: undefined })],
		["it was answered", (id) => fixture.desk.clarifications.answer(id, "80")],
		["it was dismissed", (id) => fixture.desk.clarifications.dismiss(id)],
	])("is none when %s", (_, act) => {
		const { id } = fixture.ask(session);
		act(id);
		fixture.clock.advance(300_000);
		expect(fixture.desk.clarifications.drafts).toEqual([]);
	});

	it("can still be edited, and be discarded", () => {
		const id = expired("8080");
		fixture.desk.clarifications.setDraft(id, { text: "8081", choice: undefined });
		expect(fixture.desk.clarifications.drafts[0]?.draft.text).toBe("8081");
		fixture.desk.clarifications.discardDraft(id);
		expect(fixture.desk.clarifications.drafts).toEqual([]);
	});

	it.each<[string, (cancel: () => void) => void]>([
		["the time is over", () => fixture.clock.advance(360_000)],
		["the agent takes its call back", (cancel) => cancel()],
		["the session ends", () => fixture.desk.endSession(session)],
		["the person dismisses it", () => fixture.desk.clarifications.dismiss(fixture.desk.clarifications.open[0]!.id)],
	])("is no answer of its own question when %s", async (_how, end) => {
		const call = fixture.call();
		const watched = fixture.clarify(session, { question: "Which port?", choices: ["80", "443"] }, call);
		const { id } = fixture.desk.clarifications.open[0]!;
		fixture.desk.clarifications.setDraft(id, { text: "8080", choice: "443" });
		end(() => call.signal.cancel());
		expect((await watched.promise).response).toBe("");
	});

	it("is never sent by itself", async () => {
		expired("8080");
		const watched = fixture.clarify(session);
		fixture.desk.clarifications.answer(fixture.desk.clarifications.open[0]!.id, "80");
		expect([await watched.promise, update()]).toEqual([
			expect.not.objectContaining({ late_answers: expect.anything() as unknown }),
			expect.not.objectContaining({ late_answers: expect.anything() as unknown }),
		]);
	});
});

describe("handing over", () => {
	it("puts the answer into the next plan result, once, and the draft is gone", () => {
		const askedAt = fixture.clock.now();
		const id = expired(" 8080 ");
		fixture.clock.advance(5_000);
		fixture.desk.clarifications.setHandOver(id, true);
		fixture.clock.advance(5_000);
		expect([update().late_answers, fixture.desk.clarifications.drafts, update().late_answers]).toEqual([
			[
				{
					clarify_id: id,
					question: "Which port?",
					response: " 8080 ",
					asked_at: new Date(askedAt).toISOString(),
					answered_at: new Date(askedAt + 365_000).toISOString(),
					turn: "current",
				},
			],
			[],
			undefined,
		]);
	});

	it("gives the choice where no own words are, and says when it is from an earlier turn", () => {
		handedOver("", "443");
		fixture.desk.beginTurn(session);
		expect(update().late_answers).toMatchObject([{ response: "443", turn: "earlier" }]);
	});

	it.each<[string, (id: string) => void]>([
		["answer", (id) => fixture.desk.clarifications.answer(id, "80")],
		["dismissal", (id) => fixture.desk.clarifications.dismiss(id)],
		["time-out", () => fixture.clock.advance(300_000)],
	])("puts it into the result of the next %s", async (_, act) => {
		const late = handedOver("8080");
		const watched = fixture.clarify(session);
		act(fixture.desk.clarifications.open[0]!.id);
		expect((await watched.promise).late_answers).toMatchObject([{ clarify_id: late, response: "8080" }]);
		expect(fixture.desk.clarifications.drafts).toEqual([]);
	});

	it("waits for a result that somebody reads", async () => {
		const late = handedOver("8080");
		const call = fixture.call();
		const watched = fixture.clarify(session, { question: "q" }, call);
		call.signal.cancel();
		expect((await watched.promise).late_answers).toBeUndefined();
		expect(update().late_answers).toMatchObject([{ clarify_id: late }]);
	});

	it("is in the same result again when that call is sent again", () => {
		handedOver("8080");
		const first = fixture.desk.updatePlan(session, plan, fixture.call("k"));
		expect(fixture.desk.updatePlan(session, plan, fixture.call("k"))).toEqual(first);
	});

	it("hands over five at a time, oldest first", () => {
		const ids = allHandedOver(["1", "2", "3", "4", "5", "6"]);
		const handed = [update(), update(), update()].map((result) => result.late_answers?.map((late) => late.clarify_id));
		expect(handed).toEqual([ids.slice(0, 5), ids.slice(5), undefined]);
	});

	it("hands over 8,000 characters at a time", () => {
		const ids = allHandedOver(["😀".repeat(5_000), "x".repeat(3_000), "y"]);
		const handed = [update(), update()].map((result) => result.late_answers?.map((late) => late.clarify_id));
		expect(handed).toEqual([ids.slice(0, 2), ids.slice(2)]);
	});

	it("is not offered for a draft that would never fit", () => {
		const { clarifications } = fixture.desk;
		const [fits, isTooLong] = [expired("x".repeat(8_000)), expired("x".repeat(8_001))];
		clarifications.setHandOver(isTooLong, true);
		expect([clarifications.canHandOver(fits), clarifications.canHandOver(isTooLong)]).toEqual([true, false]);
		expect(clarifications.drafts.map((draft) => draft.handOver)).toEqual([false, false]);
	});

	it("is taken back by the person, and by emptying the draft", () => {
		const { clarifications } = fixture.desk;
		const [first, second] = allHandedOver(["8080", "8081"]);
		clarifications.setHandOver(first!, false);
		clarifications.setDraft(second!, { text: "", choice: undefined });
		expect([clarifications.canHandOver(first!), clarifications.canHandOver(second!)]).toEqual([true, false]);
		expect(update().late_answers).toBeUndefined();
	});

	it("goes to its own session only, and dies with it", () => {
		const { clarifications } = fixture.desk;
		const id = handedOver("8080");
		expect(update(fixture.open({ key: "other" })).late_answers).toBeUndefined();
		const told: boolean[] = [];
		clarifications.onDidChange(() => told.push(...clarifications.drafts.map((draft) => draft.handOver)));
		fixture.desk.endSession(session);
		expect(told).toEqual([false]);
		clarifications.setHandOver(id, true);
		expect(clarifications.drafts.map((draft) => [draft.id, draft.handOver])).toEqual([[id, false]]);
		expect(clarifications.canHandOver(id)).toBe(false);
		expect(update(fixture.open()).late_answers).toBeUndefined();
	});

	it("stays where it is when the plan cannot be saved", () => {
		const id = handedOver("8080");
		fixture.sessionStore.isFull = true;
		expect(() => update()).toThrow("no space left");
		expect(fixture.desk.clarifications.drafts.map((draft) => [draft.id, draft.handOver])).toEqual([[id, true]]);
		fixture.sessionStore.isFull = false;
		expect(update().late_answers).toMatchObject([{ clarify_id: id }]);
	});
});
