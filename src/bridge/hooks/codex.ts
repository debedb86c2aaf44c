import { NOT_FOR_SUB_AGENTS } from "../../wire/notForSubAgents";
import { type Dialect, idsOf, textOf } from "./dialect";
import { isOwnTool } from "./ownTools";
import { permissionWords, refusal, specific } from "./specific";

/**
 * Codex shows no dialog until the hook has ended. What a sub-agent does carries its `agent_id`, and a turn id of its own
 * under the session id of its parent.
 */
export const codex: Dialect = {
	read(event, input) {
		if (input["hook_event_name"] !== event) return undefined;
		const isFromSubAgent = input["agent_id"] !== undefined && input["agent_id"] !== null;
		const ids = idsOf(input["session_id"], input["turn_id"], input["cwd"]);
		const tool = textOf(input["tool_name"]);
		switch (event) {
			case "UserPromptSubmit":
				return isFromSubAgent ? undefined : { kind: "begin", ids };
			case "Stop":
				return isFromSubAgent ? undefined : { kind: "end", ids, how: "ended" };
			case "Interrupt":
				return { kind: "end", ids, how: "interrupted" };
			case "PreToolUse": {
				// An allow would be an error here; that our tools may run stands in Codex's own file.
				if (!isFromSubAgent || tool === undefined || !isOwnTool(tool)) return undefined;
				return { kind: "answer", line: refusal(NOT_FOR_SUB_AGENTS) };
			}
			case "PermissionRequest": {
				if (tool === undefined || isOwnTool(tool)) return undefined;
				// It tells where the turn works. A command may name another folder, and of that nothing is told.
				const workdir = tool.startsWith("mcp__") ? ids.cwd : undefined;
				return { kind: "permission", ids, tool, input: input["tool_input"], workdir, blocksTerminal: true };
			}
			default:
				return undefined;
		}
	},
	context: (additionalContext) => specific("UserPromptSubmit", { additionalContext }),
	permission: permissionWords,
};
