import { CALL_BUDGET_S, TOOLS } from "./bridgeArguments";
import { hookWords, posixHookLine, powershellHookLine } from "./hookWords";
import type { AgentIntegration, EnvironmentPlan, Machine, ServerEntry } from "./integration";
import { jsonFile } from "./jsonFile";
import { type HookGroups, jsonHooks } from "./jsonHooks";
import { jsonList } from "./jsonList";
import { type JsonServer, jsonServer } from "./jsonServer";
import { jsonServers } from "./jsonServers";
import { jsonText } from "./ownFile";
import { belowHome, detected, folderFrom, joinPath } from "./programs";

const DEFAULTS = "QWEN_CODE_SYSTEM_DEFAULTS_PATH";
/** Below the state folder. */
const FILE = "qwen/defaults.json";
/** The form of its settings. Qwen Code writes it into a file that has none, and ours is not to be written to. */
const SETTINGS_VERSION = 4;

const SERVER: JsonServer = {
	agent: "qwen",
	limit: { key: "timeout", perSecond: 1_000 },
	more: { alwaysLoadTools: true },
};
const ALLOWED = TOOLS.map((tool) => `mcp__parley__${tool}`);

/** From 1,000 on every version takes these for milliseconds. */
const TIMEOUT_MS = { event: 10_000, permission: CALL_BUDGET_S * 1_000 };

const HOOKS: readonly HookGroups[] = [
	{ event: "UserPromptSubmit", group: (entry) => group(entry, "UserPromptSubmit", TIMEOUT_MS.event) },
	{ event: "Stop", group: (entry) => group(entry, "Stop", TIMEOUT_MS.event) },
	{
		event: "PreToolUse",
		group: (entry) => ({ matcher: "^mcp__parley__", ...group(entry, "PreToolUse", TIMEOUT_MS.event) }),
	},
	{
		event: "PermissionRequest",
		group: (entry) => ({ matcher: "*", ...group(entry, "PermissionRequest", TIMEOUT_MS.permission) }),
	},
];

/** A variable gives Qwen Code a file of defaults below all its settings, so that no file of the user's is touched. */
export function qwen(oldNames: readonly string[]): AgentIntegration {
	return {
		id: "qwen",
		label: "Qwen Code",
		detect: (machine) => detected(machine, "qwen", configFolder(machine)),
		way: {
			kind: "environment",
			versionFile: "qwen/version.json",
			files: (entry, hasPrompts) => [{ path: FILE, text: jsonText(defaults(entry, hasPrompts)) }],
			plan,
		},
		fallback: {
			kind: "file",
			path: (machine) => joinPath(machine.platform, configFolder(machine), "settings.json"),
			...jsonFile(
				jsonServers(["mcpServers"], SERVER, oldNames),
				jsonList(["permissions"], "allow", ALLOWED),
				jsonHooks(["hooks"], HOOKS),
			),
		},
	};
}

function configFolder(machine: Machine): string {
	return folderFrom(machine.env["QWEN_HOME"], belowHome(machine, ".qwen"));
}

function plan(machine: Machine, stateRoot: string): EnvironmentPlan {
	const { env, platform } = machine;
	const value = joinPath(platform, stateRoot, ...FILE.split("/"));
	const taken = env[DEFAULTS];
	// An editor that was started from one of our terminals has what we have set there.
	if (taken !== undefined && taken !== "" && taken !== value) {
		return { kind: "refused", why: { kind: "taken", variable: DEFAULTS, file: taken } };
	}
	// The variable would hide an administrator's file.
	const administrators = joinPath(platform, systemFolder(machine), "system-defaults.json");
	if (machine.kindOf(administrators) === "file") {
		return { kind: "refused", why: { kind: "taken", variable: DEFAULTS, file: administrators } };
	}
	return { kind: "ready", changes: [{ variable: DEFAULTS, how: "set", value }] };
}

function systemFolder({ env, platform }: Machine): string {
	const settings = env["QWEN_CODE_SYSTEM_SETTINGS_PATH"];
	if (settings !== undefined && settings !== "") return settings.replace(/[\\/][^\\/]*$/, "");
	const folders = new Map([
		["win32", "C:\\ProgramData\\qwen-code"],
		["darwin", "/Library/Application Support/QwenCode"],
	]);
	return folders.get(platform) ?? "/etc/qwen-code";
}

function defaults(entry: ServerEntry, hasPrompts: boolean): object {
	const hooks = HOOKS.filter(({ event }) => hasPrompts || event !== "PermissionRequest");
	return {
		$version: SETTINGS_VERSION,
		mcp: { toolIdleTimeoutMs: CALL_BUDGET_S * 1_000 },
		mcpServers: { parley: jsonServer(SERVER, entry) },
		permissions: { allow: ALLOWED },
		hooks: Object.fromEntries(hooks.map(({ event, group }) => [event, [group(entry)]])),
	};
}

function group(entry: ServerEntry, event: string, timeout: number): { readonly hooks: readonly object[] } {
	const words = hookWords(entry, "qwen", event);
	const line =
		entry.env === undefined
			? { command: posixHookLine(words) }
			: { command: powershellHookLine(words, entry.env), shell: "powershell" };
	return { hooks: [{ type: "command", name: "parley", ...line, timeout }] };
}
