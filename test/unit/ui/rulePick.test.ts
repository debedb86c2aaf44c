import { beforeEach, describe, expect, it } from "vitest";
import { PicksFixture } from "./picksFixture";

let fixture: PicksFixture;

beforeEach(() => {
	fixture = new PicksFixture();
});

const request = (detail: string) => ({ kind: "command", action: "Run it", detail });

/** The rule of a request to run that command, past its guard. */
function opened(detail = "npm run test:unit -- --watch=false") {
	const watched = fixture.request(fixture.open(), request(detail));
	fixture.picks.openItem(fixture.desk.approvals.open[0]!.id);
	fixture.clock.advance(500);
	fixture.lists.top.accept("Allow always…");
	fixture.clock.advance(500);
	return { watched, list: fixture.lists.top };
}

function shown(): unknown {
	return fixture.lists.top.rows.map((row) =>
		row.kind === "separator" ? `--- ${row.label}` : [row.label, row.description].filter(Boolean).join(" | "),
	);
}

describe("the rule that Allow always would store", () => {
	it("is told before anything is stored, and its first row stores nothing", () => {
		const { list } = opened();
		expect([list.title, shown()]).toEqual([
			"Allow this from now on?",
			[
				"Claude Code only · Commands",
				"--- What the rule covers",
				"Exactly this command: save the rule and allow",
				"Commands like a pattern…",
			],
		]);
		expect(list.rows[0]).toMatchObject({
			detail: "Runs in /home/ada/web-shop. Kept in this workspace’s own state. Deny rules win.",
		});
		list.accept("Claude Code only · Commands");
		expect([fixture.shownCards.length, fixture.desk.rules.all, fixture.desk.inbox.count]).toEqual([1, [], 1]);
	});

	it("covers exactly this command", async () => {
		const { watched, list } = opened();
		list.accept("Exactly this command: save the rule and allow");
		expect(await watched.promise).toMatchObject({ decision: "allow_always", reason: "user" });
		expect([list.state, fixture.desk.rules.all.map(({ match }) => match)]).toEqual([
			"gone",
			[{ kind: "exact", action: "Run it", detail: "npm run test:unit -- --watch=false" }],
		]);
	});

	it("covers what begins with the words that the person leaves, after they have seen what it would have done", async () => {
		const session = fixture.open();
		for (const detail of ["npm run test:e2e", "npm run test:unit"]) {
			fixture.desk.approvals.deny(fixture.requested(session, request(detail)).id);
			fixture.clock.advance(1);
		}
		const { watched, list } = opened();
		list.accept("Commands like a pattern…");
		expect(list.value).toBe("npm run test:unit -- --watch=false");
		list.value = "npm  run test:unit ";
		expect(shown()).toEqual([
			"Claude Code only · Commands",
			"Save rule and allow: “npm  run test:unit”",
			"Back",
			"--- Checked against what this agent asked before",
			"npm run test:unit -- --watch=false | Allowed",
			"npm run test:unit | Allowed",
			"npm run test:e2e | Asks you",
		]);
		fixture.clock.advance(500);
		list.accept("Save rule and allow: “npm  run test:unit”");
		expect(await watched.promise).toMatchObject({ decision: "allow_always" });
		expect(fixture.desk.rules.all.map(({ match }) => match)).toEqual([
			{ kind: "prefix", argv: ["npm", "run", "test:unit"] },
		]);
	});

	it("is tried on the same earlier requests at each key: the history is read once", () => {
		fixture.desk.approvals.deny(fixture.requested(fixture.open(), request("npm run lint")).id);
		const { list } = opened();
		list.accept("Commands like a pattern…");
		fixture.historyStore.isBroken = true;
		list.value = "npm run test:unit";
		expect(list.labels.slice(-2)).toEqual(["npm run test:unit -- --watch=false", "npm run lint"]);
	});

	it("that does not cover the command itself says so and cannot be stored", () => {
		const { list } = opened();
		list.accept("Commands like a pattern…");
		for (const pattern of ["npm test", "", "npm 'run", "npm run test:unit -- --watch=false more"]) {
			list.value = pattern;
			expect(shown()).toMatchObject({ 1: "This pattern does not cover the command itself.", 2: "Back" });
		}
		fixture.clock.advance(500);
		list.accept("Back");
		expect([list.value, fixture.desk.rules.all]).toEqual(["", []]);
	});

	it("that leaves open what would run asks for one more word", () => {
		const { list } = opened();
		list.accept("Commands like a pattern…");
		list.value = "npm run";
		expect(shown()).toMatchObject({ 1: "These words leave open what would run. Add the next word.", 2: "Back" });
	});

	it("that cannot be stored allows nothing, and nothing typed is lost", () => {
		const { list } = opened();
		list.accept("Commands like a pattern…");
		list.value = "npm run test:unit";
		fixture.clock.advance(500);
		fixture.ruleStore.isFull = true;
		expect(() => list.accept("Save rule and allow: “npm run test:unit”")).toThrow("no space left");
		expect([shown(), list.value, fixture.desk.inbox.count]).toMatchObject([
			{ 1: "The rule could not be stored, so nothing was allowed. The log says why." },
			"npm run test:unit",
			1,
		]);
	});

	it("of a command with an operator can only be exact", () => {
		opened("npm ci && npm test");
		expect(shown()).toEqual([
			"Claude Code only · Commands",
			"--- What the rule covers",
			"Exactly this command: save the rule and allow",
		]);
	});

	it("takes nothing right after it has opened or changed", () => {
		fixture.requested(fixture.open(), request("npm run lint"));
		fixture.picks.openItem(fixture.desk.approvals.open[0]!.id);
		fixture.clock.advance(500);
		fixture.lists.top.accept("Allow always…");
		const list = fixture.lists.top;
		list.accept("Exactly this command: save the rule and allow");
		fixture.clock.advance(500);
		list.accept("Commands like a pattern…");
		list.accept("Save rule and allow: “npm run lint”");
		expect([fixture.desk.rules.all, fixture.desk.inbox.count]).toEqual([[], 1]);
	});

	it("goes away with its request", () => {
		const { list } = opened();
		fixture.desk.approvals.deny(fixture.desk.approvals.open[0]!.id);
		expect(list.state).toBe("gone");
	});
});
