import { beforeEach, describe, expect, it } from "vitest";
import type { ApprovalData, RuleStepData, WaitingData } from "../../../src/protocol/snapshot";
import { DeskFixture, introOf } from "../../support/deskFixture";
import { FeedFixture } from "./feedFixture";

let fixture: FeedFixture;

beforeEach(() => {
	fixture = new FeedFixture();
});

const place = introOf().place;
const DIFF = [
	"--- a/x.ts",
	"+++ b/x.ts",
	"@@ -1,2 +1,2 @@",
	"-a",
	"+b",
	" c",
	"@@ -9 +9 @@ f()",
	"+g",
	"\\ No newline at end of file",
].join("\n");

/** A request that the page shows. */
function shown(args: Record<string, unknown> = {}): string {
	fixture.begin();
	const request = { kind: "command", action: "Run it", detail: "npm run test:unit", ...args };
	const { id } = fixture.desk.requested(fixture.desk.open(), request);
	fixture.pace();
	return id;
}

function isApproval(data: WaitingData): data is ApprovalData {
	return data.kind === "approval";
}

/** The card as the page was told it last. */
function card(): ApprovalData {
	const data = fixture.last.waiting.find(isApproval);
	if (data === undefined) throw new Error("no request is shown");
	return data;
}

function rule(): RuleStepData {
	const { step } = card();
	if (step?.kind !== "rule") throw new Error("no rule is shown");
	return step;
}

function say(intent: unknown): void {
	fixture.feed.receive(intent);
	fixture.pace();
}

describe("a request in the panel", () => {
	it("says who wants what, where and until when, and all of its text", () => {
		const id = shown({ reason: "They are new." });
		const now = fixture.desk.clock.now();
		const { source, ...rest } = card();
		expect(source).toMatchObject({ agent: "Claude Code", folder: "web-shop", isRefuted: false });
		expect(rest).toEqual({
			kind: "approval",
			id,
			act: { kind: "command", action: "Run it", detail: "npm run test:unit", reason: "They are new." },
			isDetailKnown: false,
			askedAt: now - 50,
			limitAt: now - 50 + 300_000,
			closesAt: now - 50 + 300_000,
			extensionMs: 300_000,
			reconnecting: undefined,
			dangers: [],
			canAllowAlways: true,
			hasFailed: false,
			prompt: "none",
			step: undefined,
		});
	});

	it.each<[unknown, unknown, unknown]>([
		[{ kind: "allow-once" }, { decision: "allow_once", reason: "user" }, {}],
		[{ kind: "deny" }, { decision: "deny", reason: "user" }, {}],
		[{ kind: "deny", message: "Not today." }, { decision: "deny", reason: "user", message: "Not today." }, {}],
	])("%j is what the page learns and the agent gets", (intent, outcome) => {
		const id = shown();
		say({ ...(intent as object), id });
		expect([fixture.last.waiting, fixture.last.settled, fixture.counts.at(-1)]).toEqual([
			[],
			[{ kind: "approval", id, outcome }],
			0,
		]);
	});

	it("is kept open like a question", () => {
		const id = shown();
		const { limitAt } = card();
		say({ kind: "extend", id });
		expect(card().limitAt - limitAt).toBe(300_000);
	});

	it("is copied as it was sent, hidden characters and all", () => {
		const id = shown({ detail: "echo a\u202Eb\r\nls" });
		say({ kind: "copy", what: "approval", id });
		expect(fixture.effects).toEqual([["copy", "echo a\u202Eb\r\nls"]]);
	});

	it("offers no rule for what is dangerous, nor for whom it could not verify", () => {
		shown({ detail: "rm -rf build" });
		expect([card().dangers, card().canAllowAlways]).toEqual([["recursiveDelete"], false]);
		fixture = new FeedFixture();
		fixture.begin();
		fixture.desk.requested(fixture.desk.open({ place: { ...place, verification: "refuted" } }));
		fixture.pace();
		expect([card().source.isRefuted, card().canAllowAlways]).toEqual([true, false]);
	});

	it("that is an agent's own prompt says where else it is asked, and can be given back where that blocks", () => {
		fixture.begin();
		const session = fixture.desk.open();
		fixture.desk.prompted(session);
		const { id } = fixture.desk.prompted(session, { blocksTerminal: true, inputHash: "b".repeat(64) });
		fixture.pace();
		expect(fixture.last.waiting.map((data) => isApproval(data) && data.prompt)).toEqual(["beside", "blocked"]);
		say({ kind: "decide-in-terminal", id });
		expect(fixture.last.settled).toEqual([{ kind: "approval", id, outcome: { decision: "none", reason: "terminal" } }]);
	});

	it("is reconnecting after a reload: nothing decides it until its agent is back", () => {
		const desk = new DeskFixture();
		const { id } = desk.requested(desk.open());
		desk.reload();
		fixture = new FeedFixture(desk);
		fixture.begin();
		say({ kind: "allow-once", id });
		say({ kind: "deny", id });
		expect([card().reconnecting !== undefined, card().canAllowAlways, desk.desk.approvals.outcomeOf(id)]).toEqual([
			true,
			false,
			undefined,
		]);
	});

	it("whose decision cannot be stored says so, and waits on", () => {
		const id = shown();
		fixture.desk.sessionStore.isFull = true;
		say({ kind: "allow-once", id });
		expect([card().hasFailed, fixture.log.length > 0]).toEqual([true, true]);
		fixture.desk.sessionStore.isFull = false;
		say({ kind: "allow-once", id });
		expect(fixture.last.waiting).toEqual([]);
	});
});

it("of an agent's own prompt that holds megabytes is told to each page once", () => {
	fixture.begin();
	const detail = "x".repeat(3_000_000);
	fixture.desk.prompted(fixture.desk.open(), { act: { kind: "edit", action: "Write", detail, reason: undefined } });
	fixture.pace();
	expect([card().act.detail, card().isDetailKnown]).toEqual([detail, false]);
	say({ kind: "extend", id: card().id });
	expect([card().act.detail, card().isDetailKnown]).toEqual([undefined, true]);
	fixture.begin();
	expect([card().act.detail, card().isDetailKnown]).toEqual([detail, false]);
});

describe("a diff", () => {
	it("is opened file by file, both sides as far as it tells them", () => {
		const id = shown({ kind: "edit", detail: DIFF });
		say({ kind: "open-diff", id, file: 0 });
		say({ kind: "open-diff", id, file: 1 });
		say({ kind: "open-diff", id: "gone", file: 0 });
		expect(fixture.effects).toEqual([
			["diff", "Claude Code", "x.ts", "a\nc\n@@ -9 +9 @@ f()\n", "b\nc\n@@ -9 +9 @@ f()\ng\n"],
		]);
	});
});

describe("a step on the way to a decision", () => {
	it("is kept by the host, so that a page that begins anew shows it again", () => {
		const id = shown();
		say({ kind: "step", id, step: { kind: "deny", message: "Not tod" } });
		fixture.begin();
		expect(card().step).toEqual({ kind: "deny", message: "Not tod" });
		say({ kind: "step", id });
		expect(card().step).toBeUndefined();
	});

	it("is forgotten with its request, and unknown for one that is not open", () => {
		const id = shown();
		say({ kind: "step", id, step: { kind: "deny", message: "x" } });
		say({ kind: "deny", id });
		say({ kind: "step", id, step: { kind: "deny", message: "x" } });
		expect(fixture.last.waiting).toEqual([]);
	});
});

describe("the rule that Allow always would store", () => {
	it("is told before it is stored, with nothing chosen and the command's own words as pattern", () => {
		const id = shown();
		say({ kind: "step", id, step: { kind: "rule" } });
		expect(rule()).toEqual({
			kind: "rule",
			covers: undefined,
			pattern: "npm run test:unit",
			scope: { agent: "Claude Code", folder: "web-shop", cwd: "/home/ada/web-shop", kind: "command" },
			checks: [],
			problem: undefined,
		});
		expect(fixture.desk.desk.rules.all).toEqual([]);
	});

	it("is tried on earlier requests, and says what is wrong with a pattern", () => {
		const earlier = shown({ detail: "npm run lint" });
		say({ kind: "deny", id: earlier });
		const id = shown();
		const problems = ["npm run test:unit", "npm run", "npm test", "npm 'run", ""].map((pattern) => {
			say({ kind: "step", id, step: { kind: "rule", covers: "pattern", pattern } });
			// Each key tries the same ones: the history is read once for as long as the rule is shown.
			fixture.desk.historyStore.isBroken = true;
			return [pattern, rule().problem, rule().checks.map(({ isAllowed }) => isAllowed)];
		});
		expect(problems).toEqual([
			["npm run test:unit", undefined, [true, false]],
			["npm run", "too-wide", [false, false]],
			["npm test", "no-match", [false, false]],
			["npm 'run", "no-match", []],
			["", "no-match", []],
		]);
		say({ kind: "step", id });
		say({ kind: "step", id, step: { kind: "rule", covers: "exact" } });
		expect(rule().checks).toHaveLength(1);
	});

	it("of a command with an operator can only be exact", () => {
		const id = shown({ detail: "npm ci && npm test" });
		say({ kind: "step", id, step: { kind: "rule", covers: "exact" } });
		expect([rule().pattern, rule().checks]).toEqual([undefined, [{ text: "npm ci && npm test", isAllowed: true }]]);
	});

	it("is stored as the page shows it, then it allows", () => {
		const id = shown();
		say({ kind: "allow-always", id, covers: "pattern", pattern: "npm run test:unit" });
		expect([fixture.last.settled, fixture.desk.desk.rules.all.map(({ match }) => match)]).toEqual([
			[{ kind: "approval", id, outcome: { decision: "allow_always", reason: "user" } }],
			[{ kind: "prefix", argv: ["npm", "run", "test:unit"] }],
		]);
	});

	it("that does not fit is not stored, whatever the page says", () => {
		const id = shown();
		for (const pattern of ["npm test", "npm run", "'", "rm"]) {
			say({ kind: "allow-always", id, covers: "pattern", pattern });
			expect(rule()).toMatchObject({ pattern, problem: pattern === "npm run" ? "too-wide" : "no-match" });
		}
		expect([fixture.desk.desk.rules.all, fixture.counts.at(-1)]).toEqual([[], 1]);
	});

	it("that cannot be stored allows nothing and loses nothing", () => {
		const id = shown();
		fixture.desk.ruleStore.isFull = true;
		say({ kind: "allow-always", id, covers: "pattern", pattern: "npm run test:unit" });
		expect(rule()).toMatchObject({ covers: "pattern", pattern: "npm run test:unit", problem: "not-stored" });
		say({ kind: "step", id, step: { kind: "rule", covers: "exact" } });
		expect(rule().problem).toBeUndefined();
	});

	it("is none for what is dangerous, whatever the page says", () => {
		const id = shown({ detail: "git push --force" });
		say({ kind: "step", id, step: { kind: "rule" } });
		say({ kind: "allow-always", id, covers: "exact" });
		expect([card().step, fixture.desk.desk.rules.all, fixture.counts.at(-1)]).toEqual([undefined, [], 1]);
	});
});

it("the history shows requests among the rest, and by themselves", () => {
	const id = shown();
	say({ kind: "deny", id, message: "No." });
	const clarified = fixture.desk.ask(fixture.desk.open());
	fixture.desk.desk.clarifications.answer(clarified.id, "80");
	say({ kind: "show-history", query: { text: "", about: "approval", limit: 10 } });
	expect([fixture.last.history.total, fixture.last.history.entries]).toMatchObject([
		2,
		[
			{
				about: "approval",
				agent: "Claude Code",
				terminal: "claude",
				folder: "web-shop",
				act: { kind: "command", action: "Run it", detail: "npm run test:unit" },
				outcome: { decision: "deny", reason: "user", message: "No." },
			},
		],
	]);
});
