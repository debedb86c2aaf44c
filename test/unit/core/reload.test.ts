import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, settled, type Watched } from "../../support/deskFixture";

const S = 1_000;

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const asked = (key = "k", of = session) => fixture.ask(of, { question: "q", choices: ["80"] }, fixture.call(key));
const restored = () => fixture.desk.clarifications.open[0]!;
const again = (key = "k", of = fixture.desk.sessions.all[0]!) =>
	fixture.clarify(of, { question: "q", choices: ["80"] }, fixture.call(key));
const reasonOf = async (watched: Watched<{ reason: string }>) => {
	await settled();
	return watched.value?.reason;
};

describe("after a reload", () => {
	it("everything is there: the session away, its question reconnecting with draft, hold and choices", () => {
		const { id } = asked();
		fixture.desk.clarifications.setDraft(id, { text: "80", choice: "80" });
		const before = fixture.question(id);
		fixture.reload();
		const away = fixture.desk.sessions.all[0]!;
		expect(away).toEqual({ ...session, state: "away" });
		expect(restored()).toEqual({ ...before, session: away, state: "reconnecting" });
		expect([fixture.desk.inbox.count, fixture.desk.inbox.nextDeadline, fixture.clock.armed]).toEqual([1, undefined, 0]);
	});

	it("a reconnecting question takes a draft but no answer, and no hold", () => {
		const { id } = asked();
		fixture.reload();
		const { clarifications } = fixture.desk;
		const acts = [clarifications.answer(id, "80"), clarifications.dismiss(id), clarifications.extend(id)];
		clarifications.setDraft(id, { text: "8", choice: undefined });
		expect([acts, clarifications.extensionMs(id), restored().draft.text, restored().heldFrom]).toEqual([
			[false, false, false],
			0,
			"8",
			undefined,
		]);
	});

	it("the same process finds its session, turn, context id and card", () => {
		const turn = fixture.desk.beginTurn(session);
		fixture.desk.updatePlan(session, { plan: [{ id: "a", step: "Read", status: "pending" }] }, fixture.call());
		const before = fixture.desk.plans.cards;
		fixture.reload();
		const back = fixture.open();
		expect([back, fixture.desk.plans.cards]).toEqual([session, before]);
		const result = fixture.desk.updatePlan(
			back,
			{ context_id: turn.id, plan: [{ id: "a", step: "Read", status: "completed" }] },
			fixture.call(),
		);
		expect([result.revision, result.plan_id]).toEqual([2, before[0]!.id]);
	});

	it("the question waits again, with the time that was left, once its call is sent again", async () => {
		asked();
		fixture.clock.advance(100 * S);
		fixture.reload();
		fixture.clock.advance(50 * S);
		fixture.desk.listening();
		fixture.open({ inFlight: ["k"] });
		fixture.clock.advance(10 * S);
		expect(restored().state).toBe("reconnecting");
		const watched = again();
		expect([restored().state, restored().deadline - fixture.clock.now()]).toEqual(["waiting", 200 * S]);
		fixture.clock.advance(200 * S - 1);
		expect(await reasonOf(watched)).toBeUndefined();
		fixture.clock.advance(1);
		expect([await reasonOf(watched), fixture.clock.armed]).toEqual(["timeout", 0]);
	});

	it("the time that was left stays the same over two reloads", () => {
		asked();
		fixture.clock.advance(100 * S);
		fixture.reload();
		fixture.clock.advance(500 * S);
		fixture.reload();
		fixture.open({ inFlight: ["k"] });
		again();
		expect(restored().deadline - fixture.clock.now()).toBe(200 * S);
	});

	it("the time that was left is no more after the clock was set back", () => {
		asked();
		fixture.clock.advance(100 * S);
		fixture.clock.jump(-3_600 * S);
		fixture.reload();
		fixture.open({ inFlight: ["k"] });
		again();
		expect(restored().deadline - fixture.clock.now()).toBe(190 * S);
	});

	it("nothing goes past the last moment, because the agent's own clock went on", async () => {
		session = fixture.open({ key: "short", budgetMs: 400 * S });
		asked();
		const { lastMoment } = restored();
		fixture.reload();
		fixture.clock.advance(200 * S);
		const back = fixture.open({ key: "short", budgetMs: 400 * S, inFlight: ["k"] });
		const watched = again("k", back);
		expect(restored().deadline).toBe(lastMoment);
		fixture.clock.advance(140 * S);
		expect(await reasonOf(watched)).toBe("timeout");
	});

	it("the answer reaches the call that was sent again", async () => {
		const { id } = asked();
		fixture.reload();
		fixture.open({ inFlight: ["k"] });
		const watched = again();
		expect(fixture.desk.clarifications.answer(id, "80")).toBe(true);
		expect(await watched.promise).toEqual({ clarify_id: id, response: "80", reason: "response" });
	});

	it("an answer given just before is there for the call that is sent again", async () => {
		const { id } = asked();
		fixture.desk.clarifications.answer(id, "80");
		fixture.crash();
		fixture.open({ inFlight: ["k"] });
		expect(await reasonOf(again())).toBe("response");
		expect(fixture.desk.clarifications.outcomeOf(id)).toEqual({ reason: "response", response: "80" });
	});

	it("a plan result given just before is there too, without a new revision", () => {
		const args = { plan: [{ id: "a", step: "Read", status: "pending" }] };
		const first = fixture.desk.updatePlan(session, args, fixture.call("k"));
		fixture.crash();
		expect(fixture.desk.updatePlan(fixture.open(), args, fixture.call("k"))).toEqual(first);
	});

	it("what the process no longer has in flight closes at once", () => {
		const { id } = asked();
		fixture.desk.clarifications.setDraft(id, { text: "8", choice: undefined });
		fixture.reload();
		fixture.desk.listening();
		fixture.open({ inFlight: ["another"] });
		expect([fixture.desk.inbox.count, fixture.desk.clarifications.outcomeOf(id)?.reason]).toEqual([0, "cancelled"]);
		expect(fixture.desk.clarifications.drafts.map((draft) => draft.draft.text)).toEqual(["8"]);
		expect(fixture.clock.armed).toBe(0);
	});

	it("a session that does not return within 20 s of listening is interrupted, its question cancelled", () => {
		const { id } = asked();
		fixture.desk.updatePlan(session, { plan: [{ id: "a", step: "Read", status: "in_progress" }] }, fixture.call());
		fixture.reload();
		fixture.clock.advance(500 * S);
		fixture.desk.listening();
		fixture.clock.advance(20 * S - 1);
		expect([fixture.desk.inbox.count, fixture.desk.sessions.all[0]?.state]).toEqual([1, "away"]);
		fixture.clock.advance(1);
		const [ended] = fixture.desk.sessions.all;
		expect({
			session: [ended?.state, ended?.turn?.state],
			outcome: fixture.desk.clarifications.outcomeOf(id)?.reason,
			card: fixture.desk.plans.cards.map((card) => [card.state, card.steps[0]?.status, card.revision]),
			open: [fixture.desk.inbox.count, fixture.clock.armed],
		}).toEqual({
			session: ["ended", "interrupted"],
			outcome: "cancelled",
			card: [["interrupted", "pending", 2]],
			open: [0, 0],
		});
	});

	it("a returned session whose call is not sent again within the 20 s has it cancelled, and goes on", () => {
		const { id } = asked();
		fixture.reload();
		fixture.desk.listening();
		fixture.clock.advance(15 * S);
		const back = fixture.open({ inFlight: ["k"] });
		fixture.clock.advance(5 * S - 1);
		expect(fixture.desk.inbox.count).toBe(1);
		fixture.clock.advance(1);
		expect([fixture.desk.clarifications.outcomeOf(id)?.reason, back.state, fixture.clock.armed]).toEqual([
			"cancelled",
			"live",
			0,
		]);
		expect(asked("k2", back).state).toBe("waiting");
	});

	it("only what does not return is ended", () => {
		fixture.open({ key: "b" });
		fixture.reload();
		fixture.desk.listening();
		fixture.open({ key: "b" });
		fixture.clock.advance(20 * S);
		expect(fixture.desk.sessions.all.map((each) => [each.intro.key, each.state])).toEqual([
			[session.intro.key, "ended"],
			["b", "live"],
		]);
	});

	it("sessions are in the order of their beginning, in whatever order the store has them", () => {
		fixture.clock.advance(1_000);
		const second = fixture.open({ key: "b" });
		const documents = [...fixture.sessionStore.documents].reverse();
		fixture.sessionStore.documents.clear();
		fixture.desk.dispose();
		for (const [id, text] of documents) fixture.sessionStore.documents.set(id, text);
		fixture.crash();
		expect(fixture.desk.sessions.all.map(({ id }) => id)).toEqual([session.id, second.id]);
	});

	it("nothing is armed when every session is back", () => {
		fixture.reload();
		fixture.desk.listening();
		expect(fixture.clock.armed).toBe(1);
		fixture.open();
		expect(fixture.clock.armed).toBe(0);
		fixture.desk.listening();
		expect(fixture.clock.armed).toBe(0);
	});

	it("nothing is armed when the last one that was away has ended otherwise", () => {
		fixture.reload();
		fixture.desk.listening();
		fixture.desk.endSession(fixture.desk.sessions.all[0]!);
		expect(fixture.clock.armed).toBe(0);
	});

	it("a question that nobody returned to stays cancelled for a call that comes too late", async () => {
		asked();
		fixture.reload();
		fixture.desk.listening();
		fixture.clock.advance(30 * S);
		const back = fixture.open({ inFlight: ["k"] });
		expect([await reasonOf(again("k", back)), fixture.desk.inbox.count]).toEqual(["cancelled", 0]);
	});

	it("a draft that is to be handed over still is", () => {
		const { id } = asked();
		fixture.desk.clarifications.setDraft(id, { text: "8080", choice: undefined });
		fixture.clock.advance(360 * S);
		fixture.desk.clarifications.setHandOver(id, true);
		const before = fixture.desk.clarifications.drafts;
		fixture.reload();
		const back = fixture.open();
		expect(fixture.desk.clarifications.drafts).toEqual(before);
		const args = { plan: [{ id: "a", step: "Read", status: "pending" }] };
		expect(fixture.desk.updatePlan(back, args, fixture.call()).late_answers).toMatchObject([
			{ clarify_id: id, response: "8080", turn: "current" },
		]);
	});

	it("an ended session's card and draft are still there, and its process gets a new session", () => {
		const { id } = asked();
		fixture.desk.clarifications.setDraft(id, { text: "8080", choice: undefined });
		fixture.desk.updatePlan(session, { plan: [{ id: "a", step: "Read", status: "pending" }] }, fixture.call());
		fixture.desk.endSession(session);
		const before = [fixture.desk.plans.cards, fixture.desk.clarifications.drafts];
		fixture.reload();
		expect([fixture.desk.plans.cards, fixture.desk.clarifications.drafts]).toEqual(before);
		expect(fixture.open().id).not.toBe(session.id);
	});

	it("a session without a key of its own is neither stored nor resumed", () => {
		const own = fixture.open({ key: "none", isResumable: false });
		asked("k", own);
		expect([...fixture.sessionStore.documents.keys()]).toEqual([session.id]);
		fixture.reload();
		expect([fixture.desk.inbox.count, fixture.desk.sessions.all.length]).toEqual([0, 1]);
	});
});
