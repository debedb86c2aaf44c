import { CALL_BUDGET_S, TOOLS } from "./bridgeArguments";
import { hookWords, posixHookLine, powershellHookLine } from "./hookWords";
import type { AgentIntegration, Machine, ServerEntry } from "./integration";
import { jsonFile } from "./jsonFile";
import { jsonServers } from "./jsonServers";
import { jsonText, ownFile } from "./ownFile";
import { belowHome, findProgram, folderFrom, joinPath } from "./programs";

/** Seconds. */
const TIMEOUT_S = { event: 10, permission: CALL_BUDGET_S };

/** One entry among its servers, and a file of ours among its hooks. Tools that only read need no rule there. */
export function copilot(oldNames: readonly string[]): AgentIntegration {
	return {
		id: "copilot",
		label: "Copilot CLI",
		detect(machine) {
			// Another maker's tool has the same name, so the program alone says nothing.
			const isUsed = machine.kindOf(inFolder(machine)) === "folder";
			return isUsed ? { kind: "found", program: findProgram(machine, "copilot") } : { kind: "absent" };
		},
		way: {
			kind: "file",
			path: (machine) => inFolder(machine, "mcp-config.json"),
			...jsonFile(
				jsonServers(
					["mcpServers"],
					{
						agent: "copilot",
						limit: { key: "timeout", perSecond: 1_000 },
						more: { type: "local", tools: TOOLS },
					},
					oldNames,
				),
			),
			also: [ownFile((machine) => inFolder(machine, "hooks", "parley.json"), hooks)],
		},
	};
}

function inFolder(machine: Machine, ...path: readonly string[]): string {
	const folder = folderFrom(machine.env["COPILOT_HOME"], belowHome(machine, ".copilot"));
	return joinPath(machine.platform, folder, ...path);
}

function hooks(entry: ServerEntry): string {
	const hook = (event: string, timeoutSec: number): object => {
		const words = hookWords(entry, "copilot", event);
		const line =
			entry.env === undefined ? { bash: posixHookLine(words) } : { powershell: powershellHookLine(words, entry.env) };
		return { type: "command", ...line, timeoutSec };
	};
	return jsonText({
		version: 1,
		hooks: {
			userPromptSubmitted: [hook("userPromptSubmitted", TIMEOUT_S.event)],
			agentStop: [hook("agentStop", TIMEOUT_S.event)],
			permissionRequest: [hook("permissionRequest", TIMEOUT_S.permission)],
		},
	});
}
