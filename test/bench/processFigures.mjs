// What a process and its children take, from /proc: so these benches run on Linux only.
import { readdirSync, readFileSync } from "node:fs";

/** User and system time of a process so far, in milliseconds, with those of its threads that still live. */
export function threadsCpuMs(pid) {
	const times = readdirSync(`/proc/${pid}/task`).map((thread) => read(`/proc/${pid}/task/${thread}/schedstat`));
	return times.reduce((sum, text) => sum + Number(text.split(" ")[0]), 0) / 1e6;
}

/** The same of a process and all below it, and its memory in MiB. `pss`: shared pages count in parts. */
export function treeFigures(pid) {
	const all = below(pid);
	const sum = (of) => all.reduce((total, each) => total + of(each), 0);
	return {
		cpuMs: sum(threadsCpuMs),
		rss: sum((each) => kib(read(`/proc/${each}/status`), "VmRSS")) / 1024,
		pss: sum((each) => kib(read(`/proc/${each}/smaps_rollup`), "Pss")) / 1024,
	};
}

/** Of all children of this process that have ended, in milliseconds. */
export function endedChildrenCpuMs() {
	const [, , , , , , , , , , , , , user, system] = read("/proc/self/stat").split(") ")[1].split(" ");
	return (Number(user) + Number(system)) * 10;
}

function below(pid) {
	const parents = readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.map((name) => [Number(name), Number(read(`/proc/${name}/stat`).split(") ")[1]?.split(" ")[1])]);
	const found = [pid];
	for (const each of found) found.push(...parents.filter(([, parent]) => parent === each).map(([child]) => child));
	return found;
}

function kib(text, name) {
	return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
}

/** Nothing of a process that has just gone. */
function read(path) {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
