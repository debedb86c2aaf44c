/** Every form in which an agent names one of Parley's own tools: nobody is asked about those. */
const OWN_TOOL = /^(?:mcp_{1,2})?(?:plugin_parley_)?parley(?:_{1,3}|[-./])(?:clarify|update_plan|request_approval)$/;

export function isOwnTool(tool: string): boolean {
	return OWN_TOOL.test(tool);
}
