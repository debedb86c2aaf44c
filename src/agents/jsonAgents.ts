import { TOOLS } from "./bridgeArguments";
import type { AgentIntegration, Detection, FilePart, Machine } from "./integration";
import { jsonFile } from "./jsonFile";
import { jsonList } from "./jsonList";
import type { JsonServer } from "./jsonServer";
import { jsonServers } from "./jsonServers";
import { belowHome, detected, findProgram, folderFrom, joinPath } from "./programs";
import { tomlRulesPart } from "./tomlRulesPart";

/** A CLI that needs one entry in one JSON file of the user's, and nothing else. */
interface JsonAgent extends JsonServer {
	readonly label: string;
	readonly detect: (machine: Machine) => Detection;
	readonly path: (machine: Machine) => string;
	/** The object that holds the servers. */
	readonly place?: readonly string[];
	/** Rules that allow our tools by name, where they are in another file. */
	readonly rules?: FilePart;
}

const MILLISECONDS = { key: "timeout", perSecond: 1_000 } as const;

/** Cline takes no longer limit than an hour. */
const CLINE_BUDGET_S = 3_600;

const AGENTS: readonly JsonAgent[] = [
	{
		agent: "droid",
		label: "Droid",
		detect: (machine) => detected(machine, "droid", belowHome(machine, ".factory")),
		path: (machine) => belowHome(machine, ".factory/mcp.json"),
		limit: MILLISECONDS,
		more: { type: "stdio", disabled: false },
	},
	{
		agent: "cline",
		label: "Cline",
		detect: (machine) => detected(machine, "cline", clineFolder(machine)),
		path: (machine) =>
			folderFrom(
				machine.env["CLINE_MCP_SETTINGS_PATH"],
				joinPath(machine.platform, clineData(machine), "settings", "cline_mcp_settings.json"),
			),
		budgetS: CLINE_BUDGET_S,
		limit: { key: "timeout", perSecond: 1 },
		more: { type: "stdio", autoApprove: TOOLS, disabled: false },
	},
	{
		agent: "kimi",
		label: "Kimi",
		detect: (machine) => detected(machine, "kimi", kimiFolder(machine)),
		path: (machine) => joinPath(machine.platform, kimiFolder(machine), "mcp.json"),
		limit: { key: "toolTimeoutMs", perSecond: 1_000 },
		more: { transport: "stdio" },
		rules: whereItIs({
			path: (machine) => joinPath(machine.platform, kimiFolder(machine), "config.toml"),
			...tomlRulesPart({
				path: ["permission", "rules"],
				ours: TOOLS.map((tool) => ({ decision: "allow", scope: "user", pattern: `mcp__parley__${tool}` })),
				areRead: () => true,
			}),
		}),
	},
	{
		agent: "cursor",
		label: "Cursor CLI",
		// The editor of that name makes the same folder.
		detect: (machine) => byProgram(machine, "cursor-agent"),
		path: (machine) => belowHome(machine, ".cursor/mcp.json"),
		more: { type: "stdio" },
		rules: whereItIs({
			path: (machine) => belowHome(machine, ".cursor/cli-config.json"),
			...jsonFile(
				jsonList(
					["permissions"],
					"allow",
					TOOLS.map((tool) => `Mcp(parley:${tool})`),
				),
			),
		}),
	},
	{
		agent: "amp",
		label: "Amp",
		detect: (machine) => detected(machine, "amp", ampFolder(machine)),
		path: (machine) =>
			folderFrom(machine.env["AMP_SETTINGS_FILE"], joinPath(machine.platform, ampFolder(machine), "settings.json")),
		place: ["amp.mcpServers"],
	},
	{
		agent: "kiro",
		label: "Kiro CLI",
		// The editor of that name makes the same folder.
		detect: (machine) => byProgram(machine, "kiro-cli"),
		path: (machine) => belowHome(machine, ".kiro/settings/mcp.json"),
		limit: MILLISECONDS,
		more: { autoApprove: TOOLS, disabled: false },
	},
];

export function jsonAgents(oldNames: readonly string[]): readonly AgentIntegration[] {
	return AGENTS.map(({ agent, label, detect, path, place = ["mcpServers"], rules, ...server }) => {
		const servers = jsonFile(jsonServers(place, { agent, ...server }, oldNames));
		return {
			id: agent,
			label,
			detect,
			way: { kind: "file", path, ...servers, ...(rules !== undefined && { also: [rules] }) },
		};
	});
}

/** For a file that its program makes at its first start, with more in it than we could know. */
function whereItIs(part: FilePart): FilePart {
	return {
		...part,
		isExtra: true,
		plan: (current, entry, want) => (current === undefined ? { kind: "unchanged" } : part.plan(current, entry, want)),
	};
}

function byProgram(machine: Machine, name: string): Detection {
	const program = findProgram(machine, name);
	return program === undefined ? { kind: "absent" } : { kind: "found", program };
}

function clineFolder(machine: Machine): string {
	return folderFrom(machine.env["CLINE_DIR"], belowHome(machine, ".cline"));
}

function clineData(machine: Machine): string {
	return folderFrom(machine.env["CLINE_DATA_DIR"], joinPath(machine.platform, clineFolder(machine), "data"));
}

function kimiFolder(machine: Machine): string {
	return folderFrom(machine.env["KIMI_CODE_HOME"], belowHome(machine, ".kimi-code"));
}

function ampFolder(machine: Machine): string {
	const { env, platform } = machine;
	if (platform === "win32")
		return joinPath(platform, folderFrom(env["APPDATA"], belowHome(machine, "AppData/Roaming")), "amp");
	return joinPath(platform, folderFrom(env["XDG_CONFIG_HOME"], belowHome(machine, ".config")), "amp");
}
