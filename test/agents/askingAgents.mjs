import { versionOf } from "./installedAgents.mjs";

/** Most give their model the structured content only, so the note stands there. */
const UNANSWERED = /"response": ?"", ?"reason": ?"(dismissed|timeout)".*not consent/;

/**
 * The agents that ask in a terminal of the workbench in these tests: {name, label, title, headless, interactive,
 * interrupt, unanswered}. `name` is the one in pins.json, `label` the one in Parley's list, `title` has the version; then
 * the two command lines for a prompt, the keys that interrupt an interactive session, and what the model reads where
 * nobody answered.
 */
export const claude = agent("claude", "Claude Code", {
	headless: (prompt) => `claude -p '${prompt}'`,
	interactive: (prompt) => `claude '${prompt}'`,
});

export const codex = agent("codex", "Codex", {
	headless: (prompt) => `codex exec --skip-git-repo-check '${prompt}'`,
	interactive: (prompt) => `codex '${prompt}'`,
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
	return { name, label, title, interrupt: ["Escape"], unanswered: UNANSWERED, ...lines };
}
