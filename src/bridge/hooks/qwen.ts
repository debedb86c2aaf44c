import { NOT_FOR_SUB_AGENTS } from "../../wire/notForSubAgents";
import { type Dialect, idsOf, textOf } from "./dialect";
import { isOwnTool } from "./ownTools";
import { permissionWords, refusal, specific } from "./specific";

/** Qwen Code shows no dialog until the hook has ended. */
export const qwen: Dialect = {
	read(event, input) {
		if (input["hook_event_name"] !== event) return undefined;
		const ids = idsOf(input["session_id"], input["prompt_id"], input["cwd"]);
		const isFromSubAgent = input["agent_id"] !== undefined && input["agent_id"] !== null;
		const tool = textOf(input["tool_name"]);
		switch (event) {
			case "UserPromptSubmit": {
				// It comes again after every tool result, with neither.
				const isPrompt = input["submitted_prompt"] !== undefined || textOf(input["prompt"]) !== undefined;
				return isPrompt && !isFromSubAgent ? { kind: "begin", ids } : undefined;
			}
			case "Stop":
				return isFromSubAgent ? undefined : { kind: "end", ids, how: "ended" };
			case "PreToolUse": {
				// That ours may run stands in its settings: an allow here would add nothing.
				if (!isFromSubAgent || tool === undefined || !isOwnTool(tool)) return undefined;
				return { kind: "answer", line: refusal(NOT_FOR_SUB_AGENTS) };
			}
			case "PermissionRequest":
				if (tool === undefined || isOwnTool(tool)) return undefined;
				return { kind: "permission", ids, tool, input: input["tool_input"], workdir: ids.cwd, blocksTerminal: true };
			default:
				return undefined;
		}
	},
	context: (additionalContext) => specific("UserPromptSubmit", { additionalContext }),
	permission: permissionWords,
};
