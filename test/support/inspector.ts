import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheDir, hostNode } from "./host/installed.mjs";

/** The inspector and the conformance suite need Node 22 or later; undefined: there is none. */
export function laterNode(): string | undefined {
	if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
	return existsSync(hostNode()) ? hostNode() : undefined;
}

/** The inspector's command line, where install.sh has put it; undefined: it has not. */
export function inspectorProgram(): string | undefined {
	const { inspector } = JSON.parse(readFileSync(join(import.meta.dirname, "inspector.json"), "utf8")) as {
		readonly inspector: string;
	};
	const home = join(cacheDir(), `inspector-${inspector.slice(inspector.lastIndexOf("@") + 1)}`);
	const program = join(home, "node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js");
	return existsSync(join(home, ".complete")) ? program : undefined;
}

/** What it printed: a result, or its error. */
export interface Inspected {
	readonly result?: Record<string, unknown>;
	readonly error?: { readonly code: string; readonly message: string };
}

/** Runs it once. `home`: where it may keep what it likes. */
export function inspect(home: string, words: readonly string[]): Promise<Inspected> {
	const [node = "", program = ""] = [laterNode(), inspectorProgram()];
	const all = [program, "--format", "json", "--quiet", ...words];
	return new Promise((resolve, reject) => {
		execFile(node, all, { timeout: 25_000, env: { PATH: process.env["PATH"], HOME: home } }, (_, stdout, stderr) => {
			try {
				resolve(JSON.parse(stdout === "" ? stderr : stdout) as Inspected);
			} catch (cause) {
				reject(new Error(`the inspector said ${stdout}${stderr}`, { cause }));
			}
		});
	});
}
