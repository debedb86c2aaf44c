import { readFileSync, writeFileSync } from "node:fs";
import { claude, codex, opencode } from "./askingAgents.mjs";

/**
 * The agents whose own permission prompts Parley brings into the editor, as askingAgents.mjs has them, and besides:
 * `id` in the settings, `line(prompt)` which starts a session that asks before each command, `run(command)` which is how
 * its model runs one, `dialog` which only its own dialog says, `yes` and `withdraw` which are the keys that allow the
 * command there and that take it back. `waits`: its terminal has no dialog, but this text, until its hook is over.
 * `tellsFolder`: its prompt tells where the command would run. `late`: what a press says that
 * comes after a decision in the terminal. `hasDaemon`: what it does outlives its terminal.
 */
export const PROMPTING = [
	{
		...claude,
		id: "claude-code",
		line: (prompt) => `claude --permission-mode default '${prompt}'`,
		run: (command) => ({ call: { tool: "Bash", args: { command, description: "For a test" } } }),
		dialog: "Do you want to proceed?",
		yes: ["Enter"],
		withdraw: ["Escape"],
		tellsFolder: true,
		late: "Already decided in the terminal.",
	},
	{
		...opencode,
		id: "opencode",
		line: opencode.interactive,
		run: (command) => ({ call: { tool: "bash", args: { command, description: "For a test" } } }),
		dialog: "Permission required",
		yes: ["Enter"],
		withdraw: ["Escape", "Escape"],
		tellsFolder: true,
		late: "Already decided in the terminal.",
		async connect(window, stage) {
			const { configFile } = stage.agents.opencode;
			const config = JSON.parse(readFileSync(configFile, "utf8"));
			writeFileSync(configFile, JSON.stringify({ ...config, permission: { bash: "ask" } }));
			await opencode.connect(window, stage);
		},
	},
	{
		...codex,
		id: "codex",
		line: (prompt) => `codex -a on-request '${prompt}'`,
		// What stays in its sandbox it does not ask about.
		run: (cmd) => ({
			call: {
				tool: "exec_command",
				args: { cmd, sandbox_permissions: "require_escalated", justification: "For a test" },
			},
		}),
		dialog: "Would you like to run the following command?",
		yes: ["Enter"],
		withdraw: ["Escape"],
		tellsFolder: false,
		hasDaemon: true,
		waits: "Waiting for your decision in VS Code",
	},
];
