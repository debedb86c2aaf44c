import { beforeEach, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, PROMPT, REQUEST } from "../../support/deskFixture";

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const history = () => fixture.desk.history;

it("the history holds each decided request with its outcome and where it came from", () => {
	const { id } = fixture.requested(session);
	fixture.desk.approvals.deny(id, "Use pnpm.");
	expect(history().entries).toEqual([
		{
			kind: "approval",
			id,
			at: fixture.clock.now(),
			source: {
				agentId: "claude-code",
				agentLabel: "Claude Code",
				folder: "web-shop",
				folderPath: "/home/ada/web-shop",
				terminal: "claude",
			},
			act: REQUEST,
			outcome: { decision: "deny", reason: "user", message: "Use pnpm." },
		},
	]);
});

it("the history holds what ended undecided too, of tools and of prompts", () => {
	fixture.requested(session);
	fixture.prompted(session);
	fixture.clock.advance(300_000);
	expect(history().entries.map((entry) => entry.kind === "approval" && entry.outcome)).toEqual([
		{ decision: "deny", reason: "timeout" },
		{ decision: "none", reason: "timeout" },
	]);
});

it("the history keeps the beginning of a long detail", () => {
	const detail = `${"😀".repeat(2_000)}rest`;
	fixture.desk.approvals.deny(fixture.prompted(session, { act: { ...PROMPT.act, detail } }).id);
	const whole = "😀".repeat(2_000);
	fixture.clock.advance(1_000);
	fixture.desk.approvals.deny(fixture.prompted(session, { act: { ...PROMPT.act, detail: whole } }).id);
	expect(history().entries).toMatchObject([
		{ act: { ...PROMPT.act, detail: whole } },
		{ act: { detail: `${whole}…` } },
	]);
});

it("a long act that was asked for before is none beside itself", () => {
	const detail = `eslint ${"a ".repeat(2_000)}b`;
	fixture.desk.approvals.deny(fixture.requested(session, { ...REQUEST, detail }).id);
	const { id } = fixture.requested(session, { ...REQUEST, detail });
	expect(fixture.desk.approvals.earlierActs(id)).toEqual([]);
});

it("an approval is found by each of its texts, and by its kind", () => {
	fixture.desk.approvals.deny(fixture.requested(session).id, "Use pnpm.");
	fixture.desk.clarifications.answer(fixture.ask(session).id, "npm");
	for (const text of ["INSTALL the", "npm ci", "tests need", "use PNPM", "claude code"]) {
		expect([text, history().search({ text, kind: "approval" }).length]).toEqual([text, 1]);
	}
	expect(history().search({ text: "yarn" })).toEqual([]);
	expect(
		history()
			.search({ text: "npm" })
			.map(({ kind }) => kind),
	).toEqual(["approval", "question"]);
	expect(
		history()
			.search({ kind: "question" })
			.map(({ kind }) => kind),
	).toEqual(["question"]);
});

it("a history that is off or cannot be written keeps no decision from its agent", async () => {
	fixture.historyEnabled = false;
	fixture.desk.approvals.allowOnce(fixture.requested(session).id);
	fixture.historyEnabled = true;
	fixture.historyStore.isBroken = true;
	const watched = fixture.request(session);
	fixture.desk.approvals.allowOnce(fixture.desk.approvals.open[0]!.id);
	expect((await watched.promise).decision).toBe("allow_once");
	fixture.historyStore.isBroken = false;
	expect(history().entries).toEqual([]);
});
