import { TOOLS } from "./bridgeArguments";
import type { AgentIntegration, ByFile, EnvironmentPlan, Machine, ServerEntry } from "./integration";
import { isObject, parseJsonc } from "./jsonc";
import { jsonFile } from "./jsonFile";
import { jsonMembers } from "./jsonMembers";
import { isOurServer, type JsonServer, jsonServer } from "./jsonServer";
import { jsonServers } from "./jsonServers";
import { openCodePlugin } from "./openCodePlugin";
import { jsonText } from "./ownFile";
import { hasPluginPackage } from "./pluginPackage";
import { belowHome, detected, folderFrom, joinPath } from "./programs";

/** A CLI of OpenCode's family. */
interface Family {
	readonly id: "opencode" | "kilo";
	readonly label: string;
	/** The program, its folder below the user's configuration, and its file there. */
	readonly name: string;
	/** Its variables begin with this. */
	readonly prefix: string;
	/** The package of its plug-in interface. */
	readonly plugin: string;
	/** Folders of its own in the user's home, where there are any. */
	readonly folders: readonly string[];
}

export function openCode(oldNames: readonly string[]): AgentIntegration {
	const [plugin, folders] = ["@opencode-ai/plugin", [".opencode"]];
	return family({ id: "opencode", label: "OpenCode", name: "opencode", prefix: "OPENCODE", plugin, folders }, oldNames);
}

export function kilo(oldNames: readonly string[]): AgentIntegration {
	const [plugin, folders] = ["@kilocode/plugin", [".kilocode", ".kilo"]];
	return family({ id: "kilo", label: "Kilo", name: "kilo", prefix: "KILO", plugin, folders }, oldNames);
}

const ALLOWED = Object.fromEntries(TOOLS.map((tool) => [`parley_${tool}`, "allow"]));

/**
 * Three variables add to its configuration, each in its own way; the first that is free is ours, so that no file of the
 * user's is touched. Only the first can bring the plug-in along.
 */
function family(cli: Family, oldNames: readonly string[]): AgentIntegration {
	return {
		id: cli.id,
		label: cli.label,
		detect: (machine) => detected(machine, cli.name, configFolder(machine, cli)),
		way: {
			kind: "environment",
			versionFile: `${cli.id}/version.json`,
			files: (entry) => [
				{ path: `${cli.id}/${cli.name}.json`, text: jsonText(configuration(cli, entry)) },
				{ path: `${cli.id}/parley.mjs`, text: openCodePlugin(cli.id, entry) },
			],
			plan: (machine, stateRoot, _, entry) => plan(machine, stateRoot, entry, cli),
		},
		fallback: byFile(cli, oldNames),
	};
}

function configFolder(machine: Machine, { name }: Family): string {
	return joinPath(machine.platform, folderFrom(machine.env["XDG_CONFIG_HOME"], belowHome(machine, ".config")), name);
}

function plan(machine: Machine, stateRoot: string, entry: ServerEntry, cli: Family): EnvironmentPlan {
	const { env, platform } = machine;
	const folder = joinPath(platform, stateRoot, cli.id);
	const hasPackage = loadsPluginsAtOnce(machine, cli);
	const content = {
		...configuration(cli, entry),
		...(hasPackage && { plugin: [fileUrl(joinPath(platform, folder, "parley.mjs"), platform)] }),
	};
	const slots = [
		{ variable: `${cli.prefix}_CONFIG_CONTENT`, value: JSON.stringify(content) },
		{ variable: `${cli.prefix}_CONFIG`, value: joinPath(platform, folder, `${cli.name}.json`) },
		{ variable: `${cli.prefix}_CONFIG_DIR`, value: folder },
	];
	const free = slots.find(({ variable, value }) => {
		const current = env[variable] ?? "";
		// An editor that was started from one of our terminals has what we have set there.
		return current === "" || current === value || isOurContent(current, entry);
	});
	const [first = { variable: cli.prefix }] = slots;
	if (free !== undefined) {
		const changes = [{ ...free, how: "set" }] as const;
		if (free !== first) return { kind: "ready", changes, turnless: { kind: "taken", variable: first.variable } };
		return hasPackage ? { kind: "ready", changes } : { kind: "ready", changes, turnless: { kind: "noPackage" } };
	}
	return { kind: "refused", why: { kind: "taken", variable: first.variable, file: env[`${cli.prefix}_CONFIG`] ?? "" } };
}

function loadsPluginsAtOnce(machine: Machine, cli: Family): boolean {
	const own = cli.folders
		.map((folder) => belowHome(machine, folder))
		.filter((path) => machine.kindOf(path) === "folder");
	const users = machine.env[`${cli.prefix}_CONFIG_DIR`] ?? "";
	const folders = [configFolder(machine, cli), ...own, ...(users === "" ? [] : [users])];
	return folders.every((folder) => hasPluginPackage(machine, folder, cli.plugin));
}

function isOurContent(text: string, entry: ServerEntry): boolean {
	const parsed = parseJsonc(text);
	const value = parsed.kind === "document" && isObject(parsed.value) ? parsed.value : {};
	const { mcp } = value;
	const isOnlyOurs = Object.keys(value).every((key) => key === "mcp" || key === "permission" || key === "plugin");
	return isOnlyOurs && isObject(mcp) && Object.keys(mcp).length === 1 && isOurServer(mcp["parley"], entry);
}

function serverOf({ id }: Family): JsonServer {
	return {
		agent: id,
		limit: { key: "timeout", perSecond: 1_000 },
		more: { type: "local", enabled: true },
		start: { env: "environment", program: (words) => ({ command: words }) },
	};
}

function configuration(cli: Family, entry: ServerEntry): object {
	return { mcp: { parley: jsonServer(serverOf(cli), entry) }, permission: ALLOWED };
}

function byFile(cli: Family, oldNames: readonly string[]): ByFile {
	return {
		kind: "file",
		path(machine) {
			const folder = configFolder(machine, cli);
			const withComments = joinPath(machine.platform, folder, `${cli.name}.jsonc`);
			const isThere = machine.kindOf(withComments) === "file";
			return isThere ? withComments : joinPath(machine.platform, folder, `${cli.name}.json`);
		},
		...jsonFile(jsonServers(["mcp"], serverOf(cli), oldNames), jsonMembers(["permission"], ALLOWED)),
	};
}

function fileUrl(path: string, platform: string): string {
	const parts = path
		.split(platform === "win32" ? /[\\/]/ : "/")
		.map((part) => encodeURIComponent(part).replace("%3A", ":"));
	return `file://${platform === "win32" ? "/" : ""}${parts.join("/")}`;
}
