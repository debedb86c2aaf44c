import { bridgeArguments, CALL_BUDGET_S } from "./bridgeArguments";
import type { AgentIntegration, Machine, ServerEntry } from "./integration";
import { positiveOr } from "./positiveOr";
import { findProgram, folderFrom, joinPath } from "./programs";
import type { Table } from "./toml";
import { environment, isOurServer } from "./yamlServer";
import { yamlServers } from "./yamlServers";

/** Hermes Agent asks by itself, in its own terminal and in its own way: it gets the plan only. */
export function hermes(oldNames: readonly string[]): AgentIntegration {
	return {
		id: "hermes",
		label: "Hermes Agent",
		detect(machine) {
			// A program of this name alone may be another one: React Native's engine is called so too.
			const isUsed = machine.kindOf(hermesHome(machine)) === "folder";
			return isUsed ? { kind: "found", program: findProgram(machine, "hermes") } : { kind: "absent" };
		},
		way: {
			kind: "file",
			path: (machine) => joinPath(machine.platform, hermesHome(machine), "config.yaml"),
			...yamlServers({
				place: { key: "mcp_servers", form: "map" },
				// It is written in Python.
				dialect: { version: "1.1", tags: [] },
				names: ["parley", ...oldNames],
				nameOf: () => undefined,
				isOurs: (server, entry) => isOurServer(server, "command", entry),
				isDisabled: ({ enabled }) => enabled === false || /^(?:false|no|off|0)$/i.test(String(enabled)),
				server,
			}),
		},
	};
}

function hermesHome({ env, home, platform }: Machine): string {
	const usual = joinPath(platform, home, ".hermes");
	const onWindows = joinPath(platform, folderFrom(env["LOCALAPPDATA"], home), "hermes");
	return folderFrom(env["HERMES_HOME"], platform === "win32" ? onWindows : usual);
}

/** Hermes hands a server few variables; a reference to one that is not set arrives as it is, and the bridge takes it for none. */
const VARIABLES = { PARLEY_WINDOW: "${PARLEY_WINDOW}", PARLEY_FOLDER: "${PARLEY_FOLDER}" };

function server(entry: ServerEntry, earlier: Table = {}): Table {
	const budgetS = positiveOr(earlier["timeout"], CALL_BUDGET_S);
	const start = {
		command: entry.command,
		args: [...entry.args, ...bridgeArguments("hermes", { budgetS, clarify: false, approval: false })],
		...environment("env", earlier, entry, VARIABLES),
	};
	return { ...start, timeout: CALL_BUDGET_S, ...earlier, ...start };
}
