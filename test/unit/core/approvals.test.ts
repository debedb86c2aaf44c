import { beforeEach, describe, expect, it } from "vitest";
import type { ApprovalOutcome } from "../../../src/core/approvals";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, REQUEST, settled } from "../../support/deskFixture";

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const approvals = () => fixture.desk.approvals;

function requested(of = session) {
	const call = fixture.call();
	const watched = fixture.request(of, REQUEST, call);
	const { id } = approvals().open.at(-1)!;
	return { call, watched, id };
}

describe("how a request ends", () => {
	it("is allow once where the person says so", async () => {
		const { watched, id } = requested();
		expect([approvals().allowOnce(id), (await watched.promise) as unknown]).toEqual([
			true,
			{ approval_id: id, decision: "allow_once", reason: "user" },
		]);
	});

	it.each([
		[undefined, {}],
		["", {}],
		[" \n", {}],
		[" Use pnpm. ", { message: " Use pnpm. " }],
	])("is deny where the person says so, with what they wrote: %j", async (message, wanted) => {
		const { watched, id } = requested();
		expect(approvals().deny(id, message)).toBe(true);
		expect(await watched.promise).toEqual({ approval_id: id, decision: "deny", reason: "user", ...wanted });
	});

	it("is not told with more words than an answer may have", async () => {
		const { watched, id } = requested();
		expect(() => approvals().deny(id, "x".repeat(16_001))).toThrow("message: must be at most 16000 characters");
		approvals().deny(id, "x".repeat(16_000));
		expect(await watched.promise).toMatchObject({ decision: "deny" });
	});

	const ENDS: readonly [string, "timeout" | "cancelled", (of: ReturnType<typeof requested>) => void][] = [
		["when its time is up", "timeout", () => fixture.clock.advance(300_000)],
		["when the agent takes its call back", "cancelled", ({ call }) => call.signal.cancel()],
		["at the end of its turn", "cancelled", () => fixture.desk.endTurn(session, session.turn!.id, "ended")],
		["at an interrupt", "cancelled", () => fixture.desk.endTurn(session, session.turn!.id, "interrupted")],
		["at the next prompt", "cancelled", () => fixture.desk.beginTurn(session)],
		["at the end of its session", "cancelled", () => fixture.desk.endSession(session)],
	];

	it.each(ENDS)("is deny %s", async (_, reason, end) => {
		const asked = requested();
		end(asked);
		expect(await asked.watched.promise).toEqual({ approval_id: asked.id, decision: "deny", reason });
		expect([fixture.clock.armed, asked.call.signal.listeners, approvals().open]).toEqual([0, 0, []]);
		expect(approvals().outcomeOf(asked.id)).toEqual({ decision: "deny", reason });
	});

	it("is the first one alone: everything later is a no-op that says so", async () => {
		for (const first of ["allow", "deny"] as const) {
			const { watched, id, call } = requested();
			if (first === "allow") approvals().allowOnce(id);
			else approvals().deny(id);
			const later = [
				approvals().allowOnce(id),
				approvals().deny(id, "no"),
				approvals().allowAlways(id, { kind: "exact", action: REQUEST.action, detail: REQUEST.detail }),
				approvals().decideInTerminal(id),
				approvals().extend(id),
				approvals().extensionMs(id),
				approvals().proposal(id),
				approvals().earlierActs(id),
				approvals().preview(id, { kind: "exact", action: "", detail: undefined }, []),
			];
			call.signal.cancel();
			fixture.desk.beginTurn(session);
			expect(later).toEqual([false, false, false, false, false, 0, undefined, [], []]);
			expect((await watched.promise).decision).toBe(first === "allow" ? "allow_once" : "deny");
		}
	});

	it("is told once, after it was saved, with what it was", async () => {
		const told: [string, ApprovalOutcome, boolean][] = [];
		approvals().onDidSettle(({ approval, outcome }) => {
			told.push([approval.id, outcome, [...fixture.sessionStore.documents.values()].join().includes("allow_once")]);
		});
		const { id } = requested();
		approvals().allowOnce(id);
		approvals().allowOnce(id);
		await settled();
		expect(told).toEqual([[id, { decision: "allow_once", reason: "user" }, true]]);
	});

	it("is not an allow that cannot be saved: the request stays open, and can be denied", async () => {
		const { watched, id, call } = requested();
		fixture.sessionStore.isFull = true;
		const before = approvals().open;
		expect(() => approvals().allowOnce(id)).toThrow("no space left");
		await settled();
		expect([watched.value, approvals().open, approvals().outcomeOf(id)]).toEqual([undefined, before, undefined]);
		expect([fixture.clock.armed, call.signal.listeners]).toEqual([1, 1]);
		approvals().deny(id);
		expect(await watched.promise).toMatchObject({ decision: "deny", reason: "user" });
	});

	it("is an allow once it can be saved again", async () => {
		const { watched, id } = requested();
		fixture.sessionStore.isFull = true;
		expect(() => approvals().allowOnce(id)).toThrow("no space left");
		fixture.sessionStore.isFull = false;
		expect([approvals().allowOnce(id), (await watched.promise).decision]).toEqual([true, "allow_once"]);
	});

	it("is a no at the end of its time, whatever the store says", async () => {
		const { watched } = requested();
		fixture.sessionStore.isFull = true;
		fixture.clock.advance(300_000);
		expect(await watched.promise).toMatchObject({ decision: "deny", reason: "timeout" });
	});

	it("is left to no terminal: a tool has no prompt of its own", () => {
		const { id } = requested();
		expect([approvals().decideInTerminal(id), approvals().open.length]).toEqual([false, 1]);
	});

	it("touches no other one", async () => {
		const [first, second, third] = [requested(), requested(), requested(fixture.open({ key: "other" }))];
		approvals().allowOnce(second.id);
		fixture.desk.endSession(session);
		expect((await first.watched.promise).reason).toBe("cancelled");
		expect((await second.watched.promise).reason).toBe("user");
		expect(approvals().open.map(({ id }) => id)).toEqual([third.id]);
	});

	it("leaves the requests of a new turn alone when the end of an old one comes late", () => {
		const old = fixture.desk.beginTurn(session);
		fixture.desk.beginTurn(session);
		const { id } = requested();
		fixture.desk.endTurn(session, old.id, "ended");
		expect(approvals().open.map((each) => each.id)).toEqual([id]);
	});
});

describe("many at once", () => {
	it("50 of several sessions wait on one timer, each with its own end", async () => {
		const sessions = ["a", "b", "c", "d", "e"].map((key) => fixture.open({ key }));
		const asked = Array.from({ length: 50 }, (_, at) => requested(sessions[at % 5]));
		expect([fixture.desk.inbox.count, fixture.clock.armed]).toEqual([50, 1]);
		for (const [at, { id }] of asked.entries()) {
			if (at % 3 === 0) approvals().allowOnce(id);
			else if (at % 3 === 1) approvals().deny(id);
		}
		fixture.clock.advance(300_000);
		await settled();
		const ends = ["allow_once user", "deny user", "deny timeout"];
		expect(asked.map(({ watched }) => `${watched.value?.decision} ${watched.value?.reason}`)).toEqual(
			asked.map((_, at) => ends[at % 3]),
		);
		expect([fixture.desk.inbox.count, fixture.clock.armed]).toEqual([0, 0]);
	});

	it("share the one timer with a question", () => {
		const { id } = fixture.ask(session);
		requested();
		expect(fixture.clock.armed).toBe(1);
		fixture.desk.clarifications.dismiss(id);
		expect(fixture.clock.armed).toBe(1);
		fixture.clock.advance(300_000);
		expect([fixture.clock.armed, fixture.desk.inbox.count]).toEqual([0, 0]);
	});
});

describe("the time of a request", () => {
	it("is extended by the person to the last moment", () => {
		const { id } = requested(fixture.open({ key: "short", budgetMs: 460_000 }));
		const left = () => fixture.approval(id).deadline - fixture.clock.now();
		expect([left(), approvals().extensionMs(id), approvals().extend(id), left()]).toEqual([
			300_000,
			100_000,
			true,
			400_000,
		]);
		expect([approvals().extensionMs(id), approvals().extend(id), left()]).toEqual([0, false, 400_000]);
	});

	it("leaves a minute after a sleep of the machine", () => {
		const { id } = requested();
		fixture.clock.jump(3_600_000);
		fixture.clock.advance(10_000);
		expect(fixture.approval(id).deadline - fixture.clock.now()).toBe(60_000);
	});

	it("is no longer after the clock was set back", async () => {
		const { watched } = requested();
		fixture.clock.advance(5_000);
		fixture.clock.jump(-3_600_000);
		fixture.clock.advance(295_000);
		await settled();
		expect(watched.value?.reason).toBe("timeout");
	});
});

describe("the inbox", () => {
	const order = () => fixture.desk.inbox.items.map(({ kind, id }) => [kind, id]);

	it("shows approvals before the question of their session, and else the oldest first", () => {
		const other = fixture.open({ key: "other" });
		const ask = (of: Session) => (fixture.clock.advance(1_000), ["question", fixture.ask(of).id]);
		const request = (of: Session) => (fixture.clock.advance(1_000), ["approval", requested(of).id]);
		const [first, question, theirs, late, later] = [
			request(other),
			ask(session),
			ask(other),
			request(session),
			request(session),
		];
		expect(order()).toEqual([first, late, later, question, theirs]);
	});

	it("knows the nearest deadline of both, and tells of each change", () => {
		let changes = 0;
		const subscription = fixture.desk.inbox.onDidChange(() => changes++);
		const { id } = requested();
		fixture.timeLimitMs = 60_000;
		const question = fixture.ask(session);
		expect([fixture.desk.inbox.nextDeadline, changes]).toEqual([question.deadline, 2]);
		fixture.desk.clarifications.dismiss(question.id);
		expect([fixture.desk.inbox.nextDeadline, changes]).toEqual([fixture.approval(id).deadline, 3]);
		subscription.dispose();
		approvals().deny(id);
		expect([fixture.desk.inbox.nextDeadline, changes]).toEqual([undefined, 3]);
	});

	it("tells of a new request once it is there", () => {
		const counts: number[] = [];
		approvals().onDidAsk(({ id }) => counts.push(approvals().open.filter((each) => each.id === id).length));
		requested();
		expect(counts).toEqual([1]);
	});
});
