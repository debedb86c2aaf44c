import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ApprovalRule } from "../../../src/core/rules";
import { bootId } from "../../../src/node/bootId";
import { FileRuleStore, type RulesUnreadable } from "../../../src/node/ruleStore";

let folder: string;
let path: string;
let told: RulesUnreadable[];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "parley-rules-"));
	path = join(folder, "workspace.json");
	told = [];
});

afterEach(() => rmSync(folder, { recursive: true }));

function store(): FileRuleStore {
	const silent = (): void => undefined;
	return new FileRuleStore(path, { debug: silent, info: silent, warn: silent, error: silent }, (what) =>
		told.push(what),
	);
}

function rule(n: number, change: Partial<ApprovalRule> = {}): ApprovalRule {
	return {
		id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
		effect: "allow",
		agentId: "codex",
		agentLabel: "Codex",
		folder: "/projects/shop",
		cwd: "/projects/shop/api",
		kind: "command",
		match: { kind: "prefix", argv: ["npm", "test"] },
		createdAt: 1_000,
		lastUsedAt: undefined,
		...change,
	};
}

const add =
	(added: ApprovalRule) =>
	(rules: readonly ApprovalRule[]): readonly ApprovalRule[] => [...rules, added];

test("what one window stores the other reads and keeps, to the unit, for the user alone", () => {
	const exact = rule(2, {
		effect: "deny",
		kind: "edit",
		lastUsedAt: 2_000,
		match: { kind: "exact", action: "\ud800 \0", detail: " a\r\n" },
	});
	const bare = rule(3, { match: { kind: "exact", action: "", detail: undefined } });
	const [one, two] = [store(), store()];
	expect(one.read()).toEqual([]);
	one.update(add(rule(1)));
	two.update(add(exact));
	one.update(add(bare));
	expect(two.read()).toEqual([rule(1), exact, bare]);
	expect(readdirSync(folder)).toEqual(["workspace.json"]);
	expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a change that gives back what it got is not written, and one that throws changes nothing", () => {
	const own = store();
	own.update((rules) => rules);
	expect(existsSync(path)).toBe(false);
	own.update(add(rule(1)));
	const failing = (): never => {
		throw new Error("no");
	};
	expect(() => own.update(failing)).toThrow("no");
	expect([own.read(), readdirSync(folder)]).toEqual([[rule(1)], ["workspace.json"]]);
});

test.each([
	"",
	"{",
	"[]",
	"null",
	'{"v":0,"rules":[]}',
	'{"rules":[]}',
	'{"v":1}',
	...[
		{ ...rule(1), effect: "always" },
		{ ...rule(1), id: "../a" },
		{ ...rule(1), cwd: undefined },
		{ ...rule(1), kind: "anything" },
		{ ...rule(1), match: { kind: "glob", pattern: "*" } },
		{ ...rule(1), match: { kind: "prefix", argv: "npm" } },
		{ ...rule(1), createdAt: "1" },
	].map((each) => JSON.stringify({ v: 1, rules: [rule(2), each] })),
])("a file that holds %j is set aside and told once, and no rule of it applies", (text) => {
	writeFileSync(path, text);
	const own = store();
	expect([own.read(), own.read()]).toEqual([[], []]);
	own.update(add(rule(3)));
	expect(own.read()).toEqual([rule(3)]);
	expect(told).toEqual([{ reason: "corrupt", path: `${path}.corrupt` }]);
	expect(readFileSync(`${path}.corrupt`, "utf8")).toBe(text);
});

test("a file of a newer version stays as it is and is told once; nothing is read from it or written to it", () => {
	const text = '{"v":2,"rules":[{"id":"a"}]}';
	writeFileSync(path, text);
	const own = store();
	for (const act of [() => own.read(), () => own.read(), () => own.update(add(rule(1)))]) {
		expect(act).toThrow("a newer version of Parley has written the approval rules of this workspace");
	}
	expect(told).toEqual([{ reason: "newer", path }]);
	expect([readFileSync(path, "utf8"), readdirSync(folder)]).toEqual([text, ["workspace.json"]]);
});

test("a file that cannot be read for another reason is an error and is not moved", () => {
	mkdirSync(path);
	expect(() => store().read()).toThrow("EISDIR");
	expect([told, readdirSync(folder)]).toEqual([[], ["workspace.json"]]);
});

test("another window's lock is respected, when reading too: what it writes is not to be taken for broken", () => {
	store().update(add(rule(1)));
	writeFileSync(`${path}.lock`, JSON.stringify({ pid: process.ppid, bootId: bootId(), host: hostname() }));
	expect(() => store().read()).toThrow("another window holds workspace.json.lock");
	expect(() => store().update(add(rule(2)))).toThrow("another window holds workspace.json.lock");
});

test.skipIf(process.getuid?.() === 0)("a folder that cannot be written to is an error", () => {
	store().update(add(rule(1)));
	chmodSync(folder, 0o500);
	expect(() => store().update(add(rule(2)))).toThrow("EACCES");
	chmodSync(folder, 0o700);
	expect(store().read()).toEqual([rule(1)]);
});
