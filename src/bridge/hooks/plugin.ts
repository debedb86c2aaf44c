import { type Dialect, idsOf, textOf } from "./dialect";
import { isOwnTool } from "./ownTools";

/** The plain dialect of our own plug-ins; hookMessages.ts says what they write and read. Their terminals ask as well. */
export const plugin: Dialect = {
	read(event, input) {
		const ids = idsOf(input["sessionId"], input["turnId"], input["cwd"]);
		const tool = textOf(input["tool"]);
		switch (event) {
			case "begin":
				return { kind: "begin", ids };
			case "end": {
				const { how = "ended" } = input;
				return how === "ended" || how === "failed" || how === "interrupted" ? { kind: "end", ids, how } : undefined;
			}
			case "tool":
				return tool === undefined || isOwnTool(tool) ? undefined : { kind: "tool", ids, tool, input: input["input"] };
			case "permission": {
				if (tool === undefined || isOwnTool(tool)) return undefined;
				const workdir = textOf(input["workdir"]);
				return { kind: "permission", ids, tool, input: input["input"], workdir, blocksTerminal: false };
			}
			default:
				return undefined;
		}
	},
	context: (context) => JSON.stringify({ context }),
	permission: {
		allow: JSON.stringify({ decision: "allow" }),
		deny: (message) => JSON.stringify({ decision: "deny", message }),
	},
};
