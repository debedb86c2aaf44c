import { beforeEach, describe, expect, it } from "vitest";
import { agentOf } from "../../../src/core/agents";
import type { RuleMatch } from "../../../src/core/rules";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, refusalOf, REQUEST, settled } from "../../support/deskFixture";

const EXACT: RuleMatch = { kind: "exact", action: REQUEST.action, detail: REQUEST.detail };
const ESLINT: RuleMatch = { kind: "prefix", argv: ["eslint", "src"] };
const LINT = { ...REQUEST, detail: "eslint src" };
const DANGEROUS = { ...REQUEST, detail: "rm -rf build" };

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const approvals = () => fixture.desk.approvals;
const rules = () => fixture.desk.rules;

/** What becomes of a request right away; undefined: the person is asked, and says no. */
async function decisionOn(args: unknown, of = session): Promise<string | undefined> {
	const watched = fixture.request(of, args);
	await settled();
	const { value } = watched;
	for (const { id } of approvals().open) approvals().deny(id);
	return value === undefined ? undefined : `${value.decision} ${value.reason}`;
}

describe("Allow always", () => {
	it("stores the rule before it allows, and then asks no more for the same", async () => {
		const stored: string[] = [];
		const call = fixture.call();
		const watched = fixture.request(session, REQUEST, call);
		void watched.promise.then(() => stored.push(fixture.ruleStore.text));
		const [open] = approvals().open;
		expect(approvals().allowAlways(open!.id, EXACT)).toBe(true);
		expect(await watched.promise).toEqual({ approval_id: open!.id, decision: "allow_always", reason: "user" });
		const rule = {
			id: expect.any(String) as string,
			effect: "allow",
			agentId: "claude-code",
			agentLabel: "Claude Code",
			folder: "/home/ada/web-shop",
			cwd: "/home/ada/web-shop",
			kind: "command",
			match: EXACT,
			createdAt: fixture.clock.now(),
			lastUsedAt: undefined,
		};
		expect([rules().all, JSON.parse(stored[0]!)]).toEqual([[rule], [expect.objectContaining({ match: EXACT })]]);
		fixture.clock.advance(5_000);
		expect([await decisionOn(REQUEST), await decisionOn({ ...REQUEST, detail: "npm ci " })]).toEqual([
			"allow_always remembered",
			undefined,
		]);
		expect(rules().all).toEqual([{ ...rule, lastUsedAt: fixture.clock.now() }]);
	});

	it("offers what it would store, and nothing for what may be allowed only once", () => {
		const scope = {
			agentId: "claude-code",
			agentLabel: "Claude Code",
			folder: "/home/ada/web-shop",
			cwd: "/home/ada/web-shop",
			kind: "command",
		};
		const exact = { kind: "exact", action: REQUEST.action, detail: "eslint src" };
		expect(approvals().proposal(fixture.requested(session, LINT).id)).toEqual({
			scope,
			exact,
			argv: ["eslint", "src"],
		});
		const dangerous = fixture.requested(session, DANGEROUS);
		expect([dangerous.dangers, approvals().proposal(dangerous.id), approvals().proposal("unknown")]).toEqual([
			["recursiveDelete"],
			undefined,
			undefined,
		]);
	});

	it("is false for a dangerous act, which stays open and can be allowed once", async () => {
		const watched = fixture.request(session, DANGEROUS);
		const { id } = approvals().open[0]!;
		const match = { kind: "exact", action: DANGEROUS.action, detail: DANGEROUS.detail } as const;
		expect([approvals().allowAlways(id, match), rules().all, approvals().open.length]).toEqual([false, [], 1]);
		approvals().allowOnce(id);
		expect((await watched.promise).decision).toBe("allow_once");
	});

	it.each([
		["another act", { kind: "exact", action: REQUEST.action, detail: "eslint test" } as const],
		["another pattern", { kind: "prefix", argv: ["yarn"] } as const],
	])("refuses a rule for %s: the request stays open", async (_, match) => {
		const { id } = fixture.requested(session, LINT);
		expect(await refusalOf(() => approvals().allowAlways(id, match))).toMatch(/^invalid_input: rule: /);
		expect([rules().all, approvals().open.map((each) => each.id)]).toEqual([[], [id]]);
	});

	it("that cannot be stored allows nothing: the request stays open, and the person is told", async () => {
		const watched = fixture.request(session);
		const { id } = approvals().open[0]!;
		fixture.ruleStore.isFull = true;
		expect(() => approvals().allowAlways(id, EXACT)).toThrow("no space left");
		await settled();
		expect([watched.value, approvals().open.map((each) => each.id), rules().all]).toEqual([undefined, [id], []]);
		approvals().deny(id);
		expect(await decisionOn(REQUEST)).toBeUndefined();
	});

	it("whose outcome cannot be stored allows nothing yet, and leaves no rule behind", async () => {
		const watched = fixture.request(session);
		const { id } = approvals().open[0]!;
		fixture.sessionStore.isFull = true;
		expect(() => approvals().allowAlways(id, EXACT)).toThrow("no space left");
		await settled();
		fixture.sessionStore.isFull = false;
		expect([watched.value, rules().all, await decisionOn({ ...REQUEST })]).toEqual([undefined, [], undefined]);
	});

	it("can be pressed again once its outcome can be stored", async () => {
		const watched = fixture.request(session);
		const { id } = approvals().open[0]!;
		fixture.sessionStore.isFull = true;
		expect(() => approvals().allowAlways(id, EXACT)).toThrow("no space left");
		fixture.sessionStore.isFull = false;
		expect([approvals().allowAlways(id, EXACT), (await watched.promise).decision, rules().all.length]).toEqual([
			true,
			"allow_always",
			1,
		]);
	});

	it("whose outcome cannot be stored puts back the rule that it replaced", () => {
		const [first, second] = [fixture.requested(session), fixture.requested(session)];
		approvals().allowAlways(first.id, EXACT);
		const before = rules().all;
		fixture.sessionStore.isFull = true;
		fixture.clock.advance(1_000);
		expect(() => approvals().allowAlways(second.id, EXACT)).toThrow("no space left");
		expect(rules().all).toEqual(before);
	});

	it("stores one rule for requests that wait beside each other, and decides only the pressed one", () => {
		const [first, second] = [fixture.requested(session), fixture.requested(session)];
		approvals().allowAlways(first.id, EXACT);
		expect(approvals().open.map(({ id }) => id)).toEqual([second.id]);
		approvals().allowAlways(second.id, EXACT);
		expect(rules().all).toHaveLength(1);
	});

	it("shows what a pattern makes of what the agent wanted before, the open one first", () => {
		for (const detail of ["npm ci", "eslint src a", "eslint src a", "eslint src && rm x"]) {
			fixture.clock.advance(1_000);
			approvals().deny(fixture.requested(session, { ...REQUEST, detail }).id);
		}
		const other = fixture.open({ key: "codex", agent: agentOf("codex") });
		approvals().deny(fixture.requested(other, { ...REQUEST, detail: "eslint src theirs" }).id);
		approvals().deny(fixture.requested(session, { ...REQUEST, kind: "other", detail: "eslint src other" }).id);
		const { id } = fixture.requested(session, LINT);
		expect(approvals().preview(id, ESLINT, approvals().earlierActs(id))).toEqual([
			{ text: "eslint src", isAllowed: true },
			{ text: "eslint src && rm x", isAllowed: false },
			{ text: "eslint src a", isAllowed: true },
			{ text: "npm ci", isAllowed: false },
		]);
		for (let more = 0; more < 20; more++) {
			approvals().deny(fixture.requested(session, { ...REQUEST, detail: `eslint src ${more}` }).id);
		}
		expect(approvals().preview(id, ESLINT, approvals().earlierActs(id))).toHaveLength(11);
	});
});
