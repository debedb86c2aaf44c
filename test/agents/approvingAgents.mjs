import { claude } from "./askingAgents.mjs";

/**
 * The agents whose own permission prompts Parley brings into the editor, as askingAgents.mjs has them, and besides:
 * `id` in the settings, `line(prompt)` which starts a session that asks before each command, `run(command)` which is how
 * its model runs one, `dialog` which only its own dialog says, `yes` and `withdraw` which are the keys that allow the
 * command there and that take it back. `waits`: its terminal has no dialog, but this text, until its hook is over.
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
	},
];
