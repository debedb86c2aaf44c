import { bridgeArguments, CALL_BUDGET_S, TOOLS } from "./bridgeArguments";
import type { ServerEntry, StateFile } from "./integration";

/** The plug-in folder below the state folder that Claude Code is told of. */
export const CLAUDE_PLUGIN_FOLDER = "claude-plugin";

/** Beside the plug-in's own files; Claude Code does not look at it. */
export const PLUGIN_VERSION_FILE = `${CLAUDE_PLUGIN_FOLDER}/version.json`;

/**
 * Claude Code names a plug-in's tools `mcp__plugin_<plug-in>_<server>__<tool>`. Anchored: the matcher is a regular
 * expression that would otherwise find a longer name too.
 */
const OUR_TOOLS = `^mcp__plugin_parley_parley__(${TOOLS.join("|")})$`;

/** Seconds until Claude Code asks by itself; the hook answers within a few hundred milliseconds. */
const HOOK_TIMEOUT_S = 10;

/** The whole content of the plug-in folder. Claude Code adds it to the user's own and changes none of their files. */
export function claudePlugin(entry: ServerEntry): readonly StateFile[] {
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
		file("hooks/hooks.json", { hooks: { PreToolUse: [{ matcher: OUR_TOOLS, hooks: [allowOurTools(entry)] }] } }),
	];
}

/** Claude Code runs no tool of a server without asking first, whatever its annotations say: this hook says yes to ours. */
function allowOurTools(entry: ServerEntry): object {
	const program = [entry.command, ...entry.args, "hook", "claude-code", "PreToolUse"];
	const [command, ...args] = program;
	// With `args` Claude Code spawns the program itself: no shell has to start, and none reads the path.
	if (entry.env === undefined) return { type: "command", command, args, timeout: HOOK_TIMEOUT_S };
	const variables = Object.entries(entry.env).map(([name, value]) => `$env:${name} = ${quoted(value)}; `);
	return {
		type: "command",
		shell: "powershell",
		command: `${variables.join("")}& ${program.map(quoted).join(" ")}`,
		timeout: HOOK_TIMEOUT_S,
	};
}

/** A PowerShell string in which nothing is expanded. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

function file(path: string, content: object): StateFile {
	return { path: `${CLAUDE_PLUGIN_FOLDER}/${path}`, text: `${JSON.stringify(content, undefined, "\t")}\n` };
}
