// Which agents look again at a server's tools when it tells that they have changed. Each is started while its window
// loads: its bridge has no tools then, and tells of them once the window is there. Its model meanwhile runs a command that
// waits, and then looks for clarify. Outside the gate: `node test/agents/measure/listChanges.mjs [claude codex …]`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../support/until.mjs";
import { openAgentStage } from "../agentStage.mjs";
import { versionOf } from "../installedAgents.mjs";

/** The name in pins.json, the label in Parley's list, the command line, and the tool and arguments that run a command. */
const AGENTS = [
	["claude", "Claude Code", "claude --allowedTools=Bash -p", "Bash", {}],
	["codex", "Codex", "codex exec --skip-git-repo-check", "exec_command", { yield_time_ms: 120_000 }],
	["opencode", "OpenCode", "opencode run", "bash", {}],
	["pi", "Pi", "pi -p", "bash", {}],
	["grok", "Grok", "grok --always-approve -p", "run_terminal_command", {}],
	["gemini", "Gemini CLI", "gemini --approval-mode yolo -p", "run_shell_command", { is_background: false }],
	["qwen", "Qwen Code", "qwen --approval-mode yolo", "run_shell_command", { is_background: false }],
	["kilo", "Kilo", "kilo run --auto", "bash", {}],
	["copilot", "Copilot CLI", "copilot --allow-all-tools -p", "bash", { initial_wait: 120, mode: "sync" }],
	["droid", "Droid", "droid exec -m custom:m1 --auto high", "Execute", { riskLevel: "low", riskLevelReason: "waits" }],
	["kimi", "Kimi", "kimi -p", "Bash", {}],
	["dsh", "DeepSeek Harness", "dsh --profile headless", "bash", {}],
];
/** As many at once as the machine bears. */
const BATCH = 4;

const chosen = process.argv.slice(2);
const agents = AGENTS.filter(([name]) => chosen.length === 0 || chosen.includes(name));
for (let at = 0; at < agents.length; at += BATCH) await measure(agents.slice(at, at + BATCH));

async function measure(batch) {
	const scripts = {};
	const stage = await openAgentStage(
		scripts,
		batch.map(([name]) => name),
		{ settings: { "terminal.integrated.enablePersistentSessions": true } },
	);
	try {
		const window = await stage.window(stage.trusted("web-shop"));
		const [go, on] = [join(stage.home, "go"), join(stage.home, "on")];
		for (const [name, label, line, tool, args] of batch) {
			const command = `until [ -e ${on} ]; do sleep 0.2; done`;
			scripts[name] = [
				{ call: { tool, args: { ...args, command, cmd: command, description: "Wait", summary: "Wait" } } },
				{ call: { tool: "clarify", args: { question: `Does ${name} see it?`, choices: ["yes"] } } },
				{ say: "Done." },
			];
			await window.connect(label);
			await window.newTerminal();
			await window.typeInTerminal(`until [ -e ${go} ]; do sleep 0.2; done; ${line} 'Please: script:${name}'`);
		}
		const openAgain = await window.startReload();
		writeFileSync(go, "");
		const askedOf = (name) =>
			stage.model.requests.filter(({ items }) => items.some(({ text }) => text.includes(`script:${name}`)));
		const isWaiting = ([name]) => askedOf(name).some(({ reply }) => reply.call !== undefined);
		await until("all wait", () => batch.every(isWaiting), 120_000).catch(() => {});
		await openAgain();
		await window.parleyReady();
		await pause(5_000);
		writeFileSync(on, "");
		await pause(20_000);
		for (const [name, label] of batch) {
			const asked = askedOf(name);
			const calls = asked.map(({ reply }) => JSON.stringify(reply.call ?? reply.text)).filter(Boolean);
			const sees = calls.some((call) => call.includes("see it?") && call.includes("clarify"));
			const told = sees ? "sees the tools" : isWaiting([name]) ? "does not see them" : "was not measured";
			console.log(`${label} ${versionOf(name)} ${told}; its model said ${calls.at(-1)?.slice(0, 120)}`);
		}
	} finally {
		await stage.close();
	}
}
