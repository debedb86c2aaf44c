// Types into a terminal what a person would type who starts an agent. PARLEY_DEMO_AGENT is that line, PARLEY_DEMO_STATE
// Parley's state folder.
const { readdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const vscode = require("vscode");

exports.activate = (context) => {
	const line = process.env.PARLEY_DEMO_AGENT;
	const run = join(process.env.PARLEY_DEMO_STATE ?? "", "run");
	if (!line) return;
	const timer = setInterval(() => {
		if (!isReady(run)) return;
		clearInterval(timer);
		const terminal = vscode.window.createTerminal("demo agent");
		terminal.show(true);
		terminal.sendText(line);
	}, 200);
	context.subscriptions.push({ dispose: () => clearInterval(timer) });
};

/** Parley runs in this very process: its rendezvous file names it. */
function isReady(run) {
	try {
		return readdirSync(run)
			.filter((name) => name.endsWith(".json"))
			.some((name) => JSON.parse(readFileSync(join(run, name), "utf8")).pid === process.pid);
	} catch {
		return false; // not there yet
	}
}
