import { writeSync } from "node:fs";
import { chooseWindow, ownWindow } from "./chooseWindow";
import { dialectOf } from "./hooks/dialectOf";
import { type Fields, isFields } from "./jsonRpc";
import type { PreparedConnection } from "./preparedConnection";
import { readWindow } from "./readWindow";

/** Longer input gets no decision: the agent then asks by itself. A prompt and a tool's result are part of it. */
const INPUT_MAX_BYTES = 8 * 1024 * 1024;
/** Until the end, unless a person is asked. */
const WITHIN_MS = 3_000;

export interface HookStart {
	readonly agent: string;
	/** As the agent calls it. */
	readonly event: string;
	/** The bridge's own file. */
	readonly script: string;
	/** The value of `PARLEY_WINDOW`. */
	readonly window: string | undefined;
}

/**
 * The sub-command `hook <agent> <event>`: reads what the agent's hook is told from standard input and prints lines of JSON
 * or nothing. It ends with 0 whatever happens, because agents take other codes for a refusal.
 */
export function runHook(start: HookStart): void {
	const chunks: Buffer[] = [];
	let length = 0;
	const end = (): void => {
		process.exit(0);
	};
	let limit = setTimeout(end, WITHIN_MS);
	const waitFor = (ms: number): void => {
		clearTimeout(limit);
		limit = setTimeout(end, ms);
	};
	const prepared = prepare(start);
	const answer = async (): Promise<void> => {
		const dialect = dialectOf(start.agent);
		const told = dialect?.read(start.event, parse(Buffer.concat(chunks)));
		if (dialect === undefined || told === undefined) return;
		if (told.kind === "answer") {
			say(told.line);
			return;
		}
		const { agent, script } = start;
		const path = await chooseWindow({ script, agent, window: start.window, cwd: told.ids.cwd });
		const window = path === undefined ? undefined : readWindow(path);
		if (path === undefined || window === undefined) return;
		const connections = (await prepared) ?? (await newConnections());
		const { report } = await import("./hooks/report");
		await report({ path, window, connections, agent, dialect, output: { say, waitFor } }, told);
	};
	process.on("uncaughtException", end);
	process.stdin
		.on("data", (chunk: Buffer) => {
			chunks.push(chunk);
			length += chunk.length;
			if (length > INPUT_MAX_BYTES) end();
		})
		.on("end", () => void answer().then(end, end))
		.on("error", end);
}

/** All but one of an agent's events are for the window: that can prove itself while the agent still writes. */
async function prepare(start: HookStart): Promise<PreparedConnection | undefined> {
	const own = start.event === "PreToolUse" ? undefined : ownWindow({ ...start, cwd: undefined });
	const window = own === undefined ? undefined : readWindow(own);
	if (window === undefined) return undefined;
	const connections = await newConnections();
	connections.prepare(window);
	return connections;
}

/** node:net and node:crypto come with it: only a hook that has a window to tell pays for them. */
async function newConnections(): Promise<PreparedConnection> {
	const { PreparedConnection: Connections } = await import("./preparedConnection");
	return new Connections();
}

/** At once, and without what a stream costs: it is a line or two. Nobody may be there to read them any more. */
function say(line: string): void {
	writeSync(1, `${line}\n`);
}

/** Nothing where it is no JSON object. */
function parse(input: Buffer): Fields {
	try {
		const raw: unknown = JSON.parse(input.toString("utf8"));
		return isFields(raw) ? raw : {};
	} catch {
		return {};
	}
}
