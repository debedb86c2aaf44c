import { describe, expect, it } from "vitest";
import { agentOf, nearestBridges } from "../../../src/node/agentLineage";
import { FakeProcesses } from "../../support/fakeProcesses";

/** A terminal (10) in which a shell has started what a test adds. */
function table(...added: readonly (readonly [pid: number, parent: number, command: string, hasTerminal?: boolean])[]) {
	const processes = new FakeProcesses();
	const all = [[2, 1, "code"], [10, 2, "bash"], ...added] as const;
	for (const [pid, parent, command, hasTerminal] of all) {
		processes.add(pid, {
			parent,
			cwd: "/",
			command: command.split(" "),
			...(hasTerminal === false ? { hasTerminal } : {}),
		});
	}
	return processes;
}

const BRIDGE = "node /state/bin/bridge.cjs";

describe("the bridges nearest to an agent's process", () => {
	it("are those that it has started, through a shell too", async () => {
		const processes = table([20, 10, "claude"], [21, 20, BRIDGE], [22, 20, "sh -c bridge"], [23, 22, BRIDGE]);
		expect(await nearestBridges(20, [21, 23], processes)).toEqual({ pids: [21, 23], isUnderDaemon: false });
	});

	it("are not those of another agent in the same terminal, or in another one", async () => {
		const processes = table(
			[20, 10, "claude"],
			[30, 10, "claude"],
			[31, 30, BRIDGE],
			[40, 2, "claude"],
			[41, 40, BRIDGE],
		);
		expect((await nearestBridges(20, [31, 41], processes)).pids).toEqual([]);
	});

	it("are not those of an agent that it has started itself, nor the other way round", async () => {
		const processes = table(
			[20, 10, "claude"],
			[21, 20, BRIDGE],
			[22, 20, "bash -c claude"],
			[30, 22, "claude -p"],
			[31, 30, BRIDGE],
		);
		expect([
			(await nearestBridges(20, [31], processes)).pids,
			(await nearestBridges(30, [21], processes)).pids,
			(await nearestBridges(30, [21, 31], processes)).pids,
		]).toEqual([[], [], [31]]);
	});

	it("may be another process of the same program, as where an agent has started itself anew", async () => {
		const processes = table(
			[20, 10, "node /usr/bin/gemini"],
			[21, 20, "node --max-old-space-size=4096 /usr/bin/gemini"],
			[22, 20, BRIDGE],
			[23, 21, BRIDGE],
		);
		expect([
			(await nearestBridges(21, [22], processes)).pids,
			(await nearestBridges(21, [22, 23], processes)).pids,
		]).toEqual([[22], [23]]);
	});

	it("of a daemon are told to be a daemon's", async () => {
		const processes = table([20, 10, "codex"], [21, 20, "codex app-server", false], [22, 21, BRIDGE], [23, 21, BRIDGE]);
		expect(await nearestBridges(21, [22, 23], processes)).toEqual({ pids: [22, 23], isUnderDaemon: true });
	});

	it("of a process that has gone are none", async () => {
		expect((await nearestBridges(99, [21], table([20, 10, "claude"], [21, 20, BRIDGE]))).pids).toEqual([]);
	});
});

describe("the agent that has started a hook", () => {
	it("is the next process above it that is no shell, and never the first of all", async () => {
		const processes = table([20, 10, "claude"], [21, 20, "sh -c hook"], [22, 21, BRIDGE], [23, 1, BRIDGE]);
		expect([await agentOf(22, processes), await agentOf(23, processes), await agentOf(99, processes)]).toEqual([
			20,
			undefined,
			undefined,
		]);
	});
});
