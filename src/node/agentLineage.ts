import { posix } from "node:path";
import { programOf } from "./agentClient";
import type { Processes } from "./processes";

/** What agents start programs through. */
const SHELL = /^-?(?:(?:ba|da|z|k|mk|a|c|tc|fi|elvi|xon|nu)?sh|nu|elvish|pwsh)$/;

/** Of several bridges those nearest to an agent's process. */
export interface NearestBridges {
	readonly pids: readonly number[];
	/** What they have in common is an agent's daemon: it serves many terminals. */
	readonly isUnderDaemon: boolean;
}

/**
 * Of these bridges those that have the nearest process in common with the agent's. A process above the agent's counts only
 * while it runs the same program: what has started the agent, another agent too, may have started others beside it.
 */
export async function nearestBridges(
	agentPid: number,
	bridges: readonly number[],
	processes: Processes,
): Promise<NearestBridges> {
	const own = await sameProgram(await processes.ancestry(agentPid), processes);
	const theirs = await Promise.all(bridges.map(async (pid) => ({ pid, line: await startersOf(pid, processes) })));
	for (const common of own) {
		const pids = theirs.filter(({ line }) => line.includes(common)).map(({ pid }) => pid);
		if (pids.length > 0) return { pids, isUnderDaemon: await processes.isDaemon(common) };
	}
	return { pids: [], isUnderDaemon: false };
}

/** The process that has started a hook, shells in between left out. Undefined: only the first of all processes has. */
export async function agentOf(pid: number, processes: Processes): Promise<number | undefined> {
	const [starter] = await startersOf(pid, processes);
	return starter;
}

/** The process that has started this one, shells in between left out, and those above it of the same program. */
async function startersOf(pid: number, processes: Processes): Promise<readonly number[]> {
	const [, ...above] = await processes.ancestry(pid);
	for (const [index, each] of above.entries()) {
		if (each === 1) break;
		const [program = ""] = await processes.command(each);
		if (!SHELL.test(posix.basename(program))) return sameProgram(above.slice(index), processes);
	}
	return [];
}

/** The first process of the chain, and those that follow it and run the same program. */
async function sameProgram(chain: readonly number[], processes: Processes): Promise<readonly number[]> {
	const programs = await Promise.all(chain.map(async (pid) => programOf(await processes.command(pid))));
	const end = programs.findIndex((program) => program !== programs[0]);
	return end < 0 ? chain : chain.slice(0, end);
}
