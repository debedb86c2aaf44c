import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { programFolders } from "./installedAgents.mjs";
import { killNaming } from "./processesNaming.mjs";
import { WIRINGS } from "./wiring/all.mjs";

const KEY = "sk-scripted-000";

/**
 * A home of its own for the named agents, those of pins.json: how they reach the model at `url`, and that they have been
 * started once before. How they reach Parley is Parley's business.
 */
export function makeAgentHome(url, names) {
	const path = programFolders(names).join(delimiter);
	// Not below /tmp: Codex does not put its daemon's program there. Short: a socket's path has 107 characters.
	const home = mkdtempSync("/var/tmp/parley-a-");
	const wire = (name) => [name, WIRINGS[name]({ home, url, key: KEY })];
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
	const folder = (name) => {
		const path = join(home, "work", name);
		mkdirSync(path, { recursive: true });
		return path;
	};
	return {
		home,
		env,
		/** What the agents read to reach the model. */
		variables,
		agents,
		/** The environment of a shell outside VS Code. */
		shellEnv: { PATH: `${path}${delimiter}/usr/bin:/bin`, TERM: "dumb", ...env, ...variables },
		folder,
		/** A folder that the agents trust. */
		trusted(name) {
			const path = folder(name);
			for (const agent of Object.values(agents)) agent.trust?.(path);
			return path;
		},
		remove() {
			// Codex's daemon outlives its terminal on purpose.
			killNaming(home);
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
