import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { commandOf, processesNaming } from "./processesNaming.mjs";

/** The bridges that run below that home: {agent, cwd, window}, the last being what it was told to be its window. */
export function bridgesIn(home) {
	return processesNaming(join(home, "state/parley/bin/bridge.cjs"))
		.map((pid) => ({ pid, agent: /\0--agent\0([^\0]*)/.exec(commandOf(pid))?.[1] }))
		.filter(({ agent }) => agent !== undefined) // the shell before it, and hooks
		.map(({ pid, agent }) => ({
			agent,
			cwd: readlinkSync(`/proc/${pid}/cwd`),
			window: /(?:^|\0)PARLEY_WINDOW=([^\0]*)/.exec(read(pid, "environ"))?.[1],
		}));
}

/** The file by which bridges find the window on that folder. */
export function windowFileOf(home, folder) {
	const run = join(home, "state/parley/run");
	const files = readdirSync(run).filter((name) => name.endsWith(".json"));
	return files.map((name) => join(run, name)).find((file) => readFileSync(file, "utf8").includes(`"${folder}"`));
}

function read(pid, file) {
	return readFileSync(`/proc/${pid}/${file}`, "utf8");
}
