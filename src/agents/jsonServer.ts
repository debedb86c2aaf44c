import { bridgeArguments, type BridgeOptions, CALL_BUDGET_S } from "./bridgeArguments";
import type { AgentId, ServerEntry } from "./integration";
import { isObject, type JsonObject } from "./jsonc";
import { positiveOr } from "./positiveOr";
import { startsBridge } from "./startsBridge";

/** How one CLI writes a server into its JSON, and which of it is ours to say. */
export interface JsonServer extends BridgeOptions {
	readonly agent: AgentId;
	/** The CLI's limit of a call: its key, and how many of its units a second has. */
	readonly limit?: { readonly key: string; readonly perSecond: 1 | 1_000 };
	/** What else the entry gets where its user has not said otherwise. */
	readonly more?: JsonObject;
	/** How program and variables are written; without it as `command`, `args` and `env`. */
	readonly start?: StartForm;
}

export interface StartForm {
	/** The key of the server's own variables. */
	readonly env: string;
	/** The program and its arguments, as members of the entry. */
	program(words: readonly string[]): JsonObject;
}

const COMMAND_AND_ARGS: StartForm = { env: "env", program: ([command, ...args]) => ({ command, args }) };

/**
 * The entry for our server. Of an earlier one everything stays that its user set there, a switched-off entry too, but not
 * what starts the bridge: that is told how long the CLI really waits.
 */
export function jsonServer(server: JsonServer, entry: ServerEntry, earlier?: unknown): JsonObject {
	const { agent, budgetS = CALL_BUDGET_S, limit, more, start = COMMAND_AND_ARGS } = server;
	const own = isObject(earlier) ? earlier : {};
	const limits = limit === undefined ? {} : { [limit.key]: positiveOr(own[limit.key], budgetS * limit.perSecond) };
	const allowedS = limit === undefined ? budgetS : Number(limits[limit.key]) / limit.perSecond;
	const words = [entry.command, ...entry.args, ...bridgeArguments(agent, { ...server, budgetS: allowedS })];
	const ownEnv = own[start.env];
	const env = { ...(isObject(ownEnv) ? ownEnv : {}), ...entry.env };
	const ours = { ...start.program(words), ...(Object.keys(env).length > 0 && { [start.env]: env }) };
	// `ours` first for those who read the file, and last because it is not theirs to change.
	return { ...more, ...ours, ...limits, ...own, ...limits, ...ours };
}

/** An entry is ours if it starts something that lies beside our bridge. */
export function isOurServer(server: unknown, entry: ServerEntry): boolean {
	return isObject(server) && startsBridge([server["command"], server["args"]].flat(), entry);
}

/** Switched off by its user, in either of the ways that CLIs have. */
export function isOff(server: unknown): boolean {
	return isObject(server) && (server["disabled"] === true || server["enabled"] === false);
}
