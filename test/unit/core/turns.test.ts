import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, introOf, refusalOf } from "../../support/deskFixture";

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const step = { id: "a", step: "Read", status: "in_progress" };
const update = (args: object = {}) => fixture.desk.updatePlan(session, { plan: [step], ...args }, fixture.call());

describe("a session", () => {
	it("takes the id of a turn that was announced before as its context", () => {
		const id = "11111111-1111-4111-8111-111111111111";
		const turn = fixture.desk.beginTurn(session, id);
		expect([
			turn.id,
			session.turn?.id,
			session.isHooked,
			fixture.ask(session, { context_id: id, question: "q" }).turnId,
		]).toEqual([id, id, true, id]);
	});

	it("is implicit at first: one turn from the beginning", () => {
		const startedAt = fixture.clock.now();
		expect(session).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
			intro: introOf(),
			state: "live",
			isHooked: false,
			turn: {
				id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
				sessionId: session.id,
				startedAt,
				state: "active",
			},
			startedAt,
		});
		expect(fixture.desk.sessions.all).toEqual([session]);
	});

	it("is found by its key until it ends", () => {
		expect(fixture.desk.findSession(session.intro.key)).toBe(session);
		fixture.desk.endSession(session);
		fixture.desk.endSession(session);
		expect([fixture.desk.findSession(session.intro.key), session.state, session.turn?.state]).toEqual([
			undefined,
			"ended",
			"ended",
		]);
	});

	it("goes on under the same key and agent, as itself", () => {
		const { turn } = session;
		const again = fixture.open({ budgetMs: 600_000 });
		expect([again, again.turn, again.intro.budgetMs]).toEqual([session, turn, 600_000]);
		expect(again).toBe(session);
	});

	it("is another one under another key, another agent, or without a key", () => {
		const others = [
			fixture.open({ key: "other" }),
			fixture.open({ agent: { id: "codex", label: "Codex", callLimitMs: undefined } }),
			fixture.open({ isResumable: false }),
			fixture.open({ isResumable: false }),
		];
		expect(new Set([session, ...others]).size).toBe(5);
	});

	it("tells of its beginning, resuming, turns and end, each once", () => {
		let changes = 0;
		fixture.desk.sessions.onDidChange(() => changes++);
		const counts = [
			() => fixture.open({ key: "b" }),
			() => fixture.open({ key: "b" }),
			() => fixture.desk.beginTurn(session),
			() => update(),
			() => fixture.desk.endTurn(session, session.turn!.id, "ended"),
			() => fixture.desk.endSession(session),
			() => fixture.desk.endSession(session),
		].map((act) => {
			act();
			return changes;
		});
		expect(counts).toEqual([1, 2, 3, 3, 4, 5, 5]);
	});

	it("takes its drafts along when it is too old to be kept, and no others", () => {
		const drafts = Array.from({ length: 21 }, (_, at) => {
			const own = fixture.open({ key: `with a draft ${at}` });
			const { id } = fixture.ask(own);
			fixture.desk.clarifications.setDraft(id, { text: "8080", choice: undefined });
			fixture.desk.endSession(own);
			return id;
		});
		expect(fixture.desk.clarifications.drafts.map((draft) => draft.id)).toEqual(drafts.slice(1));
		expect(fixture.desk.clarifications.outcomeOf(drafts[0]!)?.reason).toBe("cancelled");
	});

	it("is told to be gone when it is too old to be kept", () => {
		const seen = { sessions: 0, cards: 0, drafts: 0 };
		const { sessions, plans, clarifications } = fixture.desk;
		sessions.onDidChange(() => (seen.sessions = sessions.all.length));
		plans.onDidChange(() => (seen.cards = plans.cards.length));
		clarifications.onDidChange(() => (seen.drafts = clarifications.drafts.length));
		for (let at = 0; at < 21; at++) {
			const own = fixture.open({ key: `with both ${at}` });
			fixture.desk.updatePlan(own, { plan: [step] }, fixture.call());
			clarifications.setDraft(fixture.ask(own).id, { text: "8080", choice: undefined });
			fixture.desk.endSession(own);
		}
		expect(seen).toEqual({ sessions: 21, cards: 20, drafts: 20 });
	});

	it("is kept when ended, the newest 20 that show something, and nothing else pushes those out", () => {
		update();
		fixture.desk.endSession(session);
		for (let at = 0; at < 30; at++) fixture.desk.endSession(fixture.open({ key: `empty ${at}` }));
		expect(fixture.desk.plans.cards).toHaveLength(1);
		for (let at = 0; at < 20; at++) {
			const other = fixture.open({ key: `with a card ${at}` });
			fixture.desk.updatePlan(other, { plan: [step] }, fixture.call());
			fixture.desk.endSession(other);
		}
		const { sessions, plans } = fixture.desk;
		expect([sessions.all.includes(session), sessions.all.length, plans.cards.length]).toEqual([false, 40, 20]);
		expect(fixture.sessionStore.documents.size).toBe(40);
	});
});

describe("a turn", () => {
	it("begins with a new context id and ends the one before with its card", () => {
		const first = session.turn!;
		update();
		const second = fixture.desk.beginTurn(session);
		expect([session.turn, session.isHooked, second.id === first.id]).toEqual([second, true, false]);
		expect(fixture.desk.plans.cards.map((card) => [card.turnId, card.state])).toEqual([[first.id, "ended"]]);
	});

	it.each(["ended", "failed"] as const)("that %s is reopened by a call with its id or none", (how) => {
		const turn = fixture.desk.beginTurn(session);
		update();
		for (const args of [{}, { context_id: turn.id }]) {
			fixture.desk.endTurn(session, turn.id, how);
			expect([session.turn?.state, fixture.desk.plans.cards[0]?.state]).toEqual([how, how]);
			fixture.desk.clarifications.dismiss(fixture.ask(session, { question: "q", ...args }).id);
			expect([session.turn?.state, fixture.desk.plans.cards[0]?.state]).toEqual(["active", "running"]);
		}
	});

	it("is not reopened by a call that is refused", async () => {
		const turn = fixture.desk.beginTurn(session);
		fixture.desk.endTurn(session, turn.id, "ended");
		await refusalOf(() => fixture.desk.clarify(session, { question: "" }, fixture.call()));
		await refusalOf(() => update({ plan: [] }));
		const call = fixture.call();
		call.signal.cancel();
		await fixture.desk.clarify(session, { question: "q" }, call);
		expect(session.turn?.state).toBe("ended");
	});

	it("is not reopened once a newer one began, nor after an interrupt", async () => {
		const old = fixture.desk.beginTurn(session);
		fixture.desk.endTurn(session, old.id, "ended");
		const newer = fixture.desk.beginTurn(session);
		expect(await refusalOf(() => update({ context_id: old.id }))).toContain("unknown_context");
		fixture.desk.endTurn(session, newer.id, "interrupted");
		expect([await refusalOf(() => update({ context_id: newer.id })), await refusalOf(() => update())]).toEqual([
			"no_active_turn: no turn of this session is active",
			"no_active_turn: no turn of this session is active",
		]);
	});

	it("is not touched by the late end of an old one, nor by a second end", () => {
		const old = fixture.desk.beginTurn(session);
		const current = fixture.desk.beginTurn(session);
		const question = fixture.ask(session);
		update();
		fixture.desk.endTurn(session, old.id, "failed");
		fixture.desk.endTurn(session, "nonsense", "failed");
		expect([session.turn, fixture.desk.clarifications.open, fixture.desk.plans.cards[0]?.state]).toEqual([
			current,
			[question],
			"running",
		]);
		fixture.desk.endTurn(session, current.id, "ended");
		fixture.desk.endTurn(session, current.id, "interrupted");
		expect(session.turn?.state).toBe("ended");
	});

	it("of another session is not ended by its id", () => {
		const other = fixture.open({ key: "other" });
		fixture.desk.endTurn(session, other.turn!.id, "ended");
		expect([session.turn?.state, other.turn?.state]).toEqual(["active", "active"]);
	});

	it("cannot begin in a session that has ended", async () => {
		fixture.desk.endSession(session);
		expect(await refusalOf(() => fixture.desk.beginTurn(session))).toBe("no_active_turn: the session has ended");
	});
});
