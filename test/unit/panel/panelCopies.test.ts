import { describe, expect, it } from "vitest";
import type { HistoryEntry } from "../../../src/core/history";
import type { PlanStep, StepTime } from "../../../src/core/plans";
import { historyText, planMarkdown } from "../../../src/ui/panelCopies";

const NOW = 10_000_000;
const step = (id: string, text: string, status: PlanStep["status"]): PlanStep => ({ id, step: text, status });
const time = (id: string, workedMs: number, since?: number): StepTime => ({
	id,
	startedAt: 1,
	workedMs,
	since,
	finalAt: undefined,
});

function markdown(text: string): string {
	return planMarkdown({ title: undefined, steps: [step("a", text, "pending")] }, NOW);
}

describe("a plan as Markdown", () => {
	it("has title, explanation, and a box for each step with what a box cannot say", () => {
		const steps = [
			step("a", "Read the code", "completed"),
			step("b", "Write the tests", "failed"),
			step("c", "Sign", "skipped"),
			step("d", "Ship", "in_progress"),
			step("e", "Tell", "pending"),
		];
		const times = [time("a", 48_000), time("b", 4_080_000), time("c", 200), time("d", 60_000, NOW - 130_000)];
		const plan = { title: "Move", explanation: "Tests first.", steps, progress: { times, revisions: [] } };
		expect(planMarkdown(plan, NOW)).toBe(
			[
				"## Move",
				"",
				"Tests first.",
				"",
				"- [x] Read the code (48 s)",
				"- [ ] Write the tests (failed, 1 h 8 min)",
				"- [ ] Sign (skipped)",
				"- [ ] Ship (in progress, 3 min)",
				"- [ ] Tell",
			].join("\n"),
		);
		expect(planMarkdown(plan, undefined)).toContain("- [ ] Ship (in progress, 1 min)");
	});

	it("is the list alone where there is neither title nor explanation", () => {
		expect(markdown("Do it")).toBe("- [ ] Do it");
	});

	it.each([
		["one\n- [x] two\r\n\r\n# three", "one - \\[x\\] two \\# three"],
		["- [x] all done", "\\- \\[x\\] all done"],
		["1. first", "1\\. first"],
		["10) tenth", "10\\) tenth"],
		["> quoted", "\\> quoted"],
		["=== title", "\\=== title"],
		["[here](command:x) ![a](b)", "\\[here\\](command:x) !\\[a\\](b)"],
		["<script>x</script> &lt;", "\\<script>x\\</script> \\&lt;"],
		["**bold** _soft_ ~gone~", "\\*\\*bold\\*\\* \\_soft\\_ \\~gone\\~"],
		["a \\ and a lone `", "a \\\\ and a lone \\`"],
		["```\u2028x", "\\`\\`\\` x"],
	])("is not broken by %j", (text, wanted) => {
		expect(markdown(text)).toBe(`- [ ] ${wanted}`);
	});

	it.each([
		"Rename `get_user[0]` to `load*`",
		"Move user_id to src/db -> lib & tests",
		"Answer 429 (with a retry-after) in 2.5 s!",
	])("leaves %j as people wrote it", (text) => {
		expect(markdown(text)).toBe(`- [ ] ${text}`);
	});
});

describe("an entry of the history as text", () => {
	const question: Extract<HistoryEntry, { kind: "question" }> = {
		kind: "question",
		id: "q",
		at: 1,
		source: { agentId: "codex", agentLabel: "Codex", terminal: "codex", folder: "api", folderPath: "/home/ada/api" },
		question: "How should it look?",
		choices: [],
		outcome: { reason: "timeout", response: "" },
		isPrivate: false,
	};

	it("is the question, the answer, and each image with its file", () => {
		const images = ["a.png", "b.png"].map((name) => ({
			id: name,
			name,
			mimeType: "image/png" as const,
			bytes: 12,
			path: `/state/images/${name}`,
		}));
		expect(historyText({ ...question, outcome: { reason: "response", response: "Like this", images } })).toBe(
			"How should it look?\n\nLike this\n\n- a.png: /state/images/a.png\n- b.png: /state/images/b.png",
		);
		expect(historyText({ ...question, outcome: { reason: "response", response: "So" } })).toBe(
			"How should it look?\n\nSo",
		);
	});

	it("is the question alone where there was no answer", () => {
		expect(historyText(question)).toBe("How should it look?");
	});
});
