import { describe, expect, it } from "vitest";
import type { HistoryEntry } from "../../../src/core/history";
import { exportHistory } from "../../../src/core/historyExport";

const source = { agentId: "codex", agentLabel: "Codex", folder: "web-shop", terminal: undefined };
const at = Date.UTC(2026, 0, 31, 12);

const asked = (question: string, response: string, choices: readonly string[] = []): HistoryEntry => ({
	kind: "question",
	id: "1",
	at,
	source,
	question,
	choices,
	outcome: response === "" ? { reason: "timeout", response: "" } : { reason: "response", response },
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
		const entries = [asked("Which port?", "8080"), planned];
		expect(JSON.parse(exportHistory(entries, "json"))).toEqual({
			v: 1,
			entries: JSON.parse(
				JSON.stringify(entries.map((entry) => ({ ...entry, at: "2026-01-31T12:00:00.000Z" }))),
			) as unknown,
		});
	});
});
