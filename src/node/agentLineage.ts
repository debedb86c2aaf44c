import { posix } from "node:path";
import type { Processes } from "./processes";

/** What a person types agents into, and what agents start programs through. */
const SHELL = /^-?(?:(?:ba|da|z|k|mk|a|c|tc|fi|elvi|xon|nu)?sh|nu|elvish|pwsh|tmux(?:: server)?|screen|login|su|sudo)$/;

/** What of several bridges stands nearest to an agent's process. */
export interface NearestBridges {
	readonly pids: readonly number[];
	/** What they have in common is an agent's daemon: it serves many terminals. */
	readonly isUnderDaemon: boolean;
}

/**
 * Of these bridges those that have the nearest process in common with the agent's. An agent's programs reach no further up
 * than to the shell or terminal that it was started in: an agent that another one started in a shell is not its child.
 */
export async function nearestBridges(
	agentPid: number,
	bridges: readonly number[],
	terminals: readonly number[],
	processes: Processes,
): Promise<NearestBridges> {
	const own = await lineage(agentPid, terminals, processes);
	const theirs = await Promise.all(
		bridges.map(async (pid) => ({ pid, line: await lineage(pid, terminals, processes) })),
	);
	for (const common of own) {
		const pids = theirs.filter(({ pid, line }) => pid !== common && line.includes(common)).map(({ pid }) => pid);
		if (pids.length > 0) return { pids, isUnderDaemon: await processes.isDaemon(common) };
	}
	return { pids: [], isUnderDaemon: false };
}

/** The process and those above it, without shells right above it, up to the next shell. */
async function lineage(pid: number, terminals: readonly number[], processes: Processes): Promise<readonly number[]> {
	const [own, ...above] = await processes.ancestry(pid);
	if (own === undefined) return [];
	const line = [own];
	if (terminals.includes(own)) return line;
	for (const each of above) {
		if (each === 1) break;
		if (await isShell(each, processes)) {
			if (line.length > 1 || terminals.includes(each)) break;
			continue;
		}
		line.push(each);
		if (terminals.includes(each)) break;
	}
	return line;
}

async function isShell(pid: number, processes: Processes): Promise<boolean> {
	const [program = ""] = await processes.command(pid);
	return SHELL.test(posix.basename(program));
}
