import { readdirSync, readFileSync } from "node:fs";

/** The processes whose environment or command names that path, on Linux; never this one. */
export function processesNaming(path) {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
		.filter((pid) => ["environ", "cmdline"].some((file) => read(`/proc/${pid}/${file}`).includes(path)))
		.map(Number);
}

/** Ends them at once; those that have ended by themselves meanwhile need nothing. */
export function killNaming(path) {
	for (const pid of processesNaming(path)) {
		try {
			process.kill(pid, "SIGKILL");
		} catch (error) {
			if (error.code !== "ESRCH") throw error;
		}
	}
}

/** The words of its command line, each followed by a NUL; empty once it is gone. */
export function commandOf(pid) {
	return read(`/proc/${pid}/cmdline`);
}

function read(file) {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return "";
	}
}
