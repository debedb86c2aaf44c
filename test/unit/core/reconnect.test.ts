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

const restored = () => fixture.desk.clarifications.open[0]!;
const again = (key = "k", of = fixture.desk.sessions.all[0]!) =>
	fixture.clarify(of, { question: "q", choices: ["80"] }, fixture.call(key));
const questionOf = (of: Session) => fixture.desk.clarifications.open.find((each) => each.session === of)!;
const reasonOf = async (watched: Watched<{ reason: string }>) => {
	await settled();
	return watched.value?.reason;
};

describe("a bridge that connects anew while its session is still there", () => {
	it("keeps its question, whose old caller no longer counts, and sends it again", async () => {
		const old = fixture.call("k");
		fixture.desk.listening();
		const first = fixture.clarify(session, { question: "q" }, old);
		fixture.clock.advance(100 * S);
		expect(fixture.open({ inFlight: ["k"] })).toBe(session);
		// Only its return is waited for: while it is away its clock stands still.
		expect(fixture.clock.armed).toBe(1);
		old.signal.cancel();
		fixture.clock.advance(5 * S);
		const second = again();
		expect([restored().state, restored().deadline - fixture.clock.now()]).toEqual(["waiting", 200 * S]);
		fixture.desk.clarifications.answer(restored().id, "80");
		expect([await reasonOf(first), await reasonOf(second), fixture.clock.armed]).toEqual(["response", "response", 0]);
	});

	it("has no more time after the clock was set back, whoever notices first", () => {
		const other = fixture.open({ key: "other" });
		const waiting = fixture.ask(other);
		again();
		fixture.clock.advance(100 * S);
		fixture.clock.jump(-3_600 * S);
		fixture.open({ inFlight: ["k"] });
		fixture.clock.jump(-3_600 * S);
		again();
		// A tick of 10 s is counted in full for each of the two, since nobody knows how much of it had passed.
		const left = [fixture.question(waiting.id), fixture.question(questionOf(session).id)].map(
			({ deadline }) => (deadline - fixture.clock.now()) / S,
		);
		expect(left).toEqual([180, 190]);
	});

	it("has at least a minute after a sleep that its return notices first, as every other question", () => {
		const other = fixture.ask(fixture.open({ key: "other" }));
		again();
		fixture.clock.jump(1_000 * S);
		fixture.open({ inFlight: ["k"] });
		again();
		const left = [other, questionOf(session)].map(
			({ id }) => (fixture.question(id).deadline - fixture.clock.now()) / S,
		);
		expect(left).toEqual([60, 60]);
	});

	it("loses a question that it does not send again within 20 s", async () => {
		fixture.desk.listening();
		const first = again();
		fixture.open({ inFlight: ["call-1", "k"] });
		fixture.clock.advance(20 * S);
		expect([await reasonOf(first), fixture.clock.armed]).toEqual(["cancelled", 0]);
	});

	it("loses at once what it has no longer in flight", async () => {
		const first = again();
		fixture.open();
		expect([await reasonOf(first), fixture.clock.armed]).toEqual(["cancelled", 0]);
	});
});
