/** Claude Code's name for Parley's own tools, as the plug-in that Parley gives it makes them. */
const OUR_TOOL = /^mcp__plugin_parley_parley__(clarify|update_plan|request_approval)$/;

const NOT_FOR_SUB_AGENTS =
	"Parley's tools belong to the main agent: a sub-agent cannot ask the user or change the plan. Finish what can be " +
	"done without it, and return the question or the plan to the agent that started you, so that it can ask the user.";

/**
 * What an agent's hook answers to this input, as one line of JSON; undefined for no decision, after which the agent does
 * what it would do without us. Never an allow for anything but Parley's own tools.
 */
export function hookDecision(agent: string, event: string, input: string): string | undefined {
	if (agent !== "claude-code" || event !== "PreToolUse") return undefined;
	const call = parseToolCall(input);
	if (call === undefined || !OUR_TOOL.test(call.tool)) return undefined;
	return JSON.stringify({
		hookSpecificOutput: {
			hookEventName: "PreToolUse",
			...(call.isFromSubAgent
				? { permissionDecision: "deny", permissionDecisionReason: NOT_FOR_SUB_AGENTS }
				: { permissionDecision: "allow" }),
		},
	});
}

interface ToolCall {
	readonly tool: string;
	readonly isFromSubAgent: boolean;
}

function parseToolCall(input: string): ToolCall | undefined {
	let raw: unknown;
	try {
		raw = JSON.parse(input);
	} catch {
		return undefined;
	}
	if (typeof raw !== "object" || raw === null) return undefined;
	const { tool_name, agent_id, hook_event_name } = raw as Record<string, unknown>;
	if (typeof tool_name !== "string" || hook_event_name !== "PreToolUse") return undefined;
	// A sub-agent's input differs from the main agent's in this one field only; session and prompt are its parent's.
	return { tool: tool_name, isFromSubAgent: agent_id !== undefined && agent_id !== null };
}
