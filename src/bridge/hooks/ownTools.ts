/** Every form in which an agent names one of Parley's own tools: nobody is asked about those. */
const OWN_TOOL = /^(?:mcp_{1,2})?(?:plugin_parley_)?parley(?:_{1,3}|[-./])(?:clarify|update_plan|request_approval)$/;

export function isOwnTool(tool: string): boolean {
	return OWN_TOOL.test(tool);
}

export const NOT_FOR_SUB_AGENTS =
	"Parley's tools belong to the main agent: a sub-agent cannot ask the user or change the plan. Finish what can be " +
	"done without it, and return the question or the plan to the agent that started you, so that it can ask the user.";
