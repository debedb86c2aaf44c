import { bridgeArguments, CALL_BUDGET_S, TOOLS } from "./bridgeArguments";
import type { ServerEntry } from "./integration";
import { isTable, type Table } from "./toml";

/** Codex gives a server a dozen variables only; others must be named. One that is not set is left out without a word. */
const VARIABLES = ["PARLEY_WINDOW", "PARLEY_FOLDER"];

/** Seconds that the bridge may take to answer `initialize`. */
const STARTUP_S = 15;

/**
 * Codex's table for our server. Of an earlier one everything stays that its user set there, a switched-off entry too,
 * but not what starts the bridge.
 */
export function codexServer(entry: ServerEntry, earlier: unknown): Table {
	const own = isTable(earlier) ? earlier : {};
	const env = { ...tableOr(own["env"]), ...entry.env };
	const start = {
		command: entry.command,
		args: [...entry.args, ...bridgeArguments("codex")],
		...(Object.keys(env).length > 0 && { env }),
		env_vars: [...new Set([...listOr(own["env_vars"]), ...VARIABLES])],
	};
	const limits = { startup_timeout_sec: STARTUP_S, tool_timeout_sec: CALL_BUDGET_S };
	const allowed = Object.fromEntries(TOOLS.map((tool) => [tool, { approval_mode: "approve" }]));
	// `start` first for those who read the file, and last because it is not theirs to change.
	return { ...start, ...limits, ...own, ...start, tools: { ...allowed, ...tableOr(own["tools"]) } };
}

/** An entry is ours if it starts something that lies beside our bridge. */
export function isOurs(server: unknown, entry: ServerEntry): boolean {
	if (!isTable(server)) return false;
	const bin = folderOf(entry.args[0] ?? entry.command);
	return [server["command"], ...listOr(server["args"])].some(
		(part) => typeof part === "string" && folderOf(part) === bin,
	);
}

function folderOf(path: string): string {
	return path.replace(/[\\/][^\\/]*$/, "");
}

function tableOr(value: unknown): Table {
	return isTable(value) ? value : {};
}

function listOr(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}
