import { bridgeArguments, CALL_BUDGET_S, TOOLS } from "./bridgeArguments";
import type { ServerEntry } from "./integration";
import { positiveOr } from "./positiveOr";
import { isTable, type Table } from "./toml";

/** Codex gives a server a dozen variables only; others must be named. One that is not set is left out without a word. */
const VARIABLES = ["PARLEY_WINDOW", "PARLEY_FOLDER"];

/**
 * Codex's limits in seconds, each with every value that a version of ours has written, the present one first. One of these
 * in an entry is not the user's own and goes with the times, so a value that is replaced stays in its list.
 */
interface WrittenLimits {
	/** Until the bridge has answered `initialize`. */
	readonly startup_timeout_sec: readonly [number, ...number[]];
	/** Until a tool call has its result. */
	readonly tool_timeout_sec: readonly [number, ...number[]];
}

const LIMITS: WrittenLimits = { startup_timeout_sec: [15], tool_timeout_sec: [CALL_BUDGET_S] };

/**
 * Codex's table for our server. Of an earlier one everything stays that its user set there, a switched-off entry too,
 * but not what starts the bridge: that is told how long Codex really waits.
 */
export function codexServer(entry: ServerEntry, earlier: unknown, written = LIMITS): Table {
	const own = withoutDefaults(tableOr(earlier), written);
	const env = { ...tableOr(own["env"]), ...entry.env };
	const limits = { startup_timeout_sec: written.startup_timeout_sec[0], tool_timeout_sec: written.tool_timeout_sec[0] };
	const budgetS = positiveOr(own["tool_timeout_sec"], limits.tool_timeout_sec);
	const start = {
		command: entry.command,
		args: [...entry.args, ...bridgeArguments("codex", { budgetS })],
		...(Object.keys(env).length > 0 && { env }),
		env_vars: [...new Set([...listOr(own["env_vars"]), ...VARIABLES])],
	};
	const allowed = Object.fromEntries(TOOLS.map((tool) => [tool, { approval_mode: "approve" }]));
	// `start` first for those who read the file, and last because it is not theirs to change.
	return { ...start, ...limits, ...own, ...start, tools: { ...allowed, ...tableOr(own["tools"]) } };
}

function withoutDefaults(own: Table, written: WrittenLimits): Table {
	const isOurs = (key: string, value: unknown): boolean =>
		Object.entries(written).some(([limit, values]) => limit === key && (values as readonly unknown[]).includes(value));
	return Object.fromEntries(Object.entries(own).filter(([key, value]) => !isOurs(key, value)));
}

function tableOr(value: unknown): Table {
	return isTable(value) ? value : {};
}

function listOr(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}
