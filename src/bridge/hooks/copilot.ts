import { type Dialect, idsOf, textOf } from "./dialect";
import { isOwnTool } from "./ownTools";

/** Copilot CLI shows no dialog until the hook has ended, but a line of ours; it knows no id of a prompt. */
export const copilot: Dialect = {
	read(event, input) {
		const ids = idsOf(input["sessionId"], undefined, input["cwd"]);
		switch (event) {
			case "userPromptSubmitted":
				return { kind: "begin", ids };
			case "agentStop":
				return { kind: "end", ids, how: "ended" };
			case "permissionRequest": {
				const tool = textOf(input["toolName"]);
				if (tool === undefined || isOwnTool(tool)) return undefined;
				return { kind: "permission", ids, tool, input: input["toolInput"], workdir: ids.cwd, blocksTerminal: true };
			}
			default:
				return undefined;
		}
	},
	context: (additionalContext) => JSON.stringify({ additionalContext }),
	permission: {
		allow: JSON.stringify({ behavior: "allow" }),
		deny: (message) => JSON.stringify({ behavior: "deny", message }),
		waiting: JSON.stringify({ type: "progress", message: "Waiting for your decision in VS Code", temporary: true }),
	},
};
