import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { launchBrowser } from "../support/host/chromium.mjs";
import { startServer } from "../support/host/server.mjs";
import { AgentWindow } from "./agentWindow.mjs";
import { programFolders } from "./installedAgents.mjs";
import { startModel } from "./model/startModel.mjs";
import { processesNaming } from "./processesNaming.mjs";
import { WIRINGS } from "./wiring/all.mjs";

const root = dirname(dirname(import.meta.dirname));
const artifacts = join(root, "artifacts/agents");

const KEY = "sk-scripted-000";

/**
 * The packaged extension in a VS Code server, the named agents on the PATH of its terminals, and a scripted model. Home
 * and everything below it belong to this run. What is prepared is how the agents reach the model and that they have been
 * started once before; how they reach Parley is Parley's business. `scripts` is as model/script.mjs says, the names are
 * those of pins.json.
 */
export async function openAgentStage(scripts, names, { settings = {} } = {}) {
	const path = programFolders(names).join(delimiter);
	// Not below /tmp: Codex does not put its daemon's program there. Short: a socket's path has 107 characters.
	const home = mkdtempSync("/var/tmp/parley-a-");
	const model = await startModel(scripts);
	const folder = (name) => {
		const path = join(home, "work", name);
		mkdirSync(path, { recursive: true });
		return path;
	};
	const wire = (name) => [name, WIRINGS[name]({ home, url: model.url, key: KEY })];
	const agents = Object.fromEntries(names.map(wire));
	const variables = Object.assign({}, NO_NETWORK, ...Object.values(agents).map((agent) => agent.variables));
	const env = {
		HOME: home,
		XDG_STATE_HOME: join(home, "state"),
		XDG_CONFIG_HOME: join(home, ".config"),
		XDG_DATA_HOME: join(home, ".local/share"),
		XDG_CACHE_HOME: join(home, ".cache"),
		TMPDIR: mkdtempSync(join(home, "tmp-")),
	};
	// VS Code takes the PATH of a login shell, for itself and for its terminals.
	writeFileSync(join(home, ".profile"), `PATH='${path}':$PATH\n`);
	writeFileSync(join(home, ".bashrc"), "PS1='\\w $ '\n");
	const server = await startServer({
		trust: true,
		vsix: [join(root, "dist/parley.vsix")],
		env,
		settings: { "terminal.integrated.env.linux": variables, ...settings },
	});
	const browser = await launchBrowser();
	const context = await browser.newContext({ viewport: { width: 1400, height: 1000 } });
	const windows = [];
	return {
		home,
		/** The environment of a shell outside VS Code. */
		shellEnv: { PATH: `${path}${delimiter}/usr/bin:/bin`, TERM: "dumb", ...env, ...variables },
		model,
		agents,
		folder,
		/** Writes settings of a folder, which VS Code watches under an open window. */
		folderSettings(path, folderSettings) {
			mkdirSync(join(path, ".vscode"), { recursive: true });
			writeFileSync(join(path, ".vscode/settings.json"), JSON.stringify(folderSettings));
		},
		/** A folder that the agents trust. */
		trusted(name) {
			const path = folder(name);
			for (const agent of Object.values(agents)) agent.trust?.(path);
			return path;
		},
		/** The newest tool result that a model has read, as it read it. */
		lastResult() {
			return model.requests.flatMap(({ items }) => items).findLast(({ kind }) => kind === "result")?.text;
		},
		async window(path) {
			const window = await AgentWindow.open(context, server, { folder: path });
			windows.push(window);
			await window.parleyReady();
			return window;
		},
		/** After a test that failed: a picture of each window and what the model was asked. */
		async keepEvidence(name) {
			const slug = name.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
			mkdirSync(artifacts, { recursive: true });
			const said = model.requests.map((request) => JSON.stringify(request)).join("\n");
			writeFileSync(join(artifacts, `failed-${slug}-model.jsonl`), said);
			const open = windows.filter(({ page }) => !page.isClosed());
			await Promise.all(
				open.map((window, at) => window.screenshot(join(artifacts, `failed-${slug}-${at}.png`)).catch(() => {})),
			);
		},
		async close() {
			await browser.close();
			await server.stop();
			await model.close();
			// Codex's daemon outlives its terminal on purpose.
			for (const pid of processesNaming(home)) process.kill(pid, "SIGKILL");
			rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
		},
	};
}

/** Whatever would leave this machine fails at once. */
const NO_NETWORK = {
	HTTPS_PROXY: "http://127.0.0.1:9",
	HTTP_PROXY: "http://127.0.0.1:9",
	NO_PROXY: "127.0.0.1,localhost",
};
