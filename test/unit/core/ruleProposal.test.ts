import { describe, expect, test } from "vitest";
import type { RuleMatch } from "../../../src/core/rules";
import { command, RuleFixture, sessionOf } from "./ruleFixture";

const session = sessionOf();
const prefix = (...argv: string[]): RuleMatch => ({ kind: "prefix", argv });
const exact = (detail: string): RuleMatch => ({ kind: "exact", action: "Go on", detail });

test.each([
	["git", "status"],
	["npm", "test"],
	["npm", "run", "lint"],
	["npx", "vitest"],
	["python3", "-m", "pytest"],
	["node", "scripts/build.mjs"],
	["cargo", "build"],
	["ls"],
	["./run.sh"],
])("%s %s %s says enough", (...argv) => {
	const { book } = new RuleFixture();
	book.allow(session, command([...argv, "x"].join(" ")), prefix(...argv));
	expect(book.decide(session, command([...argv, "y", "-z"].join(" ")))).toBe("allow");
});

describe("a proposal", () => {
	const scope = {
		agentId: "codex",
		agentLabel: "CODEX",
		folder: "/projects/shop",
		cwd: "/projects/shop/api",
		kind: "command",
	};

	test("has the argv of a simple command", () => {
		expect(new RuleFixture().book.proposal(session, command("git log  -3"))).toEqual({
			scope,
			exact: exact("git log  -3"),
			argv: ["git", "log", "-3"],
		});
	});

	test.each([
		["a pipeline", session, command("ls | cat"), true],
		["a wrapper", session, command("env A=b ls"), true],
		["a place that is not checked", sessionOf({ verification: "unchecked" }), command("ls a"), true],
		["a machine without a POSIX shell", session, command("ls a"), false],
	])("of %s is exact only", (_, asking, act, isPosix) => {
		expect(new RuleFixture(isPosix).book.proposal(asking, act)).toMatchObject({
			exact: exact(act.detail ?? ""),
			argv: undefined,
		});
	});

	test("of an edit is exact only", () => {
		const act = command("+++ b/a\n+b", { kind: "edit" });
		expect(new RuleFixture().book.proposal(session, act)).toMatchObject({ scope: { kind: "edit" }, argv: undefined });
	});

	test.each([
		["a dangerous act", session, "rm -rf a"],
		["a refuted place", sessionOf({ verification: "refuted" }), "ls"],
		["no folder", sessionOf({ folder: undefined }), "ls"],
	])("is not made of %s", (_, asking, text) => {
		expect(new RuleFixture().book.proposal(asking, command(text))).toBeUndefined();
	});
});

test("where no text is read as a POSIX shell's, a stored pattern matches nothing and an exact rule does", () => {
	const posix = new RuleFixture();
	posix.book.allow(session, command("ls a"), prefix("ls"));
	posix.book.allow(session, command("ls b"), exact("ls b"));
	const other = new RuleFixture(false);
	other.store.text = posix.store.text;
	expect(["ls a", "ls b"].map((text) => other.book.decide(session, command(text)))).toEqual([undefined, "allow"]);
});

test("a preview says what the rule would make of the request and of earlier ones", () => {
	const { book } = new RuleFixture();
	const earlier = [
		command("ls b"),
		command("ls .env"),
		command("ls b | cat"),
		command("ls", { kind: "other" }),
		command("cat b"),
	];
	const texts = (match: RuleMatch): unknown =>
		book.preview(session, command("ls a"), match, earlier).map(({ text, isAllowed }) => `${text}: ${isAllowed}`);
	expect([texts(prefix("ls")), texts(exact("ls b")), texts(prefix("env"))]).toEqual([
		["ls a: true", "ls b: true", "ls .env: false", "ls b | cat: false", "ls: false", "cat b: false"],
		["ls a: false", "ls b: true", "ls .env: false", "ls b | cat: false", "ls: false", "cat b: false"],
		["ls a: false", "ls b: false", "ls .env: false", "ls b | cat: false", "ls: false", "cat b: false"],
	]);
});
