import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { revisionsFold } from "../../../src/protocol/snapshot";
import { FeedFixture } from "./feedFixture";

let fixture: FeedFixture;
let session: Session;

beforeEach(() => {
	fixture = new FeedFixture();
	fixture.begin();
	session = fixture.desk.open();
});

/** Each pair is a step's id and status; its text is `Step <id>` unless a third one is given. */
function update(steps: readonly (readonly [id: string, status: string, text?: string])[], title?: string): string {
	const plan = steps.map(([id, status, text = `Step ${id}`]) => ({ id, step: text, status }));
	const args = title === undefined ? { plan } : { plan, title };
	return fixture.desk.desk.updatePlan(session, args, fixture.desk.call()).plan_id;
}

describe("the revisions of a plan", () => {
	it("go to the page only while they are open, each with the names of its time", () => {
		const at = fixture.desk.clock.now();
		update(
			[
				["a", "in_progress"],
				["b", "pending"],
			],
			"One",
		);
		update(
			[
				["a", "completed"],
				["b", "in_progress", "Later name"],
			],
			"Two",
		);
		const id = update([
			["a", "completed"],
			["c", "pending"],
		]);
		fixture.pace();
		expect(fixture.last.plans[0]).toMatchObject({ hasRevisions: true, revisions: [] });
		fixture.feed.receive({ kind: "collapse", id: revisionsFold(id), folded: false });
		fixture.pace();
		expect(fixture.last.plans[0]?.revisions).toEqual([
			{
				revision: 3,
				at,
				changes: [
					{ kind: "added", step: "Step c" },
					{ kind: "removed", step: "Later name" },
				],
			},
			{
				revision: 2,
				at,
				changes: [
					{ kind: "status", step: "Step a", from: "in_progress", to: "completed" },
					{ kind: "renamed", step: "Later name", from: "Step b" },
					{ kind: "status", step: "Later name", from: "pending", to: "in_progress" },
					{ kind: "title", from: "One", to: "Two" },
				],
			},
			{ revision: 1, at, changes: [{ kind: "made", steps: 2 }] },
		]);
	});

	it("are none to look at before the second one", () => {
		update([["a", "in_progress"]]);
		fixture.pace();
		expect(fixture.last.plans[0]).toMatchObject({ hasRevisions: false, changes: [{ kind: "made", steps: 1 }] });
	});

	it("end with the agent's own last one: the end of the turn is told by the card's state", () => {
		update([["a", "pending"]]);
		update([["a", "in_progress"]]);
		fixture.desk.desk.endTurn(session, session.turn!.id, "interrupted");
		fixture.pace();
		expect(fixture.last.plans[0]?.changes).toEqual([{ kind: "status", id: "a", from: "pending", to: "in_progress" }]);
	});

	it("bring the times of the steps along", () => {
		const startedAt = fixture.desk.clock.now();
		update([["a", "in_progress"]]);
		fixture.pace();
		expect(fixture.last.plans[0]?.times).toEqual([
			{ id: "a", startedAt, workedMs: 0, since: startedAt, finalAt: undefined },
		]);
	});
});

describe("a plan that is copied", () => {
	it("is timed until now while its agent is there, and no longer while it is away", () => {
		const id = update([["a", "in_progress"]]);
		fixture.desk.clock.advance(120_000);
		fixture.feed.receive({ kind: "copy", what: "plan", id });
		fixture.desk.reload();
		fixture.desk.clock.advance(3_600_000);
		const reloaded = new FeedFixture(fixture.desk);
		reloaded.feed.receive({ kind: "copy", what: "plan", id });
		const copied = ["copy", "- [ ] Step a (in progress, 2 min)"];
		expect([fixture.effects, reloaded.effects]).toEqual([[copied], [copied]]);
	});
});
