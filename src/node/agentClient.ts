import { realpath } from "node:fs/promises";
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
	/** Its working directory. */
	readonly cwd: string;
}

/** What the agents' programs are called where that is not the agent's id. */
const PROGRAMS = new Map([
	["claude-code", "claude"],
	["continue", "cn"],
	["cursor", "cursor-agent"],
	["kiro", "kiro-cli"],
]);

/** What the program of that agent is called. */
export function programName(agent: string): string {
	return PROGRAMS.get(agent) ?? agent;
}

/**
 * The newest client of that agent that works in that folder under one of the shells. An agent's daemon is none, although
 * it may be a child of a client: it has no controlling terminal.
 */
export async function findClient(
	{ agent, cwd }: ClientQuestion,
	shells: readonly number[],
	processes: Processes,
): Promise<AgentClient | undefined> {
	const program = programName(agent);
	const folder = await realPath(cwd);
	const clients = await Promise.all(
		(await processes.inTerminal()).map(async ({ pid, startedAt }) => {
			const words = await processes.command(pid);
			if (programOf(words) !== program) return [];
			const own = await processes.cwd(pid);
			if (own === undefined || (await realPath(workFolder(words, own))) !== folder) return [];
			const ancestry = await processes.ancestry(pid);
			const shell = ancestry.find((each) => shells.includes(each));
			return shell === undefined ? [] : [{ pid, startedAt, shell }];
		}),
	);
	return clients.flat().sort((a, b) => b.startedAt - a.startedAt)[0];
}

/** The name of the program itself, or of the script that an interpreter runs. */
export function programOf([program = "", ...rest]: readonly string[]): string {
	const isInterpreter = /^(node|bun|deno|python[\d.]*)$/.test(nameOf(program));
	return nameOf(isInterpreter ? (rest.find((word) => !word.startsWith("-")) ?? "") : program);
}

/** Where the agent works: its own directory, or the one that it was told (`codex -C <folder>`, `--cd <folder>`). */
function workFolder(words: readonly string[], cwd: string): string {
	const at = words.findIndex((word) => word === "-C" || word === "--cd");
	const told = at < 0 ? words.find((word) => word.startsWith("--cd="))?.slice("--cd=".length) : words[at + 1];
	return told === undefined ? cwd : posix.resolve(cwd, told);
}

/** A person may name a folder by a link to it. The path itself where it cannot be resolved. */
function realPath(path: string): Promise<string> {
	return realpath(path).catch(() => path);
}

function nameOf(path: string): string {
	return posix.basename(path).replace(/\.[cm]?js$/, "");
}
