// Installs what is missing. Imports nothing but Node, as the packages may not be there yet.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The npm packages of the project. */
export function preparePackages() {
	if (!existsSync(join(root, "node_modules/.package-lock.json"))) mustRun("npm", ["ci"]);
}

/**
 * The browser and the VS Code server (`host`), the MCP inspector (`inspector`), or the agent CLIs as well (`all`). Without
 * root the script names the line that installs what is missing.
 */
export function prepareHost(what) {
	mustRun(join(root, "test/support/install.sh"), [what]);
}

/** Runs a program to its end with its output on ours; ends this process when it fails. */
export function mustRun(command, args) {
	const { status, error } = spawnSync(command, args, {
		cwd: root,
		stdio: ["ignore", "inherit", "inherit"],
		shell: process.platform === "win32", // where npm and code are scripts
	});
	if (status === 0) return;
	console.error(`${[command, ...args].join(" ")} failed${error ? `: ${error.message}` : ""}`);
	process.exit(1);
}
