import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, REQUEST, refusalOf, settled } from "../../support/deskFixture";

const CONTEXT = "invalid_input: context_id: must be a text of 1 to 100 characters that is not blank";
const UNKNOWN = "unknown_context: context_id: not the current turn of this session";
const NO_TURN = "no_active_turn: no turn of this session is active";
const PENDING = "too_many_pending: 20 requests of this session are open already; nothing was asked";
const SPLIT = "Split the act into parts and ask for each; do not shorten what is shown";

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const refusal = (args: unknown, of = session, call = fixture.call()) =>
	refusalOf(() => fixture.desk.requestApproval(of, args, call));

describe("what is checked before an approval is shown", () => {
	it("refuses a session whose entry has the tool off, before anything else", async () => {
		const off = fixture.open({ key: "off", tools: { clarify: true, approvals: false } });
		const wanted = "tool_disabled: request_approval is off for this agent";
		expect([await refusal(REQUEST, off), await refusal(undefined, off)]).toEqual([wanted, wanted]);
	});

	it.each([[undefined], [null], ["text"], [[]]])("refuses %j as arguments", async (args) => {
		expect(await refusal(args)).toBe("invalid_input: arguments: must be an object");
	});

	it.each([[""], ["  "], [7], [null], ["x".repeat(101)]])("refuses the context id %j as input", async (context_id) => {
		expect(await refusal({ context_id, action: "" })).toBe(CONTEXT);
	});

	it("gives one answer for an unknown, an old and another session's context: no oracle", async () => {
		const old = fixture.desk.beginTurn(session).id;
		fixture.desk.beginTurn(session);
		const other = fixture.open({ key: "other" });
		const answers = [];
		for (const context_id of ["nonsense", old, other.turn?.id, session.id]) {
			answers.push(await refusal({ ...REQUEST, context_id }));
		}
		expect(answers).toEqual(Array(4).fill(UNKNOWN));
	});

	it.each([
		[{ action: undefined }, "action: must be 1 to 200 characters"],
		[{ action: "" }, "action: must be 1 to 200 characters"],
		[{ action: " \n\t" }, "action: must be 1 to 200 characters"],
		[{ action: 7 }, "action: must be 1 to 200 characters"],
		[{ kind: undefined }, "kind: must be one of command, edit, network, other"],
		[{ kind: "Command" }, "kind: must be one of command, edit, network, other"],
		[{ kind: "constructor" }, "kind: must be one of command, edit, network, other"],
		[{ detail: 7 }, "detail: must be a text of at most 16000 characters"],
		[{ reason: null }, "reason: must be a text of at most 1000 characters"],
	])("refuses %j", async (change, wanted) => {
		expect(await refusal({ ...REQUEST, ...change })).toBe(`invalid_input: ${wanted}`);
	});

	it.each([
		["action", 200],
		["detail", 16_000],
		["reason", 1_000],
	])("takes %s up to %i characters, and says to split what is longer rather than to shorten it", async (field, max) => {
		const approval = fixture.requested(session, { ...REQUEST, [field]: "😀".repeat(max) });
		expect(approval.act).toEqual({ ...REQUEST, [field]: "😀".repeat(max) });
		expect(await refusal({ ...REQUEST, [field]: "x".repeat(max + 1) })).toBe(
			`invalid_input: ${field}: must be at most ${max} characters. ${SPLIT}`,
		);
	});

	it("counts before anything is trimmed, and trims nothing", async () => {
		expect(await refusal({ ...REQUEST, action: `x${" ".repeat(200)}` })).toContain("at most 200");
		const texts = { action: " rm\u200b \ud800 ", detail: "\tnpm ci\r\n", reason: " why " };
		expect(fixture.requested(session, { kind: "other", ...texts }).act).toEqual({ kind: "other", ...texts });
	});

	it("takes an empty detail or reason as left out, and leaves out what it does not know", () => {
		const args = { action: "Install", kind: "command", detail: "", reason: "", decision: "allow_once", timeout: 1 };
		const { act, deadline, askedAt } = fixture.requested(session, args);
		expect([act, deadline - askedAt]).toEqual([
			{ kind: "command", action: "Install", detail: undefined, reason: undefined },
			300_000,
		]);
	});

	it("looks at the context, then at the act, then at how many are open", async () => {
		for (let open = 0; open < 20; open++) fixture.requested(session);
		expect([
			await refusal({ context_id: " ", action: "" }),
			await refusal({ context_id: "unknown", action: "" }),
			(await refusal({ action: "" }))?.slice(0, 21),
			await refusal(REQUEST),
		]).toEqual([CONTEXT, UNKNOWN, "invalid_input: action", PENDING]);
	});

	it("refuses the 21st of a session, not of another, and lets it ask once one has closed", async () => {
		const [first] = Array.from({ length: 20 }, () => fixture.requested(session));
		const other = fixture.open({ key: "other" });
		fixture.requested(other);
		expect([await refusal(REQUEST), fixture.desk.approvals.open.length]).toEqual([PENDING, 21]);
		fixture.desk.approvals.deny(first!.id);
		expect(fixture.requested(session).act.action).toBe(REQUEST.action);
	});

	it("refuses an interrupted turn and an ended session", async () => {
		const turn = fixture.desk.beginTurn(session);
		fixture.desk.endTurn(session, turn.id, "interrupted");
		const interrupted = await refusal({ action: "" });
		fixture.desk.endSession(session);
		expect([interrupted, await refusal(REQUEST)]).toEqual([NO_TURN, NO_TURN]);
	});

	it("reopens a turn that has ended, with its card", () => {
		const turn = fixture.desk.beginTurn(session);
		fixture.desk.updatePlan(session, { plan: [{ id: "a", step: "s", status: "pending" }] }, fixture.call());
		fixture.desk.endTurn(session, turn.id, "ended");
		expect(fixture.requested(session).turnId).toBe(turn.id);
		expect([session.turn?.state, fixture.desk.plans.cards[0]?.state]).toEqual(["active", "running"]);
	});

	it("denies a call that is taken back already, though 20 are open, and shows nothing", async () => {
		for (let open = 0; open < 20; open++) fixture.requested(session);
		const call = fixture.call();
		call.signal.cancel();
		expect(await fixture.desk.requestApproval(session, REQUEST, call)).toEqual({
			approval_id: expect.any(String) as string,
			decision: "deny",
			reason: "cancelled",
		});
		expect(fixture.desk.approvals.open).toHaveLength(20);
	});

	it("keeps nothing of what it refuses", async () => {
		const call = fixture.call("again");
		expect(await refusal({ action: "" }, session, call)).toContain("invalid_input");
		expect([fixture.desk.approvals.open, fixture.desk.history.entries, fixture.clock.armed]).toEqual([[], [], 0]);
		expect(fixture.requested(session, REQUEST, call).act).toEqual(REQUEST);
	});

	it("shows who asks, where, what and until when, beside a question of the same session", () => {
		fixture.ask(session);
		expect(fixture.requested(session)).toEqual({
			id: expect.any(String) as string,
			session,
			turnId: session.turn?.id,
			act: REQUEST,
			origin: { kind: "tool" },
			askedAt: fixture.clock.now(),
			deadline: fixture.clock.now() + 300_000,
			lastMoment: fixture.clock.now() + 3_900_000,
			state: "waiting",
			dangers: [],
		});
	});

	it("does not stop at what its own parser throws: that is a no", async () => {
		fixture.commands = {
			simpleCommand: () => {
				throw new Error("parser");
			},
			commands: () => {
				throw new Error("parser");
			},
		};
		fixture.reload();
		const back = fixture.open();
		const watched = fixture.request(back);
		await settled();
		expect([watched.value, fixture.desk.approvals.open, fixture.errors]).toEqual([
			{ approval_id: expect.any(String) as string, decision: "deny", reason: "error" },
			[],
			["An approval could not be asked for"],
		]);
	});
});
