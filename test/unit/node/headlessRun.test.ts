import { beforeEach, describe, expect, it } from "vitest";
import { isHeadlessRun } from "../../../src/node/headlessRun";
import { FakeProcesses } from "../../support/fakeProcesses";

const SHELL = 10;
const BRIDGE = 30;
let processes: FakeProcesses;

beforeEach(() => {
	processes = new FakeProcesses();
	processes.add(SHELL, { parent: 1, cwd: "/a", command: ["bash", "-p"] });
});

function run(agent: string, ...chain: readonly (readonly string[])[]): Promise<boolean> {
	chain.forEach((command, at) => processes.add(20 + at, { parent: at === 0 ? SHELL : 19 + at, cwd: "/a", command }));
	processes.add(BRIDGE, { parent: 19 + chain.length, cwd: "/a", command: ["/state/bin/bridge.cjs", "exec", "-p"] });
	return isHeadlessRun(agent, BRIDGE, [], processes);
}

describe("a run that nobody watches", () => {
	it.each([
		["claude-code", ["claude", "-p", "Fix it"]],
		["claude-code", ["/usr/bin/node", "/opt/bin/claude", "--print"]],
		["codex", ["codex", "--model", "m", "exec", "Fix it"]],
		["opencode", ["opencode", "run", "Fix it"]],
		["gemini", ["node", "/opt/bin/gemini", "--prompt=Fix it"]],
		["droid", ["droid", "exec", "Fix it"]],
	])("is known by its command line: %s as %j", async (agent, command) => {
		expect(await run(agent, command)).toBe(true);
	});

	it("is known by its launcher where the program itself has lost its words", async () => {
		expect(await run("claude-code", ["node", "/opt/bin/claude", "-p", "Fix it"], ["claude"])).toBe(true);
	});

	it("is one that a task started", async () => {
		await run("codex", ["codex"]);
		expect(await isHeadlessRun("codex", BRIDGE, [SHELL], processes)).toBe(true);
	});
});

describe("a run in a terminal", () => {
	it.each([
		["claude-code", ["claude", "Fix it"]],
		["claude-code", ["claude", "--", "-p"]],
		// A profile, and no prompt.
		["codex", ["codex", "-p", "work"]],
		["codex", ["codex", "app-server"]],
		// Of another program.
		["claude-code", ["make", "-p"]],
		// What Pi writes over its command line.
		["pi", ["pi", "", ""]],
		["somebody-else", ["somebody-else", "-p"]],
	])("is watched: %s as %j", async (agent, command) => {
		expect(await run(agent, command)).toBe(false);
	});
});
