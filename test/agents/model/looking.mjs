// What a model can do about a tool that it is not offered: of a server that is still starting, or one that its agent
// keeps out of the request until the model has searched for it.

/** By name: the arguments with which the model looks for a tool, from {end, fields, attempt}; `fields` may be given. */
const SEARCHES = new Map([
	["ToolSearch", queryFor],
	["tool_search", queryFor],
	["search_tool", queryFor],
	// Codex has no search: a look around costs one more request, which has the tool then.
	["list_mcp_resources", () => ({})],
]);

/** By name: through these an agent lets its model call a tool that it has found. They take its name and its arguments. */
const DOORS = new Map([
	["use_tool", ["tool_name", "tool_input"]],
	["tool_call", ["name", "arguments"]],
]);

export function isSearch(name) {
	return SEARCHES.has(name);
}

/** A call that looks for the tool whose name ends with `end`; undefined where there is no way to look. */
export function searchFor(tools, end, attempt) {
	const tool = tools.find(({ name }) => SEARCHES.has(name));
	return tool && { tool, args: SEARCHES.get(tool.name)({ end, fields: tool.fields, attempt }) };
}

/** The call of a tool that only the newest search names. */
export function callThroughDoor(tools, search, end, args) {
	const door = tools.find(({ name }) => DOORS.has(name));
	const found = new RegExp(`[\\w.-]*[_.-]${end}\\b`).exec(search)?.[0];
	if (door === undefined || found === undefined) return undefined;
	const [nameField, argsField] = DOORS.get(door.name);
	return { tool: door, args: { [nameField]: found, [argsField]: args } };
}

function queryFor({ end, fields, attempt }) {
	// Qwen Code ends a run that calls the same thing with the same arguments again and again.
	const query = attempt % 2 === 0 ? `parley ${end}` : end;
	return { [fields.includes("query") ? "query" : fields[0]]: query };
}
