import { beforeEach, describe, expect, it } from "vitest";
import { agentOf } from "../../../src/core/agents";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, settled, type Watched } from "../../support/deskFixture";

const S = 1_000;

let fixture: DeskFixture;
let session: Session;
let start: number;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
	start = fixture.clock.now();
});

function asked(of = session) {
	const watched = fixture.clarify(of);
	const { id } = fixture.desk.clarifications.open.at(-1)!;
	return { id, watched };
}

const reasonOf = async (watched: Watched<{ reason: string }>) => {
	await settled();
	return watched.value?.reason;
};

describe("Keep open", () => {
	it("adds 5 minutes each time, then what is left, then nothing", () => {
		const { clarifications } = fixture.desk;
		const { id } = asked(fixture.open({ key: "short", budgetMs: 1_000 * S }));
		const added: [number, boolean, number][] = [];
		for (let press = 0; press < 4; press++) {
			const adds = clarifications.extensionMs(id);
			added.push([adds / S, clarifications.extend(id), (fixture.question(id).deadline - start) / S]);
		}
		expect(added).toEqual([
			[300, true, 600],
			[300, true, 900],
			[40, true, 940],
			[0, false, 940],
		]);
	});

	it("really keeps the question open that much longer", async () => {
		const { id, watched } = asked();
		fixture.desk.clarifications.extend(id);
		fixture.clock.advance(600 * S - 1);
		expect(await reasonOf(watched)).toBeUndefined();
		fixture.clock.advance(1);
		expect(await reasonOf(watched)).toBe("timeout");
	});

	it("adds nothing to what is not open", () => {
		expect([fixture.desk.clarifications.extensionMs("x"), fixture.desk.clarifications.extend("x")]).toEqual([0, false]);
	});
});

describe("typing", () => {
	it("holds the clock once, for 60 s", () => {
		const { id } = asked();
		fixture.desk.clarifications.setDraft(id, { text: "8", choice: undefined });
		fixture.desk.clarifications.setDraft(id, { text: "80", choice: undefined });
		expect(fixture.question(id)).toMatchObject({
			deadline: start + 360 * S,
			heldFrom: start + 300 * S,
			draft: { text: "80", choice: undefined },
		});
	});

	it("does not hold it for blanks, nor for a choice that the question does not have", () => {
		const { id } = asked();
		fixture.desk.clarifications.setDraft(id, { text: "  ", choice: "8080" });
		expect(fixture.question(id)).toMatchObject({
			deadline: start + 300 * S,
			heldFrom: undefined,
			draft: { text: "  ", choice: undefined },
		});
	});

	it("never holds it past the last moment", () => {
		const { id } = asked(fixture.open({ key: "unknown", budgetMs: undefined, agent: agentOf("new-agent") }));
		fixture.desk.clarifications.setDraft(id, { text: "8", choice: undefined });
		expect(fixture.question(id)).toMatchObject({ deadline: start + 300 * S, heldFrom: undefined });
	});

	it("is told to the surfaces once per change", () => {
		const { id } = asked();
		let changes = 0;
		fixture.desk.clarifications.onDidChange(() => changes++);
		fixture.desk.clarifications.setDraft(id, { text: "8", choice: undefined });
		fixture.desk.clarifications.setDraft(id, { text: "8", choice: undefined });
		expect(changes).toBe(1);
	});
});

describe("the clock", () => {
	it("needs one timer for all questions, and none afterwards", () => {
		asked();
		asked(fixture.open({ key: "b" }));
		asked(fixture.open({ key: "c" }));
		expect(fixture.clock.armed).toBe(1);
		fixture.clock.advance(300 * S);
		expect([fixture.clock.armed, fixture.desk.inbox.count]).toEqual([0, 0]);
	});

	it("settles each question at its own time", async () => {
		const first = asked();
		fixture.clock.advance(7 * S);
		const second = asked(fixture.open({ key: "b", budgetMs: 62 * S }));
		fixture.clock.advance(2 * S - 1);
		expect(await reasonOf(second.watched)).toBeUndefined();
		fixture.clock.advance(1);
		expect([await reasonOf(first.watched), await reasonOf(second.watched)]).toEqual([undefined, "timeout"]);
		fixture.clock.advance(291 * S);
		expect(await reasonOf(first.watched)).toBe("timeout");
	});

	it("leaves at least 60 s after a sleep, seen within 10 s of waking", async () => {
		const { id, watched } = asked();
		fixture.clock.advance(12 * S);
		fixture.clock.jump(1_000 * S);
		fixture.clock.advance(10 * S);
		// The tick due 8 s after the fall asleep came 8 s after waking.
		expect(fixture.question(id).deadline).toBe(start + (20 + 1_000 + 60) * S);
		fixture.clock.advance(58 * S - 1);
		expect(await reasonOf(watched)).toBeUndefined();
		fixture.clock.advance(1);
		expect(await reasonOf(watched)).toBe("timeout");
	});

	it("changes nothing where more than 60 s remain after a sleep", () => {
		const { id } = asked();
		fixture.clock.jump(40 * S);
		fixture.clock.advance(10 * S);
		expect(fixture.question(id).deadline).toBe(start + 300 * S);
	});

	it("takes 30 s for no sleep", async () => {
		fixture.timeLimitMs = 30 * S;
		const { watched } = asked();
		fixture.clock.jump(20 * S);
		fixture.clock.advance(10 * S);
		expect(await reasonOf(watched)).toBe("timeout");
	});

	it("goes past the last moment for no sleep", async () => {
		const { id, watched } = asked(fixture.open({ key: "short", budgetMs: 400 * S }));
		fixture.clock.jump(300 * S);
		fixture.clock.advance(10 * S);
		expect(fixture.question(id).deadline).toBe(start + 340 * S);
		fixture.clock.jump(3_600 * S);
		fixture.clock.advance(10 * S);
		expect(await reasonOf(watched)).toBe("timeout");
	});

	it("leaves 60 s even if another question is the first to notice the sleep", () => {
		const { id } = asked();
		fixture.clock.jump(1_000 * S);
		const other = asked(fixture.open({ key: "b" }));
		expect([fixture.question(id).deadline, fixture.question(other.id).deadline]).toEqual([
			start + 1_060 * S,
			start + 1_300 * S,
		]);
	});

	it("gives a sleeper's caller that has gone nothing", async () => {
		const call = fixture.call();
		const watched = fixture.clarify(session, { question: "q" }, call);
		fixture.clock.jump(1_000 * S);
		call.signal.cancel();
		fixture.clock.advance(10 * S);
		expect([await reasonOf(watched), fixture.clock.armed]).toEqual(["cancelled", 0]);
	});

	it.each([3_600, 20, 5])("set back by %i s gives no more time", async (byS) => {
		const { watched } = asked();
		fixture.clock.advance(105 * S);
		fixture.clock.jump(-byS * S);
		fixture.clock.advance(195 * S - 1);
		expect(await reasonOf(watched)).toBeUndefined();
		fixture.clock.advance(1);
		expect(await reasonOf(watched)).toBe("timeout");
	});

	it("set back gives no more time when a new question is the first to notice, and that one gets all of its own", async () => {
		const first = asked();
		fixture.clock.advance(105 * S);
		fixture.clock.jump(-3_600 * S);
		const second = asked(fixture.open({ key: "b" }));
		fixture.clock.advance(195 * S);
		expect(await reasonOf(first.watched)).toBe("timeout");
		fixture.clock.advance(105 * S - 1);
		expect(await reasonOf(second.watched)).toBeUndefined();
		fixture.clock.advance(1);
		expect(await reasonOf(second.watched)).toBe("timeout");
	});

	it("set back keeps the last moment as near as it was", () => {
		const { id } = asked(fixture.open({ key: "short", budgetMs: 400 * S }));
		fixture.clock.jump(-3_600 * S);
		fixture.clock.advance(10 * S);
		fixture.desk.clarifications.extend(id);
		expect(fixture.question(id).deadline - fixture.clock.now()).toBe(330 * S);
	});
});
