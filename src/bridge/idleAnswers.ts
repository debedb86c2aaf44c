import { BRIDGE_PROTOCOL } from "../wire/protocol";
import type { Request } from "./inFlight";
import { errorText, type Fields, isFields, METHOD_NOT_FOUND, resultText } from "./jsonRpc";

const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const INSTRUCTIONS =
	"Parley connects a coding agent with the person at an editor window. No window is connected here, so there are no tools.";

/** These report a server without anything as broken: Gemini CLI, Qwen Code and `grok doctor`, measured. */
const NEEDS_A_RESOURCE = /^(?:gemini-cli-mcp-client|qwen-cli-mcp-client|grok)/;

const STATUS = { uri: "parley://status", name: "Status", mimeType: "text/plain" };

/** Whether the agent that introduced itself so is shown a resource, as long as its bridge lives. */
export function needsResource(initialize: Fields): boolean {
	const { clientInfo } = initialize;
	return isFields(clientInfo) && typeof clientInfo["name"] === "string" && NEEDS_A_RESOURCE.test(clientInfo["name"]);
}

/** The answer to `initialize` while no window is there. */
export function idleIntroduction({ id, params }: Request): string {
	const asked = PROTOCOL_VERSIONS.find((version) => version === params["protocolVersion"]);
	return resultText(id, {
		protocolVersion: asked ?? PROTOCOL_VERSIONS[0],
		capabilities: { tools: { listChanged: true }, ...(needsResource(params) ? { resources: {} } : {}) },
		serverInfo: { name: "parley", version: String(BRIDGE_PROTOCOL) },
		instructions: INSTRUCTIONS,
	});
}

/** The answer to any other request while no window is there. */
export function idleAnswer(request: Request): string {
	switch (request.method) {
		case "ping":
			return resultText(request.id, {});
		case "tools/list":
			return resultText(request.id, { tools: [] });
		case "tools/call":
			return resultText(request.id, {
				isError: true,
				content: [
					{
						type: "text",
						text: "not_connected: no editor window is connected. Nobody was asked and no answer was given; this is not consent.",
					},
				],
			});
		default:
			return unknownMethod(request);
	}
}

/**
 * The answer to `resources/…` of an agent that was shown a resource; undefined for all that is not about it. What else the
 * window has is not listed to such an agent, but it may have been told of it.
 */
export function resourceAnswer(request: Request): string | undefined {
	switch (request.method) {
		case "resources/list":
			return resultText(request.id, { resources: [STATUS] });
		case "resources/templates/list":
			return resultText(request.id, { resourceTemplates: [] });
		case "resources/read":
			if (request.params["uri"] !== STATUS.uri) return undefined;
			return resultText(request.id, { contents: [{ uri: STATUS.uri, mimeType: STATUS.mimeType, text: INSTRUCTIONS }] });
		default:
			return undefined;
	}
}

export function unknownMethod({ id, method }: Request): string {
	return errorText(id, METHOD_NOT_FOUND, `Method not found: ${method}`);
}
