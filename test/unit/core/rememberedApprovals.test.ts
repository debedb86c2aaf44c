import { beforeEach, describe, expect, it } from "vitest";
import { agentOf } from "../../../src/core/agents";
import type { RuleMatch } from "../../../src/core/rules";
import type { Place, Session } from "../../../src/core/sessions";
import { DeskFixture, introOf, PROMPT, refusalOf, REQUEST, settled } from "../../support/deskFixture";

const EXACT: RuleMatch = { kind: "exact", action: REQUEST.action, detail: REQUEST.detail };
const ESLINT: RuleMatch = { kind: "prefix", argv: ["eslint", "src"] };
const LINT = { ...REQUEST, detail: "eslint src" };

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const approvals = () => fixture.desk.approvals;
const rules = () => fixture.desk.rules;

/** The person allows that act from now on. */
function allowed(args: unknown = REQUEST, match = EXACT, of = session): void {
	expect(approvals().allowAlways(fixture.requested(of, args).id, match)).toBe(true);
}

/** What becomes of a request right away; undefined: the person is asked, and says no. */
async function decisionOn(args: unknown, of = session): Promise<string | undefined> {
	const watched = fixture.request(of, args);
	await settled();
	const { value } = watched;
	for (const { id } of approvals().open) approvals().deny(id);
	return value === undefined ? undefined : `${value.decision} ${value.reason}`;
}

const at = (change: Partial<Place>) => ({ ...introOf().place, ...change });

describe("a rule", () => {
	it("by a pattern allows what begins with it, and asks for a near match", async () => {
		allowed(LINT, ESLINT);
		const decisions = [];
		for (const detail of ["eslint src --fix", "eslint test", "eslint src && b", 'eslint "src"', "eslint src $X"]) {
			decisions.push(await decisionOn({ ...REQUEST, detail }));
		}
		expect(decisions).toEqual(["allow_always remembered", undefined, undefined, undefined, undefined]);
	});

	it.each<[string, Parameters<DeskFixture["open"]>[0]]>([
		["another agent", { agent: agentOf("codex") }],
		["another working directory", { place: at({ cwd: "/home/ada/web-shop/sub" }) }],
		["another folder", { place: at({ folder: { name: "x", path: "/home/ada" } }) }],
		["no folder", { place: at({ folder: undefined }) }],
		["a refuted session", { place: at({ verification: "refuted" }) }],
	])("is none for %s", async (_, change) => {
		allowed();
		const other = fixture.open({ key: "other", ...change });
		expect([await decisionOn(REQUEST, other), await decisionOn(REQUEST)]).toEqual([
			undefined,
			"allow_always remembered",
		]);
	});

	it("is for every session of the agent there, over reloads and restarts", async () => {
		allowed();
		fixture.reload();
		expect(await decisionOn(REQUEST, fixture.open({ key: "new" }))).toBe("allow_always remembered");
	});

	it("of a pattern allows nothing for a session that could not be checked, an exact one does", async () => {
		allowed(LINT, ESLINT);
		allowed();
		const unchecked = fixture.open({ key: "u", place: at({ verification: "unchecked" }) });
		expect([await decisionOn(LINT, unchecked), await decisionOn(REQUEST, unchecked)]).toEqual([
			undefined,
			"allow_always remembered",
		]);
		const { id } = fixture.requested(unchecked, LINT);
		expect(approvals().proposal(id)).toMatchObject({ argv: undefined });
		expect(await refusalOf(() => approvals().allowAlways(id, ESLINT))).toMatch(/^invalid_input/);
	});

	it.each([
		["a refuted session", { place: at({ verification: "refuted" }) }],
		["a session outside all folders", { place: at({ folder: undefined }) }],
	])("cannot be stored for %s", (_, change) => {
		const other = fixture.open({ key: "other", ...change });
		const { id } = fixture.requested(other);
		expect([approvals().proposal(id), approvals().allowAlways(id, EXACT), rules().all]).toEqual([undefined, false, []]);
	});

	it("that the person turned into a denial denies at once, and wins over one that allows", async () => {
		allowed(LINT, { kind: "exact", action: LINT.action, detail: LINT.detail });
		allowed({ ...LINT, detail: "eslint src a" }, ESLINT);
		const exact = rules().all.find(({ match }) => match.kind === "exact")!;
		rules().setEffect(exact.id, "deny");
		expect([await decisionOn(LINT), await decisionOn({ ...LINT, detail: "eslint src --fix" })]).toEqual([
			"deny remembered",
			"allow_always remembered",
		]);
	});

	it("that is revoked is asked for again", async () => {
		allowed();
		allowed(LINT, ESLINT);
		rules().revoke(rules().all.find(({ match }) => match.kind === "exact")!.id);
		expect([await decisionOn(REQUEST), await decisionOn(LINT)]).toEqual([undefined, "allow_always remembered"]);
		rules().revokeAll();
		expect([await decisionOn(LINT), rules().all]).toEqual([undefined, []]);
	});

	it("that was revoked in another window holds no more", async () => {
		allowed();
		fixture.ruleStore.text = "[]";
		expect(await decisionOn(REQUEST)).toBeUndefined();
	});

	it("allows nothing where its use cannot be noted, and denies all the same", async () => {
		allowed();
		fixture.ruleStore.isFull = true;
		expect(await decisionOn(REQUEST)).toBeUndefined();
		fixture.ruleStore.isFull = false;
		rules().setEffect(rules().all[0]!.id, "deny");
		fixture.ruleStore.isFull = true;
		expect(await decisionOn(REQUEST)).toBe("deny remembered");
	});

	it("that cannot be read is none: the person is asked", async () => {
		allowed();
		fixture.ruleStore.isBroken = true;
		expect(await decisionOn(REQUEST)).toBeUndefined();
		expect(fixture.errors.length).toBeGreaterThan(0);
	});

	it("decides nothing for a call that is taken back, or over a bound", async () => {
		allowed();
		const call = fixture.call();
		call.signal.cancel();
		expect((await fixture.desk.requestApproval(session, REQUEST, call)).reason).toBe("cancelled");
		expect(
			await refusalOf(() => fixture.desk.requestApproval(session, { ...REQUEST, context_id: "x" }, fixture.call())),
		).toMatch(/^unknown_context/);
	});

	it("decides though 20 wait, and shows nothing to the person", async () => {
		allowed();
		for (let open = 0; open < 20; open++) fixture.requested(session, LINT);
		let asked = 0;
		approvals().onDidAsk(() => asked++);
		const watched = fixture.request(session);
		expect([(await watched.promise).reason, approvals().open.length, asked]).toEqual(["remembered", 20, 0]);
	});

	it("decides the same for the call that is sent again, though it was revoked in between", async () => {
		allowed();
		const first = await fixture.request(session, REQUEST, fixture.call("k")).promise;
		rules().revokeAll();
		expect(await fixture.request(session, REQUEST, fixture.call("k")).promise).toEqual(first);
		expect(approvals().outcomeOf(first.approval_id)).toEqual({ decision: "allow_always", reason: "remembered" });
	});

	it("leaves its decisions in the history", async () => {
		allowed();
		fixture.clock.advance(1_000);
		const { approval_id } = await fixture.request(session).promise;
		expect(fixture.desk.history.entries[0]).toMatchObject({
			kind: "approval",
			id: approval_id,
			act: REQUEST,
			outcome: { decision: "allow_always", reason: "remembered" },
		});
	});

	it("decides an agent's own prompt too", async () => {
		const match = { kind: "exact", action: PROMPT.act.action, detail: PROMPT.act.detail } as const;
		expect(approvals().allowAlways(fixture.prompted(session).id, match)).toBe(true);
		expect(await fixture.prompt(session).promise).toEqual({ decision: "allow_always", reason: "remembered" });
		rules().setEffect(rules().all[0]!.id, "deny");
		expect(await fixture.prompt(session).promise).toEqual({ decision: "deny", reason: "remembered" });
	});
});
