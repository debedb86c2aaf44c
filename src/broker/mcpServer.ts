import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { ToolSet } from "../core/sessions";
import { instructionsFor } from "./instructions";

/** Nothing is elicited, so no answer to an elicitation is ever checked; the SDK would build a validator per session. */
const NO_VALIDATOR = {
	getValidator: (): never => {
		throw new Error("elicitation is not used");
	},
};

/** One per connection of a session: the SDK ties a server to one transport. */
export function createMcpServer(version: string, tools: ToolSet, hasResources: boolean): Server {
	return new Server(
		{ name: "parley", title: "Parley", version },
		{
			capabilities: {
				tools: { listChanged: true },
				...(hasResources ? { resources: { listChanged: true } } : {}),
			},
			...(tools.plan === false ? {} : { instructions: instructionsFor(tools) }),
			jsonSchemaValidator: NO_VALIDATOR,
		},
	);
}
