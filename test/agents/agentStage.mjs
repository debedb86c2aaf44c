import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "../support/host/chromium.mjs";
import { cacheDir, hostNode } from "../support/host/installed.mjs";
import { startServer } from "../support/host/server.mjs";
import { AgentWindow } from "./agentWindow.mjs";
import { processesNaming } from "./processesNaming.mjs";
import { startModel } from "./model/startModel.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const artifacts = join(root, "artifacts/agents");
const pins = JSON.parse(readFileSync(join(here, "pins.json"), "utf8"));

/** The folder of each pinned agent's program. */
const programFolders = Object.entries(pins).map(([name, spec]) =>
	join(cacheDir(), `agents/${name}-${spec.slice(spec.lastIndexOf("@") + 1)}/node_modules/.bin`),
);

const KEY = "sk-scripted-000";

/**
 * The packaged extension in a VS Code server, the real agents on the PATH of its terminals, and a scripted model. Home and
 * everything below it belong to this run. What is prepared is how the agents reach the model and that they have been
 * started once before; how they reach Parley is Parley's business. `scripts` is as model/script.mjs says.
 */
export async function openAgentStage(scripts, { settings = {} } = {}) {
	for (const folder of programFolders) {
		if (!existsSync(folder)) throw new Error(`no agent in ${folder}: run test/support/install.sh first`);
	}
	// Not below /tmp: Codex does not put its daemon's program there. Short: a socket's path has 107 characters.
	const home = mkdtempSync("/var/tmp/parley-a-");
	const model = await startModel(scripts);
	const folder = (name) => {
		const path = join(home, "work", name);
		mkdirSync(path, { recursive: true });
		return path;
	};
	const agents = prepareAgents(home, model.url);
	const env = {
		HOME: home,
		XDG_STATE_HOME: join(home, "state"),
		XDG_CONFIG_HOME: join(home, ".config"),
		XDG_DATA_HOME: join(home, ".local/share"),
		XDG_CACHE_HOME: join(home, ".cache"),
		TMPDIR: mkdtempSync(join(home, "tmp-")),
	};
	// VS Code takes the PATH of a login shell, for itself and for its terminals.
	const path = [...programFolders, dirname(hostNode())].join(delimiter);
	writeFileSync(join(home, ".profile"), `PATH='${path}':$PATH\n`);
	writeFileSync(join(home, ".bashrc"), "PS1='\\w $ '\n");
	const server = await startServer({
		trust: true,
		vsix: [join(root, "dist/parley.vsix")],
		env,
		settings: { "terminal.integrated.env.linux": modelVariables(model.url), ...settings },
	});
	const browser = await launchBrowser();
	const context = await browser.newContext({ viewport: { width: 1400, height: 1000 } });
	const windows = [];
	return {
		home,
		/** The environment of a shell outside VS Code. */
		shellEnv: { PATH: `${path}${delimiter}/usr/bin:/bin`, TERM: "dumb", ...env, ...modelVariables(model.url) },
		model,
		agents,
		folder,
		/** Writes settings of a folder, which VS Code watches under an open window. */
		folderSettings(path, folderSettings) {
			mkdirSync(join(path, ".vscode"), { recursive: true });
			writeFileSync(join(path, ".vscode/settings.json"), JSON.stringify(folderSettings));
		},
		/** A folder that both agents trust. */
		trusted(name) {
			const path = folder(name);
			agents.trust(path);
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

/** A person sets these once, in whatever way; nothing here is about Parley. */
function modelVariables(url) {
	return {
		ANTHROPIC_BASE_URL: url,
		ANTHROPIC_API_KEY: KEY,
		ANTHROPIC_MODEL: "claude-sonnet-5",
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
		DISABLE_TELEMETRY: "1",
		DISABLE_ERROR_REPORTING: "1",
		DISABLE_AUTOUPDATER: "1",
		SCRIPTED_API_KEY: KEY,
		// Whatever would leave this machine fails at once.
		HTTPS_PROXY: "http://127.0.0.1:9",
		HTTP_PROXY: "http://127.0.0.1:9",
		NO_PROXY: "127.0.0.1,localhost",
	};
}

/** The agents' own files as they are after a first start with a model. */
function prepareAgents(home, url) {
	const claudeFile = join(home, ".claude.json");
	const codexFile = join(home, ".codex/config.toml");
	const claude = { hasCompletedOnboarding: true, theme: "dark", projects: {} };
	claude.customApiKeyResponses = { approved: [KEY.slice(-20)], rejected: [] };
	mkdirSync(join(home, ".claude"));
	mkdirSync(join(home, ".codex"));
	writeFileSync(codexFile, codexConfig(url));
	const save = () => writeFileSync(claudeFile, JSON.stringify(claude));
	save();
	return {
		codexFile,
		trust(folder) {
			claude.projects[folder] = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
			save();
			appendFileSync(codexFile, `\n[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"\n`);
		},
	};
}

function codexConfig(url) {
	return `# the person's own
model = "gpt-5.4"
model_provider = "scripted"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`;
}
