// Where install.sh puts the agents.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheDir, hostNode } from "../support/host/installed.mjs";

const pins = JSON.parse(readFileSync(join(import.meta.dirname, "pins.json"), "utf8"));

/** Most packages have their program among npm's. */
const PROGRAM_FOLDERS = { droid: "@factory/cli-linux-x64/bin" };

/** The version that is pinned. */
export function versionOf(agent) {
	const [spec] = [pins[agent]].flat();
	return spec.slice(spec.lastIndexOf("@") + 1);
}

/** Where the packages of that pin are. */
export function packagesOf(agent) {
	return join(cacheDir(), `agents/${agent}-${versionOf(agent)}/node_modules`);
}

/** The folders that a PATH needs for these agents: their programs, and the Node that some of them run on. */
export function programFolders(agents) {
	const folders = agents.map((agent) => join(packagesOf(agent), PROGRAM_FOLDERS[agent] ?? ".bin"));
	for (const folder of folders) {
		if (!existsSync(folder)) throw new Error(`no agent in ${folder}: run test/support/install.sh first`);
	}
	return [...folders, dirname(hostNode())];
}
