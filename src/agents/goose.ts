import { bridgeArguments, CALL_BUDGET_S } from "./bridgeArguments";
import type { AgentIntegration, Machine, ServerEntry } from "./integration";
import { positiveOr } from "./positiveOr";
import { findProgram, folderFrom, joinPath } from "./programs";
import type { Table } from "./toml";
import { environment, isOurServer } from "./yamlServer";
import { yamlServers } from "./yamlServers";

/** Goose calls a server an extension. Which tools it runs without asking is its mode's matter, for all servers at once. */
export function goose(oldNames: readonly string[]): AgentIntegration {
	return {
		id: "goose",
		label: "Goose",
		detect(machine) {
			const program = findProgram(machine, "goose");
			// A database tool has the same name.
			const isUsed = machine.kindOf(configFolder(machine)) === "folder";
			return isUsed ? { kind: "found", program } : { kind: "absent" };
		},
		way: {
			kind: "file",
			path: (machine) => joinPath(machine.platform, configFolder(machine), "config.yaml"),
			...yamlServers({
				place: { key: "extensions", form: "map" },
				dialect: { version: "1.2", tags: [] },
				names: ["parley", ...oldNames],
				nameOf: () => undefined,
				isOurs: (extension, entry) => isOurServer(extension, "cmd", entry),
				isDisabled: ({ enabled }) => enabled === false,
				server: extension,
			}),
		},
	};
}

function configFolder({ env, home, platform }: Machine): string {
	const root = env["GOOSE_PATH_ROOT"];
	if (root !== undefined && root !== "") return joinPath(platform, root, "config");
	if (platform === "win32") {
		const roaming = joinPath(platform, home, "AppData", "Roaming");
		return joinPath(platform, folderFrom(env["APPDATA"], roaming), "Block", "goose", "config");
	}
	return joinPath(platform, folderFrom(env["XDG_CONFIG_HOME"], joinPath(platform, home, ".config")), "goose");
}

function extension(entry: ServerEntry, earlier: Table = {}): Table {
	const budgetS = positiveOr(earlier["timeout"], CALL_BUDGET_S);
	const start = {
		type: "stdio",
		name: "parley",
		cmd: entry.command,
		args: [...entry.args, ...bridgeArguments("goose", { budgetS })],
		...environment("envs", earlier, entry),
	};
	const defaults = {
		enabled: true,
		description: "Asks you in VS Code, and shows there what the agent plans.",
		envs: {},
		env_keys: [],
		timeout: CALL_BUDGET_S,
	};
	return { ...defaults, ...start, ...earlier, ...start };
}
