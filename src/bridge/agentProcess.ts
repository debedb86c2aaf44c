import { readFileSync } from "node:fs";

/** Agents start programs through a shell that may stay in between. */
const SHELL = /^(?:ba|da|z|k|mk|a)?sh$|^fish$/;
const SHELLS_MAX = 4;

/** The process that has started this one, shells in between left out. */
export interface AgentProcess {
	readonly pid: number;
	/** It leads a session without a terminal; only Linux tells. */
	readonly isDaemon: boolean;
}

export function agentProcess(): AgentProcess {
	let pid = process.ppid;
	if (process.platform !== "linux") return { pid, isDaemon: false };
	for (let shells = 0; shells < SHELLS_MAX; shells++) {
		const stat = readStat(pid);
		if (stat === undefined) break;
		if (!SHELL.test(stat.name) || stat.parent <= 1) return { pid, isDaemon: stat.session === pid && !stat.hasTerminal };
		pid = stat.parent;
	}
	return { pid, isDaemon: false };
}

interface Stat {
	readonly name: string;
	readonly parent: number;
	readonly session: number;
	readonly hasTerminal: boolean;
}

function readStat(pid: number): Stat | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		// The name in brackets can hold anything. Behind it: state, parent, group, session, terminal.
		const end = stat.lastIndexOf(")");
		const [, parent, , session, terminal] = stat.slice(end + 2).split(" ");
		const name = stat.slice(stat.indexOf("(") + 1, end);
		return { name, parent: Number(parent), session: Number(session), hasTerminal: terminal !== "0" };
	} catch {
		return undefined;
	}
}
