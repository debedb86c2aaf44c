import { bridgeArguments, CALL_BUDGET_S } from "./bridgeArguments";
import { claudeHooks } from "./claudeHooks";
import type { ServerEntry, StateFile } from "./integration";

/** The plug-in folder below the state folder that Claude Code is told of. */
export const CLAUDE_PLUGIN_FOLDER = "claude-plugin";

/** Beside the plug-in's own files; Claude Code does not look at it. */
export const PLUGIN_VERSION_FILE = `${CLAUDE_PLUGIN_FOLDER}/version.json`;

/** The whole content of the plug-in folder. Claude Code adds it to the user's own and changes none of their files. */
export function claudePlugin(entry: ServerEntry, hasPrompts: boolean): readonly StateFile[] {
	return [
		file(".claude-plugin/plugin.json", {
			name: "parley",
			description: "Asks you in VS Code, and shows there what the agent plans.",
		}),
		file(".mcp.json", {
			mcpServers: {
				parley: {
					type: "stdio",
					command: entry.command,
					args: [...entry.args, ...bridgeArguments("claude-code")],
					env: entry.env ?? {},
					timeout: CALL_BUDGET_S * 1_000,
					alwaysLoad: true,
				},
			},
		}),
		file("hooks/hooks.json", claudeHooks(entry, hasPrompts)),
	];
}

function file(path: string, content: object): StateFile {
	return { path: `${CLAUDE_PLUGIN_FOLDER}/${path}`, text: `${JSON.stringify(content, undefined, "\t")}\n` };
}
