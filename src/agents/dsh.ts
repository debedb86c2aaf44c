import type { ScalarTag } from "yaml";
import { bridgeArguments, CALL_BUDGET_S } from "./bridgeArguments";
import type { AgentIntegration, Machine, ServerEntry } from "./integration";
import { positiveOr } from "./positiveOr";
import { findProgram, folderFrom, joinPath } from "./programs";
import { isTable, type Table } from "./toml";
import { environment, isOurServer, listIn, tableIn } from "./yamlServer";
import { yamlServers } from "./yamlServers";

/**
 * The DeepSeek Harness starts what its composition lists. The person's own patches to that are a list in a file of theirs:
 * ours inserts one row, which switches itself off outside an editor's terminal. `oldNames`: ids that the row had before.
 */
export function dsh(oldNames: readonly string[]): AgentIntegration {
	return {
		id: "dsh",
		label: "DeepSeek Harness",
		detect(machine) {
			const program = findProgram(machine, "dsh");
			// Debian has a distributed shell of this name.
			const isUsed = machine.kindOf(dshHome(machine)) === "folder";
			return isUsed ? { kind: "found", program } : { kind: "absent" };
		},
		way: {
			kind: "file",
			path: (machine) => joinPath(machine.platform, dshHome(machine), "cordis.patch.yml"),
			...yamlServers({
				place: { key: undefined, form: "list" },
				dialect: { version: "1.2", tags: [JS] },
				names: [ID, ...oldNames],
				nameOf,
				isOurs: (patch, entry) => rowsOf(patch).some((row) => isOurServer(tableIn(row, "config"), "command", entry)),
				isDisabled: (patch) => onlyRow(patch)?.["disabled"] === true,
				isShared: (patch) => onlyRow(patch) === undefined,
				server: patch,
			}),
		},
	};
}

function dshHome({ env, home, platform }: Machine): string {
	return folderFrom(env["DSH_HOME"], joinPath(platform, home, ".dsh"));
}

const ID = "mcp-parley";
const SERVER = "parley";

/** What DSH computes when it starts a row. */
class Expression {
	constructor(readonly code: string) {}
}

const JS: ScalarTag = {
	tag: "tag:yaml.org,2002:js",
	identify: (value) => value instanceof Expression,
	resolve: (code) => new Expression(code),
	stringify: ({ value }) => JSON.stringify(value instanceof Expression ? value.code : value),
};

function rowsOf(patch: Table): readonly Table[] {
	return listIn(patch, "insert").filter(isTable);
}

/** Undefined where a patch does more than to insert one row: then it is not ours alone. */
function onlyRow(patch: Table): Table | undefined {
	const [row, ...others] = rowsOf(patch);
	return others.length === 0 && Object.keys(patch).length === 1 ? row : undefined;
}

/** DSH refuses a second row under the same id, and a second server under the same name. */
function nameOf(patch: Table): string | undefined {
	const rows = rowsOf(patch);
	const isOurName = (row: Table): boolean => row["id"] === ID || tableIn(row, "config")["serverName"] === SERVER;
	if (rows.some(isOurName)) return ID;
	const [id] = rows.map((row) => row["id"]);
	return typeof id === "string" ? id : undefined;
}

function patch(entry: ServerEntry, earlier: Table = {}): Table {
	const row = onlyRow(earlier) ?? {};
	const config = tableIn(row, "config");
	const budgetS = Math.floor(positiveOr(config["toolCallTimeoutMs"], CALL_BUDGET_S * 1_000) / 1_000);
	const start = {
		serverName: SERVER,
		transport: "stdio",
		command: entry.command,
		args: [...entry.args, ...bridgeArguments("dsh", { budgetS })],
		...environment("env", config, entry),
	};
	const limits = { toolCallTimeoutMs: CALL_BUDGET_S * 1_000, failOnStartupError: false };
	const own = { id: ID, name: "@deepseek-ai/dsh-mcp-client" };
	const disabled = new Expression("!process.env.PARLEY_WINDOW");
	return { insert: [{ ...own, disabled, ...row, ...own, config: { ...start, ...limits, ...config, ...start } }] };
}
