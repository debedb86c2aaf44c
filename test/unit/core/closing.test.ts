import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, settled } from "../../support/deskFixture";

const S = 1_000;

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

describe("while the window reloads", () => {
	it("nothing is armed, and the waiting call is left unsettled whatever comes", async () => {
		const call = fixture.call();
		const watched = fixture.clarify(session, { question: "q" }, call);
		const { desk } = fixture;
		const { id } = desk.clarifications.open[0]!;
		desk.dispose();
		expect([fixture.clock.armed, call.signal.listeners]).toEqual([0, 0]);
		const stored = [...fixture.sessionStore.documents];
		const acts = [
			desk.clarifications.answer(id, "80"),
			desk.clarifications.dismiss(id),
			desk.clarifications.extend(id),
		];
		desk.clarifications.setDraft(id, { text: "8", choice: undefined });
		call.signal.cancel();
		desk.endTurn(session, session.turn!.id, "ended");
		desk.endSession(session);
		desk.listening();
		fixture.clock.advance(1);
		desk.dispose();
		const late = fixture.clarify(session, { question: "q" });
		fixture.clock.advance(4_000 * S);
		await settled();
		expect([acts, watched.value, late.value, late.error]).toEqual([
			[false, false, false],
			undefined,
			undefined,
			undefined,
		]);
		expect([[...fixture.sessionStore.documents], fixture.clock.armed]).toEqual([stored, 0]);
		for (const act of [
			() => desk.openSession(session.intro),
			() => desk.beginTurn(session),
			() => desk.updatePlan(session, { plan: [{ id: "a", step: "Read", status: "pending" }] }, fixture.call()),
		]) {
			expect(act).toThrow("the window is closing");
		}
	});

	it("nothing waits for sessions that were away", () => {
		fixture.reload();
		fixture.desk.listening();
		fixture.desk.dispose();
		expect(fixture.clock.armed).toBe(0);
		fixture.desk.listening();
		expect(fixture.clock.armed).toBe(0);
	});
});
