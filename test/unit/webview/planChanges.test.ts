import { describe, expect, it } from "vitest";
import { PANEL_TEXTS } from "../../../src/protocol/texts";
import type { PlanData } from "../../../src/protocol/snapshot";
import { workedMs } from "../../../src/protocol/workedTime";
import { changedSteps, changeText } from "../../../webview/planChanges";
import { tookText } from "../../../webview/planTimes";
import { plan, type Steps } from "../../support/panelData";

const steps: Steps = ["one", "two", "three"].map((text) => [text, "pending"]);

function changed(changes: PlanData["changes"]): PlanData {
	return plan(0, "p", "t", steps, { changes });
}

describe("the line of the last change", () => {
	it.each<[string, PlanData["changes"]]>([
		["", []],
		["plan made, steps: 3", [{ kind: "made", steps: 3 }]],
		["step 2 failed", [{ kind: "status", id: "s1", from: "in_progress", to: "failed" }]],
		[
			"2 steps done · step 3 in progress",
			[
				{ kind: "status", id: "s0", from: "in_progress", to: "completed" },
				{ kind: "status", id: "s1", from: "pending", to: "completed" },
				{ kind: "status", id: "s2", from: "pending", to: "in_progress" },
			],
		],
		[
			"2 steps removed",
			[
				{ kind: "removed", id: "x", step: "x" },
				{ kind: "removed", id: "y", step: "y" },
			],
		],
		["new title", [{ kind: "title", from: "x" }, { kind: "explanation" }]],
		["new explanation", [{ kind: "explanation" }]],
	])("is %j", (text, changes) => {
		expect(changeText(PANEL_TEXTS, changed(changes))).toBe(text);
	});

	it("tells a title that is gone from a new one", () => {
		const untitled = { ...changed([{ kind: "title", from: "t" }]), title: undefined };
		expect(changeText(PANEL_TEXTS, untitled)).toBe("title removed");
	});

	it("goes with marks on the steps that are still there", () => {
		const changes: PlanData["changes"] = [
			{ kind: "added", id: "s0" },
			{ kind: "removed", id: "gone", step: "x" },
			{ kind: "renamed", id: "s2", from: "x" },
			{ kind: "reordered" },
		];
		expect([...changedSteps(changed(changes))]).toEqual(["s0", "s2"]);
	});
});

describe("the time of a step", () => {
	const time = { id: "s0", startedAt: 1, workedMs: 60_000, since: 100_000, finalAt: undefined };

	it("goes on only while its agent is there, and never back", () => {
		expect([130_000, undefined].map((now) => workedMs(time, now))).toEqual([90_000, 60_000]);
		expect(workedMs(time, 0)).toBe(60_000);
	});

	it("is not known of a step that was never begun", () => {
		expect(workedMs({ ...time, startedAt: undefined }, 130_000)).toBeUndefined();
	});

	it.each([
		[0, "0 s"],
		[59_999, "59 s"],
		[3_599_999, "59 min"],
		[3_600_000, "1 h 0 min"],
		[93_900_000, "26 h 5 min"],
	])("of %j ms is %j", (ms, text) => {
		expect(tookText(PANEL_TEXTS, ms)).toBe(text);
	});
});
