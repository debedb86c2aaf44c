import { describe, expect, it } from "vitest";
import type { PlanStep, StepTime } from "../../../src/core/plans";
import { planMarkdown } from "../../../src/ui/panelCopies";

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
