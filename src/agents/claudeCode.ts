import { CLAUDE_PLUGIN_FOLDER, claudePlugin, PLUGIN_VERSION_FILE } from "./claudePlugin";
import { isOlder } from "./isOlder";
import type { AgentIntegration, EnvironmentChange, EnvironmentPlan, Machine } from "./integration";
import { findProgram, folderFrom, joinPath, listSeparator } from "./programs";

const PLUGIN_DIRS = "CLAUDE_CODE_PLUGIN_DIRS";
/** Milliseconds after which an interactive session lets a tool call go on in the background; 0: never. */
const BACKGROUND_AFTER = "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS";
/** The first version that reads {@link PLUGIN_DIRS}; older ones ignore it without a word. */
const NEEDS = "2.1.280";
/** An administrator's switch: with it Claude Code ends at once with an error when {@link PLUGIN_DIRS} is set. */
const POLICY = "disableSideloadFlags";

/** Claude Code takes a plug-in folder from the environment, so no file of the user's is touched. */
export const claudeCode: AgentIntegration = {
	id: "claude-code",
	label: "Claude Code",
	detect(machine) {
		const program = findProgram(machine, "claude");
		const isUsed = program !== undefined || machine.kindOf(configFolder(machine)) === "folder";
		return isUsed ? { kind: "found", program } : { kind: "absent" };
	},
	way: { kind: "environment", files: claudePlugin, versionFile: PLUGIN_VERSION_FILE, plan },
};

function plan(machine: Machine, stateRoot: string, version: string | undefined): EnvironmentPlan {
	const folder = joinPath(machine.platform, stateRoot, CLAUDE_PLUGIN_FOLDER);
	const policy = policyFiles(machine).find((file) => readJson(machine, file)[POLICY] === true);
	if (policy !== undefined) {
		return { kind: "refused", why: { kind: "forbidden", variable: PLUGIN_DIRS, file: policy, policy: POLICY } };
	}
	const settings = joinPath(machine.platform, configFolder(machine), "settings.json");
	const set = settingsEnvironment(machine, settings);
	const own = set[PLUGIN_DIRS];
	const separator = listSeparator(machine.platform);
	const hasOurs = typeof own === "string" && own.split(separator).includes(folder);
	if (own !== undefined && !hasOurs) {
		const why = { kind: "overridden", variable: PLUGIN_DIRS, file: settings, add: folder } as const;
		return { kind: "refused", why };
	}
	const changes: EnvironmentChange[] = [{ variable: PLUGIN_DIRS, how: "append", value: separator + folder }];
	if (machine.env[BACKGROUND_AFTER] === undefined && set[BACKGROUND_AFTER] === undefined) {
		changes.push({ variable: BACKGROUND_AFTER, how: "set", value: "0" });
	}
	if (version === undefined || !isOlder(version, NEEDS)) return { kind: "ready", changes };
	return { kind: "ready", changes, note: { kind: "tooOld", version, needs: NEEDS } };
}

function configFolder({ env, home, platform }: Machine): string {
	return folderFrom(env["CLAUDE_CONFIG_DIR"], joinPath(platform, home, ".claude"));
}

function policyFiles(machine: Machine): readonly string[] {
	const folder = new Map([
		["win32", "C:\\Program Files\\ClaudeCode"],
		["darwin", "/Library/Application Support/ClaudeCode"],
	]).get(machine.platform);
	const path = (...parts: readonly string[]): string => joinPath(machine.platform, ...parts);
	const managed = folder ?? "/etc/claude-code";
	const dropIns = path(managed, "managed-settings.d");
	return [
		path(managed, "managed-settings.json"),
		...machine.namesIn(dropIns).map((name) => path(dropIns, name)),
		// What an organisation's server sent last.
		path(configFolder(machine), "remote-settings.json"),
	];
}

function settingsEnvironment(machine: Machine, file: string): Record<string, unknown> {
	const { env } = readJson(machine, file);
	return isRecord(env) ? env : {};
}

/** The object in a JSON file; empty for anything else, as Claude Code itself then does without it. */
function readJson(machine: Machine, file: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(machine.readText(file) ?? "{}");
		return isRecord(value) ? value : {};
	} catch {
		return {};
	}
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
