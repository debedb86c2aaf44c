import { describe, expect, it } from "vitest";
import { parseSwitches, unsetSwitches } from "../../../src/core/agentSwitches";

describe("the switches of agents", () => {
	it("are read by agent, each as far as it is set", () => {
		const { set, faults } = parseSwitches({ codex: { clarify: false }, pi: { approvals: true, headless: false } });
		expect([Object.fromEntries(set), faults]).toEqual([
			{ codex: { clarify: false }, pi: { approvals: true, headless: false } },
			[],
		]);
	});

	it.each<[unknown, number]>([
		["off", 1],
		[[], 1],
		[null, 1],
		[{ codex: "off" }, 1],
		[{ "Claude Code": { clarify: false } }, 1],
		[{ codex: { clarify: "no", other: true } }, 2],
	])("are not set by what is none: %j", (raw, faults) => {
		const parsed = parseSwitches(raw);
		expect([[...parsed.set.values()].filter((each) => Object.keys(each).length > 0), parsed.faults.length]).toEqual([
			[],
			faults,
		]);
	});

	it("keep what makes sense beside what does not", () => {
		const { set, faults } = parseSwitches({ codex: { clarify: false, headless: 0 }, pi: 1 });
		expect([Object.fromEntries(set), faults.length]).toEqual([{ codex: { clarify: false } }, 2]);
	});

	it("let all agents ask but the editor's own", () => {
		expect(["codex", "vscode"].map(unsetSwitches)).toEqual([
			{ clarify: true, approvals: false, headless: true },
			{ clarify: false, approvals: false, headless: true },
		]);
	});
});
