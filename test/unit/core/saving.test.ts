import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture } from "../../support/deskFixture";

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const update = (id: string, key: string) =>
	fixture.desk.updatePlan(session, { plan: [{ id, step: "Read", status: "completed" }] }, fixture.call(key));

/** Everything that surfaces read. */
function whole() {
	const { sessions, clarifications, plans, inbox, history } = fixture.desk;
	return structuredClone({
		sessions: sessions.all,
		open: clarifications.open,
		drafts: clarifications.drafts,
		cards: plans.cards,
		items: inbox.items,
		history: history.entries,
	});
}

describe("a store that cannot be written", () => {
	it.each<[string, () => void]>([
		["the first update of a turn", () => undefined],
		["a new card in place of the old one", () => update("old", "k0")],
		["an update that reopens its turn", () => fixture.desk.endTurn(session, session.turn!.id, "ended")],
		[
			"an update that reopens its turn and card",
			() => {
				update("a", "k0");
				fixture.desk.endTurn(session, session.turn!.id, "ended");
			},
		],
	])("refuses %s and leaves everything as it was", (_, prepare) => {
		prepare();
		const before = whole();
		let told = 0;
		fixture.desk.plans.onDidChange(() => told++);
		fixture.desk.sessions.onDidChange(() => told++);
		fixture.desk.history.onDidChange(() => told++);
		fixture.sessionStore.isFull = true;
		expect(() => update("a", "k")).toThrow("no space left");
		expect([whole(), told]).toEqual([before, 0]);
		fixture.sessionStore.isFull = false;
		const { plan_id, revision } = update("a", "k");
		expect(fixture.desk.plans.cards[0]).toMatchObject({ id: plan_id, revision, state: "running" });
	});

	it("does not take the person's answer away", async () => {
		const watched = fixture.clarify(session);
		fixture.sessionStore.isFull = true;
		const { id } = fixture.desk.clarifications.open[0]!;
		expect(fixture.desk.clarifications.answer(id, "80")).toBe(true);
		expect((await watched.promise).response).toBe("80");
		expect(fixture.errors).toEqual(["A session could not be saved"]);
	});

	it("does not keep a question from the person", () => {
		fixture.sessionStore.isFull = true;
		expect([fixture.ask(session).state, fixture.desk.inbox.count]).toEqual(["waiting", 1]);
	});

	it("that cannot be read either gives a window without sessions", () => {
		fixture.sessionStore.documents.set("a", "no JSON");
		fixture.crash();
		expect([fixture.desk.sessions.all, fixture.errors]).toEqual([[], ["The stored sessions could not be read"]]);
	});

	it("does not keep an ended session alive, nor old ones for ever", () => {
		const { isFull } = fixture.sessionStore;
		fixture.sessionStore.isFull = true;
		for (let at = 0; at < 22; at++) fixture.desk.endSession(fixture.open({ key: `k${at}` }));
		expect([isFull, fixture.desk.sessions.all.length]).toEqual([false, 21]);
		expect(fixture.errors).toContain("An old session could not be removed");
	});
});

describe("an answer", () => {
	it("is stored under its call key before the agent gets it", async () => {
		const watched = fixture.clarify(session, { question: "q" }, fixture.call("k"));
		let stored: string | undefined;
		void watched.promise.then(() => (stored = fixture.sessionStore.documents.get(session.id)));
		fixture.desk.clarifications.answer(fixture.desk.clarifications.open[0]!.id, "eighty");
		await watched.promise;
		expect(JSON.parse(stored ?? "")).toMatchObject({
			settled: [{ callKey: "k", value: { outcome: { reason: "response", response: "eighty" } } }],
		});
	});
});

describe("what is stored of a session", () => {
	it("holds no outcome that is older than 10 minutes", () => {
		fixture.desk.clarifications.dismiss(fixture.ask(session).id);
		fixture.clock.advance(600_000);
		fixture.desk.beginTurn(session);
		expect(fixture.sessionStore.load()[0]?.settled).toEqual([]);
	});

	it("is what a sleep made of it, even if another session's question was the first to notice", () => {
		const { id } = fixture.ask(session);
		fixture.clock.jump(1_000_000);
		fixture.ask(fixture.open({ key: "other" }));
		fixture.crash();
		expect(fixture.question(id).deadline).toBe(fixture.clock.now() + 60_000);
	});
});

describe("every change that a reload should bring back", () => {
	it.each<[string, (id: string) => void]>([
		["asking", () => undefined],
		["typing", (id) => fixture.desk.clarifications.setDraft(id, { text: "8", choice: undefined })],
		["keeping open", (id) => fixture.desk.clarifications.extend(id)],
		[
			"a sleep",
			() => {
				fixture.clock.jump(1_000_000);
				fixture.clock.advance(10_000);
			},
		],
		["closing", (id) => fixture.desk.clarifications.dismiss(id)],
		["a new turn", () => fixture.desk.beginTurn(session)],
		["the end of the turn", () => fixture.desk.endTurn(session, session.turn!.id, "failed")],
		["the end of the session", () => fixture.desk.endSession(session)],
	])("is saved at once: %s", (_, act) => {
		act(fixture.ask(session).id);
		const before = whole();
		fixture.crash();
		const away = (each: { session?: { state: string } }) => ({ ...each, session: undefined, state: undefined });
		const after = whole();
		expect(after.sessions.map(({ turn, isHooked }) => ({ turn, isHooked }))).toEqual(
			before.sessions.map(({ turn, isHooked }) => ({ turn, isHooked })),
		);
		expect([after.open.map(away), after.drafts, after.cards]).toEqual([
			before.open.map(away),
			before.drafts,
			before.cards,
		]);
	});
});
