import { expect, test } from "vitest";
import { PANEL_TEXTS } from "../../../src/protocol/texts";
import { barText, planState } from "../../../webview/planState";
import { plan, type Steps } from "../../support/panelData";

const clock = (): string => "10:42";
const two: Steps = [
	["one", "completed"],
	["two", "pending"],
];

test("a running plan says when it was last updated", () => {
	expect(planState(PANEL_TEXTS, plan(0, "p", "t", two, { updatedAt: 0 }), 12_000, clock)).toEqual({
		icon: undefined,
		word: "Running",
		details: ["updated 12 s ago", "revision 4"],
	});
});

test.each([
	["interrupted", "debug-pause", "Interrupted"],
	["ended", "circle-slash", "Ended"],
	["failed", "error", "Failed"],
] as const)("one that was %s says before which step it stopped", (state, icon, word) => {
	expect(planState(PANEL_TEXTS, plan(0, "p", "t", two, { state }), 0, clock)).toEqual({
		icon,
		word,
		details: ["stopped before step 2 at 10:42", "revision 4"],
	});
});

test("a plan that ended is only called done if all of it is", () => {
	const done: Steps = [
		["one", "completed"],
		["two", "skipped"],
	];
	expect(planState(PANEL_TEXTS, plan(0, "p", "t", done, { state: "ended" }), 0, clock).word).toBe("All done");
	const failed: Steps = [
		["one", "completed"],
		["two", "failed"],
	];
	expect(planState(PANEL_TEXTS, plan(0, "p", "t", failed, { state: "ended" }), 0, clock)).toEqual({
		icon: "circle-slash",
		word: "Ended",
		details: ["1 step failed", "ended 10:42", "revision 4"],
	});
});

test("a failed plan counts what failed and what was skipped, in its bar as well", () => {
	const steps: Steps = [
		["one", "completed"],
		["two", "failed"],
		["three", "skipped"],
		["four", "skipped"],
	];
	const failed = plan(0, "p", "t", steps, { state: "failed" });
	expect(planState(PANEL_TEXTS, failed, 0, clock).details).toEqual([
		"1 step failed",
		"2 skipped",
		"ended 10:42",
		"revision 4",
	]);
	expect(barText(PANEL_TEXTS, failed)).toBe("1 of 4 steps done, 1 failed, 2 skipped");
});
