import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { RENDEZVOUS_NAME } from "../wire/rendezvous";
import { agentProcess } from "./agentProcess";
import { readPrivateFile } from "./privateFile";

/** Where and how this bridge was started. */
export interface Start {
	/** The bridge's own file, as Node was told it. */
	readonly script: string;
	/** As the entry names it. */
	readonly agent: string | undefined;
	/** The value of `PARLEY_WINDOW`. */
	readonly window: string | undefined;
	/** The working directory; undefined where it is gone. */
	readonly cwd: string | undefined;
}

/**
 * The rendezvous file of the one window that this bridge belongs to, whether that window is there now or not; undefined
 * where it belongs to none. Asked anew at each `initialize`.
 */
export async function chooseWindow(start: Start): Promise<string | undefined> {
	if (isGiven(start.window)) {
		const own = ownWindow(start);
		// A daemon serves the agents of many terminals, and its variables are those of the first. Codex's is one (measured with
		// 0.171.0): it is even a child of the first terminal's program as long as that runs.
		if (own === undefined || !agentProcess().isDaemon) return own;
		if (start.agent === undefined || start.cwd === undefined) return undefined;
		const { claimedWindow } = await import("./claimedWindow");
		return claimedWindow(dirname(own), start.agent, start.cwd);
	}
	const state = stateOf(start.script);
	if (state === undefined || start.cwd === undefined || !attachesOutsideTerminals(state)) return undefined;
	const { windowOfFolder } = await import("./windowOfFolder");
	return windowOfFolder(join(state, "run"), start.cwd);
}

/** The window whose terminal the variable names; never another one in its place. */
export function ownWindow({ script, window }: Start): string | undefined {
	const state = stateOf(script);
	return isGiven(window) && state !== undefined ? inRunFolder(window, state) : undefined;
}

/** `<state>/bin/bridge.cjs` lies in the state folder that it serves: no other is believed, whoever names it. */
function stateOf(script: string): string | undefined {
	try {
		return dirname(dirname(realpathSync.native(script)));
	} catch {
		return undefined;
	}
}

/** Some agents hand on a variable that is not set as its unexpanded reference. */
function isGiven(value: string | undefined): value is string {
	return value !== undefined && value !== "" && !value.startsWith("${");
}

/** The real path of what lies in the run folder under a window's name, whatever way the value takes there. */
function inRunFolder(path: string, state: string): string | undefined {
	if (!isAbsolute(path) || !RENDEZVOUS_NAME.test(basename(path))) return undefined;
	const run = join(state, "run");
	try {
		return realpathSync.native(dirname(path)) === run ? join(run, basename(path)) : undefined;
	} catch {
		return undefined;
	}
}

function attachesOutsideTerminals(state: string): boolean {
	const text = readPrivateFile(join(state, "settings.json"));
	if (text === undefined) return false;
	try {
		return (JSON.parse(text) as { attachOutsideTerminals?: unknown } | null)?.attachOutsideTerminals === true;
	} catch {
		return false;
	}
}
