import { bridgeArguments } from "./bridgeArguments";
import type { AgentIntegration, Machine, ServerEntry } from "./integration";
import { findProgram, folderFrom, joinPath } from "./programs";
import type { Table } from "./toml";
import { environment, isOurServer } from "./yamlServer";
import { yamlServers } from "./yamlServers";

/** Continue ends every tool call after this many seconds, and no setting changes that: too short to wait for a person. */
const CALL_LIMIT_S = 60;

/** Continue lists servers by their names in a file that also says which models it uses: it is never made for ours alone. */
export function continueCli(oldNames: readonly string[]): AgentIntegration {
	return {
		id: "continue",
		label: "Continue",
		detect(machine) {
			const isUsed = machine.kindOf(configFile(machine)) === "file";
			return isUsed ? { kind: "found", program: findProgram(machine, "cn") } : { kind: "absent" };
		},
		way: {
			kind: "file",
			path: configFile,
			...yamlServers({
				place: { key: "mcpServers", form: "list" },
				dialect: { version: "1.2", tags: [] },
				names: ["parley", ...oldNames],
				nameOf: ({ name }) => (typeof name === "string" ? name : undefined),
				isOurs: (server, entry) => isOurServer(server, "command", entry),
				// There is no such switch.
				isDisabled: () => false,
				server,
			}),
		},
	};
}

function configFile({ env, home, platform }: Machine): string {
	const folder = folderFrom(env["CONTINUE_GLOBAL_DIR"], joinPath(platform, home, ".continue"));
	return joinPath(platform, folder, "config.yaml");
}

function server(entry: ServerEntry, earlier: Table = {}): Table {
	const start = {
		name: "parley",
		command: entry.command,
		args: [...entry.args, ...bridgeArguments("continue", { budgetS: CALL_LIMIT_S, clarify: false, approval: false })],
		...environment("env", earlier, entry),
	};
	return { ...start, ...earlier, ...start };
}
