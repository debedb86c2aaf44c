import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, refusalOf } from "../../support/deskFixture";

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

/** `a:completed b` is two steps; a status that is left out is pending. */
function update(plan: string, args: object = {}, of = session) {
	const steps = plan.split(" ").map((part) => {
		const [id, status = "pending"] = part.split(":");
		return { id, step: `Step ${id}`, status };
	});
	return fixture.desk.updatePlan(of, { ...args, plan: steps }, fixture.call());
}

/** Each card as `revision state steps`, in the order that surfaces show. */
function cards(): string[] {
	return fixture.desk.plans.cards.map(({ revision, state, steps }) => {
		return `${revision} ${state} ${steps.map((step) => `${step.id}:${step.status}`).join(" ")}`;
	});
}

describe("a plan card", () => {
	it("is made by the first update and returned in the agent's words", () => {
		const createdAt = fixture.clock.now();
		const result = update("a:in_progress b", { title: " Port ", explanation: "why" });
		const steps = [
			{ id: "a", step: "Step a", status: "in_progress" },
			{ id: "b", step: "Step b", status: "pending" },
		];
		const iso = new Date(createdAt).toISOString();
		expect(result).toEqual({
			plan_id: expect.any(String) as string,
			revision: 1,
			execution_state: "running",
			title: "Port",
			explanation: "why",
			plan: steps,
			created_at: iso,
			updated_at: iso,
		});
		expect(fixture.desk.plans.cards).toEqual([
			{
				id: result.plan_id,
				sessionId: session.id,
				turnId: session.turn?.id,
				revision: 1,
				state: "running",
				title: "Port",
				explanation: "why",
				steps,
				createdAt,
				updatedAt: createdAt,
				progress: {
					times: [{ id: "a", startedAt: createdAt, workedMs: 0, since: createdAt, finalAt: undefined }],
					revisions: [{ revision: 1, at: createdAt, changes: [{ kind: "made", steps: 2 }] }],
				},
			},
		]);
	});

	it("has no title and no explanation where none was given", () => {
		expect(Object.keys(update("a"))).toEqual([
			"plan_id",
			"revision",
			"execution_state",
			"plan",
			"created_at",
			"updated_at",
		]);
	});

	it("is replaced whole by the next one, with one more revision and the same beginning", () => {
		const first = update("a:in_progress b");
		fixture.clock.advance(61_000);
		const second = update("a:completed c:in_progress");
		expect(cards()).toEqual(["2 running a:completed c:in_progress"]);
		expect([second.plan_id, second.created_at]).toEqual([first.plan_id, first.created_at]);
		expect(Date.parse(second.updated_at) - Date.parse(first.updated_at)).toBe(61_000);
	});

	it("keeps its title until another one or an empty one comes; an explanation is of its update only", () => {
		const seen = [
			update("a", { title: "One", explanation: "first" }),
			update("a", {}),
			update("a", { title: "Two" }),
			update("a", { title: "" }),
			update("a", {}),
		].map(({ title, explanation }) => [title, explanation]);
		expect(seen).toEqual([
			["One", "first"],
			["One", undefined],
			["Two", undefined],
			[undefined, undefined],
			[undefined, undefined],
		]);
	});

	it("is not touched by an update that is refused", async () => {
		update("a");
		const before = fixture.desk.plans.cards;
		for (const args of [{ plan: [] }, {}, "plan", { plan: [{ id: "a", step: " ", status: "pending" }] }]) {
			expect(await refusalOf(() => fixture.desk.updatePlan(session, args, fixture.call()))).toContain("invalid_input");
		}
		expect(await refusalOf(() => update("a", { context_id: "other" }))).toContain("unknown_context");
		expect(fixture.desk.plans.cards).toEqual(before);
	});

	it("checks the context before the plan", async () => {
		expect([
			await refusalOf(() => fixture.desk.updatePlan(session, { context_id: " ", plan: [] }, fixture.call())),
			await refusalOf(() => fixture.desk.updatePlan(session, { context_id: "x", plan: [] }, fixture.call())),
		]).toEqual([expect.stringContaining("context_id: must be"), expect.stringContaining("unknown_context")]);
	});

	it("is of every session, whatever its other tools", () => {
		expect(update("a", {}, fixture.open({ key: "b", tools: { clarify: false, approvals: false } })).revision).toBe(1);
	});

	it.each(["ended", "failed", "interrupted"] as const)("%s at the turn's end: no step is marked done", (how) => {
		update("a:completed b:in_progress c");
		fixture.desk.endTurn(session, session.turn!.id, how);
		expect(cards()).toEqual([`2 ${how} a:completed b:pending c:pending`]);
	});

	it("goes on with the next revision when its turn is reopened by an update", () => {
		const turn = fixture.desk.beginTurn(session);
		const first = update("a:in_progress");
		fixture.desk.endTurn(session, turn.id, "ended");
		const again = update("a:completed");
		expect([again.plan_id, cards()]).toEqual([first.plan_id, ["3 running a:completed"]]);
	});

	it("is one per turn in a hooked session, whatever its ids", () => {
		fixture.desk.beginTurn(session);
		update("a:completed");
		update("x");
		expect(cards()).toEqual(["2 running x:pending"]);
	});

	it("is another one in the next turn, although its steps are the same", () => {
		fixture.desk.beginTurn(session);
		const first = update("a:in_progress");
		fixture.desk.beginTurn(session);
		const second = update("a:in_progress");
		expect(second.plan_id).not.toBe(first.plan_id);
		expect(cards()).toEqual(["1 running a:in_progress", "2 ended a:pending"]);
	});

	it.each([
		[
			"shares no id with it",
			"a:in_progress b",
			"c d",
			["1 running c:pending d:pending", "2 ended a:pending b:pending"],
		],
		[
			"changes the ids once all is done",
			"a:completed b:skipped",
			"b c",
			["1 running b:pending c:pending", "2 ended a:completed b:skipped"],
		],
		[
			"drops an id once all is done",
			"a:completed b:failed",
			"a",
			["1 running a:pending", "2 ended a:completed b:failed"],
		],
		["shares an id while work is left", "a:completed b", "a:completed c", ["2 running a:completed c:pending"]],
		["has the same ids in another order", "a:completed b:completed", "b a", ["2 running b:pending a:pending"]],
	])("in an implicit turn, when an update %s", (_, first, second, wanted) => {
		update(first);
		fixture.clock.advance(1_000);
		update(second);
		expect(cards()).toEqual(wanted);
	});

	it("does not inherit the title of the card before it", () => {
		update("a:completed", { title: "One" });
		expect(update("b").title).toBeUndefined();
	});

	it("comes first while it runs, else the newest", () => {
		const other = fixture.open({ key: "b" });
		for (const [plan, of] of [
			["a", session],
			["b", other],
			["c", session],
		] as const) {
			fixture.clock.advance(1_000);
			update(plan, {}, of);
		}
		expect(cards()).toEqual(["1 running c:pending", "1 running b:pending", "2 ended a:pending"]);
		fixture.desk.endSession(other);
		expect(cards()).toEqual(["1 running c:pending", "2 ended b:pending", "2 ended a:pending"]);
	});

	it("is taken away by the person once it has ended, not before", () => {
		const first = update("a");
		const second = update("b");
		fixture.desk.plans.remove(second.plan_id);
		fixture.desk.plans.remove("nonsense");
		expect(cards()).toEqual(["1 running b:pending", "2 ended a:pending"]);
		fixture.desk.plans.remove(first.plan_id);
		expect(cards()).toEqual(["1 running b:pending"]);
		fixture.reload();
		expect(cards()).toEqual(["1 running b:pending"]);
	});

	it("stays for the newest 10 of a session", () => {
		for (let at = 0; at < 12; at++) update(`step${at}`);
		expect([cards().length, cards().at(-1)]).toEqual([10, "2 ended step2:pending"]);
	});

	it("is announced after everything about it is in place and saved", () => {
		const seen: [number, string[]][] = [];
		fixture.desk.plans.onDidChange(() => seen.push([fixture.sessionStore.saves, cards()]));
		const before = fixture.sessionStore.saves;
		update("a:completed");
		update("b");
		fixture.desk.endSession(session);
		expect(seen).toEqual([
			[before + 1, ["1 running a:completed"]],
			[before + 2, ["1 running b:pending", "2 ended a:completed"]],
			[before + 3, ["2 ended b:pending", "2 ended a:completed"]],
		]);
	});
});
