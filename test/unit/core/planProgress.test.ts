import { beforeEach, describe, expect, it } from "vitest";
import type { PlanCard } from "../../../src/core/plans";
import type { Session } from "../../../src/core/sessions";
import { parseStoredSession } from "../../../src/core/stored";
import { DeskFixture } from "../../support/deskFixture";

const MINUTE = 60_000;

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

/** `a:completed b=Other text` is two steps; a status that is left out is pending, a text is `Step <id>`. */
function update(plan: string, args: object = {}) {
	const steps = plan.split(" ").map((part) => {
		const [, id = "", text, status = "pending"] = /^(\w+)(?:=(\w+))?(?::(\w+))?$/.exec(part) ?? [];
		return { id, step: text ?? `Step ${id}`, status };
	});
	return fixture.desk.updatePlan(session, { ...args, plan: steps }, fixture.call());
}

function card(): PlanCard {
	return fixture.desk.plans.cards[0]!;
}

/** Each known time as `id minutes`, with `…` while it runs on. */
function worked(): readonly string[] {
	const { times } = card().progress;
	return times.map(({ id, workedMs, since }) => `${id} ${workedMs / MINUTE}${since === undefined ? "" : "…"}`);
}

function revisions(): readonly unknown[] {
	return card().progress.revisions.map(({ revision, changes }) => [revision, ...changes]);
}

/** What was stored last, as it would be read. */
function document(): Record<string, unknown> {
	return JSON.parse([...fixture.sessionStore.documents.values()][0]!) as Record<string, unknown>;
}

describe("the time of a step", () => {
	it("is known from its first moment in progress until it is final", () => {
		const start = fixture.clock.now();
		update("a:in_progress b");
		fixture.clock.advance(4 * MINUTE);
		update("a:completed b:in_progress");
		fixture.clock.advance(MINUTE);
		expect(card().progress.times).toEqual([
			{ id: "a", startedAt: start, workedMs: 4 * MINUTE, since: undefined, finalAt: start + 4 * MINUTE },
			{
				id: "b",
				startedAt: start + 4 * MINUTE,
				workedMs: 0,
				since: start + 4 * MINUTE,
				finalAt: undefined,
			},
		]);
	});

	it("is summed when it goes in progress again, and keeps its beginning", () => {
		const start = fixture.clock.now();
		update("a:in_progress b c");
		fixture.clock.advance(2 * MINUTE);
		update("a b:in_progress c");
		fixture.clock.advance(10 * MINUTE);
		update("a:in_progress b:completed c");
		fixture.clock.advance(3 * MINUTE);
		update("a:failed b:completed c");
		const end = fixture.clock.now();
		fixture.clock.advance(MINUTE);
		update("a:failed b:completed c:in_progress");
		expect(worked()).toEqual(["a 5", "b 10", "c 0…"]);
		expect(card().progress.times[0]).toMatchObject({ startedAt: start, finalAt: end });
	});

	it("does not begin anew with an update that leaves it in progress", () => {
		update("a:in_progress");
		fixture.clock.advance(2 * MINUTE);
		update("a=Other:in_progress");
		fixture.clock.advance(2 * MINUTE);
		update("a=Other:completed b");
		expect(worked()).toEqual(["a 4"]);
	});

	it("is unknown for a step that was never in progress, but for its end", () => {
		update("a b:completed c:skipped");
		expect(
			card().progress.times.map(({ id, startedAt, workedMs, finalAt }) => [id, startedAt, workedMs, finalAt]),
		).toEqual(["b", "c"].map((id) => [id, undefined, 0, fixture.clock.now()]));
	});

	it("has no end any more when the step is taken up again", () => {
		update("a:completed b:in_progress");
		update("a:in_progress b");
		expect(card().progress.times[0]?.finalAt).toBeUndefined();
	});

	it("goes with its step", () => {
		update("a:in_progress b");
		update("b:in_progress");
		expect(worked()).toEqual(["b 0…"]);
	});

	it("stands when the turn ends", () => {
		update("a:in_progress");
		fixture.clock.advance(2 * MINUTE);
		fixture.desk.endTurn(session, session.turn!.id, "interrupted");
		fixture.clock.advance(2 * MINUTE);
		expect(worked()).toEqual(["a 2"]);
	});

	it("loses nothing to a wall clock that was set back", () => {
		update("a:in_progress");
		fixture.clock.advance(MINUTE);
		update("a:in_progress b");
		fixture.clock.jump(-30 * MINUTE);
		update("a:completed b");
		expect(worked()).toEqual(["a 1"]);
		const began = fixture.clock.now() + 29 * MINUTE;
		expect(card().progress.times[0]).toMatchObject({ startedAt: began, finalAt: began });
	});
});

describe("the time of a step at work, over a reload,", () => {
	beforeEach(() => {
		update("a:in_progress");
		fixture.clock.advance(2 * MINUTE);
	});

	it("is stored as far as it has come", () => {
		fixture.reload();
		expect(worked()).toEqual(["a 2…"]);
	});

	it("counts the time between when its agent comes back: it is the same process", () => {
		fixture.reload();
		fixture.clock.advance(10_000);
		session = fixture.open();
		update("a:completed");
		expect(worked()).toEqual([`a ${2 + 10 / 60}`]);
	});

	it("leaves out the days that the window was away when its agent does not come back", () => {
		fixture.reload();
		fixture.clock.advance(3 * 24 * 60 * MINUTE);
		fixture.desk.listening();
		fixture.clock.advance(20_000);
		expect([card().state, worked()]).toEqual(["interrupted", ["a 2"]]);
	});

	it("stands at the last save after a crash", () => {
		fixture.crash();
		fixture.clock.advance(60 * MINUTE);
		fixture.desk.listening();
		fixture.clock.advance(20_000);
		expect(worked()).toEqual(["a 0"]);
	});
});

describe("the revisions of a card", () => {
	it("say what each update changed, and not what it left as it was", () => {
		update("a:in_progress b c", { title: "One", explanation: "first" });
		update("a:completed b=Other:in_progress c", { explanation: "first" });
		update("c a:completed d", { title: "Two" });
		expect(revisions()).toEqual([
			[1, { kind: "made", steps: 3 }],
			[
				2,
				{ kind: "status", id: "a", from: "in_progress", to: "completed" },
				{ kind: "renamed", id: "b", from: "Step b" },
				{ kind: "status", id: "b", from: "pending", to: "in_progress" },
			],
			[
				3,
				{ kind: "added", id: "d" },
				{ kind: "removed", id: "b", step: "Other" },
				{ kind: "reordered" },
				{ kind: "title", from: "One" },
				{ kind: "explanation" },
			],
		]);
	});

	it("have the time of each", () => {
		const start = fixture.clock.now();
		update("a");
		fixture.clock.advance(MINUTE);
		update("a:in_progress");
		expect(card().progress.revisions.map(({ at }) => at)).toEqual([start, start + MINUTE]);
	});

	it("are not pushed out by updates that say nothing new", () => {
		update("a:in_progress");
		for (let at = 0; at < 30; at++) update("a:in_progress");
		expect([card().revision, revisions()]).toEqual([31, [[1, { kind: "made", steps: 1 }]]]);
	});

	it("call it no new order when steps only come and go", () => {
		update("a b c");
		update("x b d c");
		expect(revisions().at(-1)).not.toContainEqual({ kind: "reordered" });
	});

	it("include the end of the turn", () => {
		update("a:in_progress");
		fixture.desk.endTurn(session, session.turn!.id, "ended");
		expect(revisions().at(-1)).toEqual([2, { kind: "status", id: "a", from: "in_progress", to: "pending" }]);
	});

	it("are of their card only", () => {
		update("a");
		update("b");
		expect(revisions()).toEqual([[1, { kind: "made", steps: 1 }]]);
	});

	it("are the newest 20", () => {
		for (let at = 0; at < 25; at++) update(`a:${at % 2 === 0 ? "in_progress" : "pending"}`);
		expect(card().progress.revisions.map(({ revision }) => revision)).toEqual(
			Array.from({ length: 20 }, (_, at) => at + 6),
		);
	});

	it("hold no more text than a card may have in all, however long the texts are", () => {
		const steps = (name: string) =>
			Array.from({ length: 30 }, (_, at) => ({ id: `s${at}`, step: name.repeat(200), status: "pending" }));
		for (const name of ["v", "w", "x", "y", "z"]) {
			fixture.desk.updatePlan(session, { plan: steps(name) }, fixture.call());
		}
		expect(card().progress.revisions.map(({ revision }) => revision)).toEqual([5]);
	});

	it("go back when the update cannot be saved", () => {
		update("a:in_progress");
		const before = card();
		fixture.sessionStore.isFull = true;
		expect(() => update("a:completed")).toThrow();
		expect(card()).toEqual(before);
	});

	it("are in no result of a call, and stored once", () => {
		const result = update("a:in_progress");
		update("a:completed");
		expect(Object.keys(result)).not.toContain("progress");
		const { planCalls } = document() as { planCalls: { value: { card: object } }[] };
		expect(planCalls.filter(({ value }) => "progress" in value.card)).toEqual([]);
	});
});

describe("what is stored of it", () => {
	it("comes back as it was, and only the part with a wrong value is left out", () => {
		update("a:in_progress b c", { title: "One" });
		update("c b=Other:completed d", { title: "Two", explanation: "why" });
		const stored = document() as { cards: { progress: Record<string, object[]> }[] };
		expect(JSON.parse(JSON.stringify(parseStoredSession(stored)))).toEqual(stored);
		const { progress } = stored.cards[0]!;
		const read = (wrong: unknown): unknown =>
			parseStoredSession({ ...stored, cards: [{ ...stored.cards[0], progress: wrong }] })?.cards[0]?.progress;
		const { times, revisions: made } = parseStoredSession(stored)!.cards[0]!.progress;
		const change = { revision: 1, at: 1, changes: [{ kind: "constructor" }] };
		expect([
			read({ ...progress, times: [...times, { wrong: true }] }),
			read({ ...progress, revisions: [...made, change] }),
			read("later"),
		]).toEqual([
			{ times: [], revisions: made },
			{ times, revisions: [] },
			{ times: [], revisions: [] },
		]);
	});

	it("is nothing in a document of an older version, whose step at work is timed from its next update on", () => {
		update("a:in_progress b");
		fixture.reload();
		for (const [id, text] of fixture.sessionStore.documents) {
			const old = JSON.parse(text) as { cards: Record<string, unknown>[] };
			for (const each of old.cards) delete each["progress"];
			fixture.sessionStore.documents.set(id, JSON.stringify(old));
		}
		fixture.crash();
		expect(card().progress).toEqual({ times: [], revisions: [] });
		session = fixture.open();
		update("a:in_progress b");
		fixture.clock.advance(MINUTE);
		update("a:completed b");
		expect([worked(), revisions()]).toEqual([
			["a 1"],
			[[3, { kind: "status", id: "a", from: "in_progress", to: "completed" }]],
		]);
	});
});
