import { readFileSync } from "node:fs";

/**
 * Whether the program that started this bridge leads a session without a terminal. Such a program serves the agents of
 * many terminals, and its variables are those of the first. Codex's daemon is one (measured with 0.171.0): it is even a
 * child of the first terminal's program as long as that runs. Only Linux tells.
 */
export function isStartedByDaemon(): boolean {
	if (process.platform !== "linux") return false;
	try {
		const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
		// The name in brackets can hold anything. Behind it: state, parent, group, session, terminal.
		const [, , , session, terminal] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return session === String(process.ppid) && terminal === "0";
	} catch {
		return false;
	}
}
