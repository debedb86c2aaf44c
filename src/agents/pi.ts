import type { AgentIntegration, Machine, ServerEntry } from "./integration";
import { jsonFile } from "./jsonFile";
import { jsonServers } from "./jsonServers";
import { ownFile } from "./ownFile";
import { pluginSource } from "./pluginSource";
import { belowHome, findProgram, folderFrom, joinPath } from "./programs";

/** One entry among its servers, and one file of ours among its extensions, which tells where a turn begins and ends. */
export function pi(oldNames: readonly string[]): AgentIntegration {
	return {
		id: "pi",
		label: "Pi",
		detect(machine) {
			// Others have a program of that name.
			const isUsed = machine.kindOf(inFolder(machine)) === "folder";
			return isUsed ? { kind: "found", program: findProgram(machine, "pi") } : { kind: "absent" };
		},
		way: {
			kind: "file",
			path: (machine) => inFolder(machine, "mcp.json"),
			...jsonFile(
				jsonServers(
					["mcpServers"],
					{
						agent: "pi",
						limit: { key: "timeout", perSecond: 1 },
						// Without this the model reaches the tools from its scripts only.
						more: { exposure: "direct", description: "Asks the user in VS Code and shows there what the agent plans." },
					},
					oldNames,
				),
			),
			also: [ownFile((machine) => inFolder(machine, "extensions", "parley.js"), extension)],
		},
	};
}

function inFolder(machine: Machine, ...path: readonly string[]): string {
	const folder = folderFrom(machine.env["PI_CODING_AGENT_DIR"], belowHome(machine, ".pi/agent"));
	return joinPath(machine.platform, folder, ...path);
}

function extension(entry: ServerEntry): string {
	return `import { randomUUID } from "node:crypto";
${pluginSource("pi", entry)}
export default function (pi) {
	if (!process.env.PARLEY_WINDOW) return;
	// Pi has no ids of prompts; an extension that is loaded again must not begin with those of the one before.
	let turnId = randomUUID();
	const idsOf = ({ sessionManager, cwd }) => ({ sessionId: sessionManager.getSessionId(), turnId, cwd });

	pi.on("before_agent_start", async ({ messageType }, context) => {
		try {
			if (messageType === "custom") return undefined;
			turnId = randomUUID();
			const answer = await say("begin", idsOf(context), EVENT_MS);
			if (typeof answer?.context !== "string") return undefined;
			return { message: { customType: "parley", content: answer.context, display: false } };
		} catch {
			return undefined;
		}
	});

	pi.on("agent_settled", async ({ aborted }, context) => {
		try {
			await say("end", { ...idsOf(context), how: aborted ? "interrupted" : "ended" }, EVENT_MS);
		} catch {
			// Pi goes on as without us.
		}
	});
}
`;
}
