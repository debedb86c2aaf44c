import { CALL_BUDGET_S, TOOLS } from "./bridgeArguments";
import { hookWords, powershellHookLine } from "./hookWords";
import type { ServerEntry } from "./integration";

/**
 * Claude Code names a plug-in's tools `mcp__plugin_<plug-in>_<server>__<tool>`, those of an entry of the user's own
 * `mcp__<server>__<tool>`. Anchored: the matcher is a regular expression that would otherwise find a longer name too.
 */
const OUR_TOOLS = `^mcp__(plugin_parley_)?parley__(${TOOLS.join("|")})$`;
/**
 * All but ours: it may ask about any, and what asks must also be heard once it has run, or what was decided in the terminal
 * stays open here.
 */
const OTHER_TOOLS = `^(?!mcp__(plugin_parley_)?parley__(${TOOLS.join("|")})$)`;

/** Seconds until Claude Code goes on without us; the hook answers within a few hundred milliseconds. */
const TIMEOUT_S = 10;

/**
 * The content of the plug-in's `hooks.json`. Without `hasPrompts` none of them looks at other tools than ours: Claude Code
 * would start a process of ours after each call of a tool, and nothing could come of it.
 */
export function claudeHooks(entry: ServerEntry, hasPrompts: boolean): object {
	const hook = (event: string, more: object = {}): object => ({
		type: "command",
		...program(entry, event),
		timeout: TIMEOUT_S,
		...more,
	});
	// Nobody waits for these: they only close what was asked here and decided in the terminal.
	const afterTool = (event: string): object => ({ matcher: OTHER_TOOLS, hooks: [hook(event, { async: true })] });
	return {
		hooks: {
			UserPromptSubmit: [{ hooks: [hook("UserPromptSubmit")] }],
			Stop: [{ hooks: [hook("Stop")] }],
			StopFailure: [{ hooks: [hook("StopFailure")] }],
			SessionEnd: [{ hooks: [hook("SessionEnd")] }],
			// Claude Code runs no tool of a server without asking first, whatever its annotations say: this hook allows ours.
			PreToolUse: [{ matcher: OUR_TOOLS, hooks: [hook("PreToolUse")] }],
			...(hasPrompts && {
				PermissionRequest: [{ matcher: OTHER_TOOLS, hooks: [hook("PermissionRequest", { timeout: CALL_BUDGET_S })] }],
				PostToolUse: [afterTool("PostToolUse")],
				PostToolUseFailure: [afterTool("PostToolUseFailure")],
			}),
		},
	};
}

function program(entry: ServerEntry, event: string): object {
	const words = hookWords(entry, "claude-code", event);
	const [command, ...args] = words;
	// With `args` Claude Code spawns the program itself: no shell has to start, and none reads the path.
	if (entry.env === undefined) return { command, args };
	return { shell: "powershell", command: powershellHookLine(words, entry.env) };
}
