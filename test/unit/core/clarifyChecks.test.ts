import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, introOf, refusalOf } from "../../support/deskFixture";

const UNKNOWN = "unknown_context: context_id: not the current turn of this session";
const NO_TURN = "no_active_turn: no turn of this session is active";
const PENDING = "question_already_pending: another question of this session is still open";
const CONTEXT = "invalid_input: context_id: must be a text of 1 to 100 characters that is not blank";

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const refusal = (args: unknown, of = session, call = fixture.call()) =>
	refusalOf(() => fixture.desk.clarify(of, args, call));

describe("what is checked before a question is shown", () => {
	it("refuses a session whose entry has the tool off, before anything else", async () => {
		const off = fixture.open({ key: "off", tools: { clarify: false, approvals: true } });
		const wanted = "tool_disabled: clarify is off for this agent";
		expect([await refusal({ question: "q" }, off), await refusal(undefined, off)]).toEqual([wanted, wanted]);
	});

	it.each([[""], ["  "], [7], [null], ["x".repeat(101)]])("refuses the context id %j as input", async (context_id) => {
		expect(await refusal({ context_id, question: "" })).toBe(CONTEXT);
	});

	it("gives one answer for an unknown, an old and another session's context: no oracle", async () => {
		const old = fixture.desk.beginTurn(session).id;
		fixture.desk.beginTurn(session);
		const other = fixture.open({ key: "other" });
		const answers = [];
		for (const context_id of ["nonsense", "x".repeat(100), old, other.turn?.id, session.id, session.intro.key]) {
			answers.push(await refusal({ context_id, question: "q" }));
		}
		expect(answers).toEqual(Array(6).fill(UNKNOWN));
	});

	it("takes the current turn's id as it is, not trimmed", async () => {
		const { id } = fixture.desk.beginTurn(session);
		expect(await refusal({ context_id: ` ${id}`, question: "q" })).toBe(UNKNOWN);
		expect(fixture.ask(session, { context_id: id, question: "q" }).turnId).toBe(id);
	});

	it("looks at the context before the question, and at the question before a pending one", async () => {
		fixture.ask(session);
		expect([
			await refusal({ context_id: " ", question: "" }),
			await refusal({ context_id: "unknown", question: "" }),
			await refusal({ question: "" }),
			await refusal({ question: "q" }),
		]).toEqual([
			CONTEXT,
			UNKNOWN,
			"invalid_input: question: must be a text of 1 to 4000 characters that is not blank",
			PENDING,
		]);
	});

	it("refuses a bad question of an interrupted turn for its turn", async () => {
		const turn = fixture.desk.beginTurn(session);
		fixture.desk.endTurn(session, turn.id, "interrupted");
		expect([await refusal({ question: "" }), await refusal({ context_id: turn.id, question: "q" })]).toEqual([
			NO_TURN,
			NO_TURN,
		]);
	});

	it("refuses a session that has ended", async () => {
		fixture.desk.endSession(session);
		expect([await refusal({ question: "q" }), await refusal({ context_id: "x", question: "q" })]).toEqual([
			NO_TURN,
			UNKNOWN,
		]);
	});

	it("gives cancelled to a call that is taken back already, even while another question is open", async () => {
		const open = fixture.ask(session);
		const call = fixture.call();
		call.signal.cancel();
		expect(await fixture.desk.clarify(session, { question: "q" }, call)).toEqual({
			clarify_id: expect.any(String) as string,
			response: "",
			reason: "cancelled",
		});
		expect(fixture.desk.clarifications.open).toEqual([open]);
		expect(await refusal({ question: "" }, session, { ...fixture.call(), signal: call.signal })).toContain("question:");
	});

	it("keeps nothing of what it refuses", async () => {
		const call = fixture.call("again");
		expect(await refusal({ question: "" }, session, call)).toContain("invalid_input");
		expect(fixture.desk.clarifications.open).toEqual([]);
		expect(fixture.clock.armed).toBe(0);
		expect(fixture.ask(session, { question: "q" }, call).question.text).toBe("q");
	});

	it("lets another session ask while one waits", () => {
		const other = fixture.open({ key: "other" });
		const asked = [fixture.ask(session), fixture.ask(other)];
		expect(fixture.desk.inbox.items.map((item) => item.id)).toEqual(asked.map((question) => question.id));
	});

	it("lets the same session ask again once its question has closed", () => {
		const first = fixture.ask(session);
		fixture.desk.clarifications.dismiss(first.id);
		expect(fixture.ask(session).id).not.toBe(first.id);
	});

	it("leaves the limit alone when an agent names a timeout", () => {
		const { deadline, askedAt } = fixture.ask(session, { question: "q", timeout: 1, timeout_ms: 1, session_id: "x" });
		expect(deadline - askedAt).toBe(300_000);
	});

	it("shows who asks, where and until when", () => {
		expect(fixture.ask(session, { question: " Which port? ", choices: ["80"] })).toEqual({
			id: expect.any(String) as string,
			session,
			turnId: session.turn?.id,
			question: { text: "Which port?", choices: ["80"] },
			askedAt: fixture.clock.now(),
			deadline: fixture.clock.now() + 300_000,
			lastMoment: fixture.clock.now() + 3_900_000,
			heldFrom: undefined,
			state: "waiting",
			draft: { text: "", choice: undefined },
			draftVersion: 0,
			images: [],
		});
		expect(session.intro).toEqual(introOf());
	});
});
