import { describe, expect, it } from "vitest";
import type { ApprovalOutcome } from "../../../src/core/approvals";
import type { HistoryEntry } from "../../../src/core/history";
import { exportHistory } from "../../../src/core/historyExport";

const source = {
	agentId: "codex",
	agentLabel: "Codex",
	folder: "web-shop",
	folderPath: "/home/ada/web-shop",
	terminal: undefined,
};
const at = Date.UTC(2026, 0, 31, 12);

const asked = (question: string, response: string, choices: readonly string[] = []): HistoryEntry => ({
	kind: "question",
	id: "1",
	at,
	source,
	question,
	choices,
	outcome: response === "" ? { reason: "timeout", response: "" } : { reason: "response", response },
	isPrivate: false,
});

const planned: HistoryEntry = {
	kind: "plan",
	id: "2",
	at,
	source: { ...source, terminal: "codex" },
	title: "Move [x](y)",
	state: "interrupted",
	steps: [
		{ id: "a", step: "Read\nthe *code*", status: "completed" },
		{ id: "b", step: "Write", status: "failed" },
		{ id: "c", step: "Test", status: "skipped" },
		{ id: "d", step: "Ship", status: "pending" },
	],
};

const decided = (outcome: ApprovalOutcome, detail?: string): HistoryEntry => ({
	kind: "approval",
	id: "3",
	at,
	source,
	act: { kind: "command", action: "Install", detail, reason: detail === undefined ? undefined : "Tests" },
	outcome,
});

describe("the history as Markdown", () => {
	it("is a document that people can read", () => {
		const document = exportHistory(
			[asked("Which port?", "8080", ["80", "443"]), planned, asked("Why?", "")],
			"markdown",
		);
		expect(document).toBe(
			[
				"# Parley history",
				"## 2026-01-31T12:00:00.000Z · Codex · web\\-shop",
				"**Question**",
				"```text\nWhich port?\n```",
				"- 80\n- 443",
				"**Answered**",
				"```text\n8080\n```",
				"## 2026-01-31T12:00:00.000Z · Codex · codex · web\\-shop",
				"**Plan** Move \\[x\\]\\(y\\) (interrupted)",
				["- [x] Read the \\*code\\*", "- [ ] Write (failed)", "- [ ] Test (skipped)", "- [ ] Ship"].join("\n"),
				"## 2026-01-31T12:00:00.000Z · Codex · web\\-shop",
				"**Question**",
				"```text\nWhy?\n```",
				"**Not answered in time**",
			].join("\n\n") + "\n",
		);
	});

	it("tells of each approval what was wanted, and how it was decided", () => {
		const outcomes: readonly ApprovalOutcome[] = [
			{ decision: "allow_once", reason: "user" },
			{ decision: "allow_always", reason: "user" },
			{ decision: "allow_always", reason: "remembered" },
			{ decision: "deny", reason: "remembered" },
			{ decision: "deny", reason: "timeout" },
			{ decision: "deny", reason: "cancelled" },
			{ decision: "deny", reason: "error" },
			{ decision: "none", reason: "terminal" },
		];
		const document = exportHistory(
			[
				decided({ decision: "deny", reason: "user", message: "```" }, "npm ci"),
				...outcomes.map((each) => decided(each)),
			],
			"markdown",
		);
		const [, denied, ...rest] = document.split(/\n*## 2026.*\n*/);
		expect(denied).toBe(
			[
				"**Approval** (command)",
				"```text\nInstall\n```",
				"```text\nnpm ci\n```",
				"```text\nTests\n```",
				"**Denied**",
				"````text\n```\n````",
			].join("\n\n"),
		);
		expect(rest.map((each) => each.trim().split("\n\n"))).toEqual(
			[
				"Allowed once",
				"Allowed always",
				"Allowed always, by a rule",
				"Denied, by a rule",
				"Denied, not decided in time",
				"Denied, cancelled",
				"Denied, after an error",
				"Left to the agent's own prompt",
			].map((end) => ["**Approval** (command)", "```text\nInstall\n```", `**${end}**`]),
		);
	});

	it("marks what is private", () => {
		const document = exportHistory([{ ...asked("Which port?", "8080"), isPrivate: true } as HistoryEntry], "markdown");
		expect(document).toContain("\n**Question** (private)\n");
	});

	it("lets no text out of its block", () => {
		const document = exportHistory([asked("```\n![x](https://example.org/pixel)\n````\n# Title", "~~~")], "markdown");
		expect(document).toContain("`````text\n```\n![x](https://example.org/pixel)\n````\n# Title\n`````");
	});

	it("has a title even when it is empty", () => {
		expect(exportHistory([], "markdown")).toBe("# Parley history\n");
	});
});

describe("the history as JSON", () => {
	it("holds every field, with moments that people can read", () => {
		const entries = [asked("Which port?", "8080"), planned, decided({ decision: "allow_once", reason: "user" }, "ls")];
		expect(JSON.parse(exportHistory(entries, "json"))).toEqual({
			v: 1,
			entries: JSON.parse(
				JSON.stringify(entries.map((entry) => ({ ...entry, at: "2026-01-31T12:00:00.000Z" }))),
			) as unknown,
		});
	});
});
