import { describe, expect, test } from "vitest";
import type { RuleMatch } from "../../../src/core/rules";
import { command, RuleFixture, sessionOf } from "./ruleFixture";

const session = sessionOf();
const prefix = (...argv: string[]): RuleMatch => ({ kind: "prefix", argv });
const exact = (detail: string): RuleMatch => ({ kind: "exact", action: "Go on", detail });

describe("a rule", () => {
	test("holds agent entry, workspace folder, working directory, kind and when it was made and used", () => {
		const { book, clock } = new RuleFixture();
		const createdAt = clock.now();
		book.allow(session, command("npm run test"), prefix("npm", "run", "test"));
		clock.advance(5_000);
		expect(book.decide(session, command("npm run test -- --watch=false"))).toBe("allow");
		expect(book.all).toEqual([
			{
				id: "00000000-0000-4000-8000-000000000001",
				effect: "allow",
				agentId: "codex",
				agentLabel: "CODEX",
				folder: "/projects/shop",
				cwd: "/projects/shop/api",
				kind: "command",
				match: { kind: "prefix", argv: ["npm", "run", "test"] },
				createdAt,
				lastUsedAt: createdAt + 5_000,
			},
		]);
	});

	test.each([
		["another agent entry", sessionOf({}, "claude-code"), command("ls a")],
		["another folder", sessionOf({ folder: { name: "shop", path: "/projects/shop2" } }), command("ls a")],
		["another working directory", sessionOf({ cwd: "/projects/shop" }), command("ls a")],
		["no folder", sessionOf({ folder: undefined }), command("ls a")],
		["no working directory", sessionOf({ cwd: undefined }), command("ls a")],
		["a place that was not told", session, command("ls a", { isPlaced: false })],
		["a refuted place", sessionOf({ verification: "refuted" }), command("ls a")],
		["another kind", session, command("ls a", { kind: "other" })],
		["another action", session, command("ls a", { action: "Go on " })],
		["the detail as the action", session, command("", { action: "ls a", detail: undefined })],
		["one blank more", session, command("ls  a")],
		["a line break at the end", session, command("ls a\n")],
		["the same letters in another form", session, command("ls а")],
		["a hidden character", session, command("ls\u200b a")],
	])("that is exact does not match %s", (_, asking, act) => {
		const { book } = new RuleFixture();
		book.allow(session, command("ls a"), exact("ls a"));
		expect([book.decide(session, command("ls a")), book.decide(asking, act)]).toEqual(["allow", undefined]);
	});

	test("that is exact compares units, also of a text that is no valid UTF-16", () => {
		const { book } = new RuleFixture();
		book.allow(session, command("echo \ud800"), exact("echo \ud800"));
		expect([book.decide(session, command("echo \ud800")), book.decide(session, command("echo \udc00"))]).toEqual([
			"allow",
			undefined,
		]);
	});

	test("that is a pattern reads the detail, and the action only where there is no detail", () => {
		const { book } = new RuleFixture();
		book.allow(session, command("ls a"), prefix("ls"));
		const acts = [
			command("ls b"),
			command("", { action: "ls b", detail: undefined }),
			command("cat b", { action: "ls b" }),
		];
		expect(acts.map((act) => book.decide(session, act))).toEqual(["allow", "allow", undefined]);
	});

	test("that is a pattern allows nothing where the working directory is only what the agent says, and still denies", () => {
		const { book } = new RuleFixture();
		const unchecked = sessionOf({ verification: "unchecked" });
		book.allow(session, command("ls a"), prefix("ls"));
		book.allow(unchecked, command("ls b"), exact("ls b"));
		const decide = (): unknown => [book.decide(unchecked, command("ls a")), book.decide(unchecked, command("ls b"))];
		const before = decide();
		book.setEffect("00000000-0000-4000-8000-000000000001", "deny");
		expect([before, decide()]).toEqual([
			[undefined, "allow"],
			["deny", "deny"],
		]);
	});

	test("that denies wins over every one that allows, also of a dangerous act, until it is revoked", () => {
		const { book, store } = new RuleFixture();
		book.allow(session, command("ls a"), exact("ls a"));
		book.allow(session, command("ls a"), prefix("ls"));
		book.setEffect("00000000-0000-4000-8000-000000000002", "deny");
		const denied = [command("ls a"), command("ls .env")].map((act) => book.decide(session, act));
		book.revoke("00000000-0000-4000-8000-000000000002");
		expect([denied, book.decide(session, command("ls a"))]).toEqual([["deny", "deny"], "allow"]);
		book.revokeAll();
		expect([book.decide(session, command("ls a")), store.read()]).toEqual([undefined, []]);
	});

	test("does not allow what is dangerous, although it matches", () => {
		const { book } = new RuleFixture();
		book.allow(session, command("ls a"), prefix("ls"));
		expect(
			[command("ls b"), command("ls .env"), command("ls b", { action: "sudo ls b" })].map((act) =>
				book.decide(session, act),
			),
		).toEqual(["allow", undefined, undefined]);
	});

	test("that denies is for every command that begins with its words, also with those that no rule could allow", () => {
		const { book, store } = new RuleFixture();
		book.allow(session, command("rg a"), prefix("rg"));
		book.setEffect("00000000-0000-4000-8000-000000000001", "deny");
		const denied = book.decide(session, command("rg --pre x a"));
		store.text = store.text.replace('"argv":["rg"]', '"argv":["env"]');
		expect([denied, book.decide(session, command("env ls"))]).toEqual(["deny", "deny"]);
	});

	test("that is stored again replaces itself", () => {
		const { book } = new RuleFixture();
		book.allow(session, command("ls a"), prefix("ls"));
		book.allow(session, command("ls b"), prefix("ls"));
		book.allow(session, command("ls b"), prefix("ls", "b"));
		book.allow(session, command("ls b"), exact("ls b"));
		book.allow(session, command("ls b"), exact("ls b"));
		expect(book.all.map(({ match }) => match).toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
			exact("ls b"),
			prefix("ls"),
			prefix("ls", "b"),
		]);
	});
});

describe("a rule is refused, and nothing is stored, that", () => {
	test.each([
		["does not match the request", session, command("ls a"), prefix("cat")],
		["is longer than the request", session, command("ls a"), prefix("ls", "a", "b")],
		["is empty", session, command("ls a"), prefix()],
		["is of another text", session, command("ls a"), exact("ls b")],
		["allows something dangerous", session, command("sudo ls"), exact("sudo ls")],
		["is a pattern of more than one command", session, command("ls a; ls b"), prefix("ls")],
		["is a pattern of another kind than a command", session, command("ls a", { kind: "other" }), prefix("ls")],
		[
			"is a pattern where the place is not checked",
			sessionOf({ verification: "unchecked" }),
			command("ls a"),
			prefix("ls"),
		],
		["is of a refuted place", sessionOf({ verification: "refuted" }), command("ls a"), exact("ls a")],
		["is of no folder", sessionOf({ folder: undefined }), command("ls a"), exact("ls a")],
		...[
			["env", "A=b"],
			["bash", "x.sh"],
			["xargs", "ls"],
			["timeout", "5"],
			["command", "ls"],
			["/usr/bin/env", "ls"],
			["ssh", "host"],
			["npx"],
			["node"],
			["node", "--test"],
			["python3.11"],
			["python", "-m"],
			["git"],
			["git", "-C"],
			["npm", "run"],
			["docker"],
			["docker", "run"],
			["uv", "run"],
			["make"],
		].map(
			(argv) =>
				[`says no more than ${argv.join(" ")}`, session, command([...argv, "ls"].join(" ")), prefix(...argv)] as const,
		),
	] as const)("%s", (_, asking, act, match) => {
		const fixture = new RuleFixture();
		expect(() => fixture.book.allow(asking, act, match)).toThrow("rule: does not allow this request");
		expect(fixture.rules).toEqual([]);
	});
});

describe("a store", () => {
	test("that cannot be read decides nothing, keeps nothing, and is not taken for an empty one", () => {
		const { book, store, logged } = new RuleFixture();
		store.isBroken = true;
		expect(book.decide(session, command("ls"))).toBeUndefined();
		expect(() => book.all).toThrow("no access");
		expect(() => book.allow(session, command("ls"), exact("ls"))).toThrow("no access");
		expect(logged).toEqual(["The approval rules could not be applied"]);
	});

	test("that cannot be written allows nothing, and still denies", () => {
		const { book, store } = new RuleFixture();
		book.allow(session, command("ls a"), exact("ls a"));
		book.allow(session, command("ls b"), exact("ls b"));
		book.setEffect("00000000-0000-4000-8000-000000000002", "deny");
		store.isFull = true;
		expect(["ls a", "ls b"].map((text) => book.decide(session, command(text)))).toEqual([undefined, "deny"]);
		expect(() => book.revokeAll()).toThrow("no space left");
	});

	test("in which a rule that was taken back remains decides nothing by it, and loses it with the next change", () => {
		const { book, store, logged } = new RuleFixture();
		const takeBack = book.allow(session, command("ls a"), exact("ls a"));
		store.isFull = true;
		takeBack();
		const decided = book.decide(session, command("ls a"));
		store.isFull = false;
		expect([store.read().length, book.all, decided, logged]).toEqual([
			1,
			[],
			undefined,
			[
				"An approval rule could not be taken back; this window does not apply it",
				"The approval rules could not be applied",
			],
		]);
		book.decide(session, command("ls a"));
		expect(store.read()).toEqual([]);
	});

	test("that was full gets back what had to go for a rule that was taken back", () => {
		const { book, store } = new RuleFixture();
		book.allow(session, command("ls 0"), exact("ls 0"));
		const [first] = store.read();
		const rules = Array.from({ length: 500 }, (_, n) => ({ ...first!, id: String(n), match: exact(`ls ${n}`) }));
		store.text = JSON.stringify(rules);
		const takeBack = book.allow(session, command("ls 500"), exact("ls 500"));
		takeBack();
		expect(store.read().toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(rules);
	});

	test("is read anew for each decision: what another window revoked no longer counts", () => {
		const { book, store } = new RuleFixture();
		book.allow(session, command("ls"), exact("ls"));
		store.text = "[]";
		expect(book.decide(session, command("ls"))).toBeUndefined();
	});

	test("that is full loses the rule that was unused for the longest time, and none that denies", () => {
		const { book, clock, store } = new RuleFixture();
		book.allow(session, command("ls 0"), exact("ls 0"));
		const [first] = store.read();
		const rules = Array.from({ length: 500 }, (_, n) => ({
			...first!,
			id: String(n),
			effect: n === 0 ? "deny" : "allow",
			match: exact(`ls ${n}`),
			createdAt: clock.now() + n,
		}));
		store.text = JSON.stringify(rules);
		clock.advance(1_000);
		book.decide(session, command("ls 1"));
		book.allow(session, command("ls 500"), exact("ls 500"));
		const decide = (n: number): unknown => book.decide(session, command(`ls ${n}`));
		expect([book.all.length, decide(0), decide(1), decide(2), decide(3), decide(500)]).toEqual([
			500,
			"deny",
			"allow",
			undefined,
			"allow",
			"allow",
		]);
	});

	test("holds no more than a million characters", () => {
		const { book, clock } = new RuleFixture();
		for (let n = 0; n < 20; n++) {
			clock.advance(1);
			const detail = `+${n} `.padEnd(60_000, "ä");
			book.allow(session, command(detail, { kind: "edit" }), exact(detail));
		}
		expect(book.all.map(({ match }) => match.kind === "exact" && match.detail?.slice(0, 3))).toEqual(
			Array.from({ length: 16 }, (_, n) => `+${19 - n} `.slice(0, 3)),
		);
	});
});

test("who lists the rules is told of each change, a use included", () => {
	const { book } = new RuleFixture();
	let changes = 0;
	book.onDidChange(() => changes++);
	book.allow(session, command("ls"), exact("ls"));
	book.decide(session, command("ls"));
	book.decide(session, command("cat"));
	book.revokeAll();
	expect(changes).toBe(3);
});
