// Starts and stops the VS Code server (code-server) that install.sh put into the cache.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { hostDir, hostEntry, hostEnvironment, hostInstalled, hostNode, runHostCommand } from "./installed.mjs";
import { quietSettings } from "./settings.mjs";

/**
 * One server with its own empty profile. Every browser page on it is one VS Code window with its own extension host
 * process. `settings` come on top of the quiet ones, `userDataDir` and `extensionsDir` are folders to keep (otherwise
 * temporary ones), `vsix` are packages to install first, `trust: true` switches workspace trust off.
 */
export async function startServer({
	settings,
	extraArgs = [],
	env = {},
	userDataDir,
	extensionsDir,
	trust = false,
	vsix = [],
} = {}) {
	if (!hostInstalled()) throw new Error(`no VS Code server in ${hostDir()}: run test/support/install.sh first`);
	const root = mkdtempSync(join(tmpdir(), "parley-server-"));
	userDataDir ??= join(root, "user-data");
	extensionsDir ??= join(root, "extensions");
	mkdirSync(extensionsDir, { recursive: true });
	writeSettings(userDataDir, settings);
	const folders = [
		`--user-data-dir=${userDataDir}`,
		`--extensions-dir=${extensionsDir}`,
		`--config=${join(root, "config.yaml")}`,
	];
	const removeRoot = () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	process.once("exit", removeRoot); // a test that throws leaves nothing behind, here and below
	for (const file of vsix) await runHostCommand([...folders, "--install-extension", file]);

	const args = [
		hostEntry(),
		...folders,
		"--auth=none",
		"--bind-addr=127.0.0.1:0",
		"--disable-telemetry",
		"--disable-update-check",
		"--disable-getting-started-override",
		"--disable-proxy",
		"--ignore-last-opened",
		...(trust ? ["--disable-workspace-trust"] : []),
		...extraArgs,
	];
	// Its own process group, so that extension hosts and terminals end with it.
	const child = spawn(hostNode(), args, {
		env: hostEnvironment(env),
		stdio: ["ignore", "pipe", "pipe"],
		detached: true,
	});
	const killAtExit = () => killGroup(child, "SIGKILL");
	process.prependOnceListener("exit", killAtExit);
	const listening = await listens(child);
	return {
		...listening,
		userDataDir,
		extensionsDir,
		pid: child.pid,
		async stop() {
			const ended = new Promise((resolve) => {
				if (child.exitCode !== null || child.signalCode !== null) resolve();
				else child.once("exit", resolve);
			});
			killGroup(child, "SIGTERM");
			const timer = setTimeout(() => killGroup(child, "SIGKILL"), 5_000);
			await ended;
			clearTimeout(timer);
			killGroup(child, "SIGKILL"); // extension hosts and terminals that outlived it
			process.removeListener("exit", killAtExit);
			process.removeListener("exit", removeRoot);
			removeRoot();
		},
	};
}

/**
 * User settings are read when a window loads: code-server does not watch this file. To change a setting under an open
 * window, write `<folder>/.vscode/settings.json`, which is watched.
 */
function writeSettings(userDataDir, settings) {
	const file = join(userDataDir, "User/settings.json");
	if (existsSync(file) && !settings) return;
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify({ ...quietSettings, ...settings }, null, 2));
}

function listens(child) {
	let log = "";
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error(`the server did not listen within 60 s:\n${log}`)), 60_000);
		const read = (chunk) => {
			log += chunk;
			const url = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(log)?.[1];
			if (url === undefined) return;
			clearTimeout(timer);
			resolve({ url, log: () => log });
		};
		child.stdout.on("data", read);
		child.stderr.on("data", read);
		child.once("exit", (code) => {
			clearTimeout(timer);
			reject(new Error(`the server ended with ${code}:\n${log}`));
		});
	});
}

function killGroup(child, signal) {
	try {
		process.kill(-child.pid, signal);
	} catch {
		// The group is gone.
	}
}
