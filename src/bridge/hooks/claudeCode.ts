import type { HookEnd } from "../../wire/hookMessages";
import { NOT_FOR_SUB_AGENTS } from "../../wire/notForSubAgents";
import type { Fields } from "../jsonRpc";
import { type Dialect, type HookEvent, idsOf, textOf } from "./dialect";
import { isOwnTool } from "./ownTools";
import { permissionWords, refusal, specific } from "./specific";

/** The names of Parley's own tools, as the plug-in that Parley gives Claude Code makes them. */
const OUR_TOOL = /^mcp__plugin_parley_parley__(clarify|update_plan|request_approval)$/;

/** What they ask has other answers than yes and no: a plan to go by, a choice. */
const LEFT_TO_TERMINAL = new Set(["ExitPlanMode", "AskUserQuestion"]);

const ENDS: ReadonlyMap<string, HookEnd["how"]> = new Map([
	["Stop", "ended"],
	["StopFailure", "failed"],
	["SessionEnd", "ended"],
]);

/** Claude Code shows its own dialog while the hook waits; both can answer. Esc in the dialog ends the hook. */
export const claudeCode: Dialect = {
	read(event, input) {
		// Others read Claude Code's hook files too; they name things in their own way beside its.
		if (input["hook_event_name"] !== event || "hookEventName" in input) return undefined;
		const isFromSubAgent = input["agent_id"] !== undefined && input["agent_id"] !== null;
		const ids = idsOf(input["session_id"], input["prompt_id"], input["cwd"]);
		if (event === "UserPromptSubmit") {
			return isFromSubAgent || isNotice(input["prompt"]) ? undefined : { kind: "begin", ids };
		}
		const how = ENDS.get(event);
		if (how !== undefined) {
			// Of a prompt that it takes up later it tells under the id of the one before, and of its end under a new one (measured):
			// which prompt has ended, its ids do not say.
			const unnamed = idsOf(input["session_id"], undefined, input["cwd"]);
			return isFromSubAgent ? undefined : { kind: "end", ids: unnamed, how };
		}
		const tool = textOf(input["tool_name"]);
		return tool === undefined ? undefined : ofTool(event, tool, { isFromSubAgent, ids, input });
	},
	context: (additionalContext) => specific("UserPromptSubmit", { additionalContext }),
	permission: permissionWords,
};

/** What Claude Code itself tells its model when something in the background has ended: nobody has prompted it. */
function isNotice(prompt: unknown): boolean {
	return typeof prompt === "string" && /^\s*<task-notification>/.test(prompt);
}

interface ToolFields {
	/** Its input differs from the main agent's in one field only; session and prompt are its parent's. */
	readonly isFromSubAgent: boolean;
	readonly ids: ReturnType<typeof idsOf>;
	readonly input: Fields;
}

function ofTool(event: string, tool: string, { isFromSubAgent, ids, input }: ToolFields): HookEvent | undefined {
	switch (event) {
		case "PreToolUse":
			// An entry of the user's own may name the server otherwise; that its tools run is theirs to say.
			if (isFromSubAgent) return isOwnTool(tool) ? { kind: "answer", line: refusal(NOT_FOR_SUB_AGENTS) } : undefined;
			return OUR_TOOL.test(tool) ? { kind: "answer", line: ALLOWED } : undefined;
		case "PermissionRequest":
			if (isOwnTool(tool) || LEFT_TO_TERMINAL.has(tool)) return undefined;
			return { kind: "permission", ids, tool, input: input["tool_input"], workdir: ids.cwd, blocksTerminal: false };
		case "PostToolUse":
		case "PostToolUseFailure":
			return isOwnTool(tool) ? undefined : { kind: "tool", ids, tool, input: input["tool_input"] };
		default:
			return undefined;
	}
}

const ALLOWED = specific("PreToolUse", { permissionDecision: "allow" });
