import { posix } from "node:path";
import type { Processes } from "./processes";

/** An agent's own program that a person runs in a terminal. */
export interface AgentClient {
	readonly pid: number;
	/** When it started; only to be compared with that of other processes on this machine. */
	readonly startedAt: number;
	/** The shell of the terminal it runs in. */
	readonly shell: number;
}

/** Whose client is looked for. */
export interface ClientQuestion {
	/** As the entry names the agent. */
	readonly agent: string;
	/** The real path of its working directory. */
	readonly cwd: string;
}

/** What the agents' programs are called where that is not the agent's id. */
const PROGRAMS = new Map([["claude-code", "claude"]]);

/**
 * The newest client of that agent that works in that folder under one of the shells. An agent's daemon is none, although
 * it may be a child of a client: it has no controlling terminal.
 */
export async function findClient(
	{ agent, cwd }: ClientQuestion,
	shells: readonly number[],
	processes: Processes,
): Promise<AgentClient | undefined> {
	const program = PROGRAMS.get(agent) ?? agent;
	const clients = await Promise.all(
		(await processes.inTerminal()).map(async ({ pid, startedAt }) => {
			const words = await processes.command(pid);
			// The program itself, or a script that an interpreter runs.
			if (!words.slice(0, 2).some((word) => nameOf(word) === program)) return [];
			if ((await processes.cwd(pid)) !== cwd) return [];
			const ancestry = await processes.ancestry(pid);
			const shell = ancestry.find((each) => shells.includes(each));
			return shell === undefined ? [] : [{ pid, startedAt, shell }];
		}),
	);
	return clients.flat().sort((a, b) => b.startedAt - a.startedAt)[0];
}

function nameOf(path: string): string {
	return posix.basename(path).replace(/\.[cm]?js$/, "");
}
