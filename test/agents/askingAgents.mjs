import { readFileSync } from "node:fs";
import { until } from "../support/until.mjs";
import { versionOf } from "./installedAgents.mjs";

/** Most give their model the structured content only, so the note stands there. */
const UNANSWERED = /"response": ?"", ?"reason": ?"(dismissed|timeout)".*not consent/;

/**
 * The agents that ask in a terminal of the workbench in these tests: {name, label, title, connect(window, stage),
 * headless, interactive, interrupt, unanswered}. `name` is the one in pins.json, `label` the one in Parley's list, `title`
 * has the version, `connect` is all that its person does once; then the two command lines for a prompt, the keys that
 * interrupt an interactive session, and what the model reads where nobody answered.
 */
export const claude = agent("claude", "Claude Code", {
	headless: (prompt) => `claude -p '${prompt}'`,
	interactive: (prompt) => `claude '${prompt}'`,
});

export const codex = agent("codex", "Codex", {
	headless: (prompt) => `codex exec --skip-git-repo-check '${prompt}'`,
	interactive: (prompt) => `codex '${prompt}'`,
	// It runs no hook that its person has not trusted, and asks at the next start.
	async connect(window, { agents }) {
		await window.connect("Codex");
		await window.newTerminal();
		await window.typeInTerminal("codex");
		await window.shows("Hooks need review");
		// A dialog that has only just come takes no key yet.
		await window.pressUntil("2", async () => (await window.screen()).includes("› 2. Trust all and continue"));
		await window.pressUntil("Enter", () => readFileSync(agents.codex.configFile, "utf8").includes("trusted_hash"));
		await until("it has been left", async () => {
			await window.page.keyboard.press("Control+c");
			return /\$\s*$/.test(await window.screen());
		});
		await window.command("Terminal: Kill All Terminals");
	},
});

export const opencode = agent("opencode", "OpenCode", {
	headless: (prompt) => `opencode run '${prompt}'`,
	interactive: (prompt) => `opencode --prompt '${prompt}'`,
	// The first press only tells that the second will.
	interrupt: ["Escape", "Escape"],
});

export const pi = agent("pi", "Pi", {
	headless: (prompt) => `pi -p '${prompt}'`,
	interactive: (prompt) => `pi '${prompt}'`,
});

export const grok = agent("grok", "Grok", {
	headless: (prompt) => `grok -p '${prompt}'`,
	interactive: (prompt) => `grok '${prompt}'`,
	interrupt: ["Control+c"],
});

function agent(name, label, lines) {
	const title = `${label} ${versionOf(name)}`;
	const connect = (window) => window.connect(label);
	return { name, label, title, connect, interrupt: ["Escape"], unanswered: UNANSWERED, ...lines };
}
