import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, PROMPT, settled } from "../../support/deskFixture";

const S = 1_000;
const BLOCKING = { blocksTerminal: true, waitMs: 3_600 * S };

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const approvals = () => fixture.desk.approvals;

function prompted(change: Parameters<DeskFixture["prompt"]>[1] = {}, of = session) {
	const call = fixture.call();
	const watched = fixture.prompt(of, change, call);
	const { id } = approvals().open.at(-1)!;
	return { call, watched, id };
}

describe("an agent's own permission prompt", () => {
	it("waits like a question, as what it is", () => {
		const { id } = prompted();
		expect(fixture.approval(id)).toEqual({
			id,
			session,
			turnId: session.turn?.id,
			act: PROMPT.act,
			origin: { kind: "prompt", tool: "Bash", inputHash: PROMPT.inputHash, blocksTerminal: false },
			askedAt: fixture.clock.now(),
			deadline: fixture.clock.now() + 300 * S,
			lastMoment: fixture.clock.now() + 3_600 * S,
			state: "waiting",
			dangers: [],
		});
	});

	it("is shown to an agent whose tool is off too", () => {
		const off = fixture.open({ key: "off", tools: { clarify: false, approvals: false } });
		prompted({}, off);
		expect(approvals().open).toHaveLength(1);
	});

	it("is allowed or denied by the person, with their words", async () => {
		const [allowed, denied] = [prompted(), prompted()];
		approvals().allowOnce(allowed.id);
		approvals().deny(denied.id, "Use pnpm.");
		expect([await allowed.watched.promise, await denied.watched.promise]).toEqual([
			{ decision: "allow_once", reason: "user" },
			{ decision: "deny", reason: "user", message: "Use pnpm." },
		]);
	});

	const ENDS: readonly [string, string, (of: ReturnType<typeof prompted>) => void][] = [
		["when its time is up", "timeout", () => fixture.clock.advance(300 * S)],
		["when its hook has gone", "cancelled", ({ call }) => call.signal.cancel()],
		["at the end of the turn", "cancelled", () => fixture.desk.endTurn(session, session.turn!.id, "ended")],
		["at the next prompt", "cancelled", () => fixture.desk.beginTurn(session)],
		["at the end of the session", "cancelled", () => fixture.desk.endSession(session)],
		["when the agent has gone on", "terminal", () => fixture.desk.permissionOver(session, "Bash", PROMPT.inputHash)],
	];

	it.each(ENDS)("gets no decision %s, so that the agent's own stays", async (_, reason, end) => {
		const asked = prompted();
		end(asked);
		expect(await asked.watched.promise).toEqual({ decision: "none", reason });
		expect([fixture.clock.armed, asked.call.signal.listeners, approvals().open]).toEqual([0, 0, []]);
	});

	it("is not sent away to a terminal that shows it anyway", () => {
		const { id } = prompted();
		expect([approvals().decideInTerminal(id), approvals().open.length]).toEqual([false, 1]);
	});

	it("that blocks its terminal waits a minute, or as long as the person says", async () => {
		const [short, long] = [prompted(BLOCKING), prompted(BLOCKING)];
		fixture.timeLimitMs = 30 * S;
		expect(approvals().extend(long.id)).toBe(true);
		fixture.clock.advance(60 * S - 1);
		await settled();
		expect(short.watched.value).toBeUndefined();
		fixture.clock.advance(1);
		expect(await short.watched.promise).toEqual({ decision: "none", reason: "timeout" });
		fixture.clock.advance(300 * S);
		expect(await long.watched.promise).toEqual({ decision: "none", reason: "timeout" });
	});

	it("that blocks its terminal can be given back to it", async () => {
		const { id, watched } = prompted(BLOCKING);
		expect([approvals().decideInTerminal(id), await watched.promise, approvals().decideInTerminal(id)]).toEqual([
			true,
			{ decision: "none", reason: "terminal" },
			false,
		]);
	});

	it("waits no longer than its hook does, whatever the settings say and the person presses", async () => {
		for (const blocksTerminal of [true, false]) {
			const { id, watched } = prompted({ blocksTerminal, waitMs: 20 * S });
			expect([approvals().extensionMs(id), approvals().extend(id)]).toEqual([0, false]);
			fixture.clock.advance(20 * S);
			expect(await watched.promise).toEqual({ decision: "none", reason: "timeout" });
		}
	});

	it("that comes after the agent's stop is shown, and ends with the next prompt", async () => {
		fixture.desk.endTurn(session, session.turn!.id, "ended");
		const { watched } = prompted();
		expect(session.turn?.state).toBe("ended");
		fixture.desk.beginTurn(session);
		expect(await watched.promise).toEqual({ decision: "none", reason: "cancelled" });
	});

	it.each([
		["of a session that has ended", () => fixture.desk.endSession(session), "cancelled"],
		["over 20 that are open", () => Array.from({ length: 20 }, () => prompted()), "error"],
	])("%s gets no decision and is not shown", async (_, before, reason) => {
		before();
		const open = approvals().open.length;
		const watched = fixture.prompt(session);
		expect([await watched.promise, approvals().open.length]).toEqual([{ decision: "none", reason }, open]);
	});

	it("whose hook has gone already gets no decision", async () => {
		const call = fixture.call();
		call.signal.cancel();
		const watched = fixture.prompt(session, {}, call);
		expect([await watched.promise, approvals().open]).toEqual([{ decision: "none", reason: "cancelled" }, []]);
	});

	it("gets no decision from a fault of ours", async () => {
		fixture.commands = {
			simpleCommand: () => {
				throw new Error("parser");
			},
			commands: () => {
				throw new Error("parser");
			},
		};
		fixture.reload();
		const watched = fixture.prompt(fixture.open());
		await settled();
		expect([watched.value, fixture.errors]).toEqual([
			{ decision: "none", reason: "error" },
			["A permission prompt could not be shown"],
		]);
	});
});

describe("an agent that has gone on", () => {
	it("closes the prompt of that tool and input, the oldest of equal ones, and no other", () => {
		const other = fixture.open({ key: "other" });
		const first = prompted();
		const second = prompted();
		const theirs = prompted({}, other);
		const edit = prompted({ tool: "Edit" });
		const input = prompted({ inputHash: "b".repeat(64) });
		const tool = fixture.requested(session);
		fixture.desk.permissionOver(session, "Bash", PROMPT.inputHash);
		const open = () => approvals().open.map(({ id }) => id);
		const rest = [theirs, edit, input, tool].map(({ id }) => id);
		expect([approvals().outcomeOf(first.id), open()]).toEqual([
			{ decision: "none", reason: "terminal" },
			[second.id, ...rest],
		]);
		fixture.desk.permissionOver(session, "Bash", PROMPT.inputHash);
		fixture.desk.permissionOver(session, "Bash", PROMPT.inputHash);
		expect(open()).toEqual(rest);
	});

	it("changes nothing about a decision: a late event is harmless", async () => {
		const { id, watched } = prompted();
		approvals().deny(id);
		fixture.desk.permissionOver(session, "Bash", PROMPT.inputHash);
		expect((await watched.promise).decision).toBe("deny");
	});
});

describe("a prompt over a reload", () => {
	it("waits for its own hook, whatever its agent's bridge has in flight", async () => {
		const { id, call } = prompted();
		fixture.reload();
		fixture.desk.listening();
		const back = fixture.open({ inFlight: [] });
		expect(fixture.approval(id).state).toBe("reconnecting");
		const watched = fixture.prompt(back, {}, fixture.call(call.key));
		approvals().allowOnce(id);
		expect(await watched.promise).toEqual({ decision: "allow_once", reason: "user" });
	});

	it("of megabytes is not kept: its hook gets no decision", () => {
		const { id } = prompted({ act: { ...PROMPT.act, detail: "x".repeat(64_001) } });
		const { id: kept } = prompted({ act: { ...PROMPT.act, detail: "x".repeat(64_000) } });
		expect(approvals().open.map((each) => each.id)).toEqual([id, kept]);
		fixture.reload();
		expect(approvals().open.map((each) => each.id)).toEqual([kept]);
	});

	it("gets no decision where its hook does not come back", () => {
		const { id } = prompted();
		fixture.reload();
		fixture.desk.listening();
		fixture.open();
		fixture.clock.advance(20 * S);
		expect([approvals().outcomeOf(id), approvals().open]).toEqual([{ decision: "none", reason: "cancelled" }, []]);
	});

	it("is untouched by a new connection of its agent's bridge", () => {
		const { id } = prompted();
		fixture.desk.listening();
		fixture.open({ inFlight: [] });
		expect([fixture.approval(id).state, approvals().allowOnce(id)]).toEqual(["waiting", true]);
	});
});

it("a call key of a prompt allows no tool call", async () => {
	const { id } = prompted(BLOCKING);
	approvals().decideInTerminal(id);
	const watched = fixture.request(session, undefined, fixture.call("call-1"));
	expect(await watched.promise).toEqual({ approval_id: id, decision: "deny", reason: "error" });
});
