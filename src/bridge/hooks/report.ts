import { HOOK_PATHS, type HookCaller } from "../../wire/hookMessages";
import type { Rendezvous } from "../../wire/rendezvous";
import { agentProcess } from "../agentProcess";
import type { HttpConnection } from "../httpConnection";
import { isFields } from "../jsonRpc";
import type { PreparedConnection } from "../preparedConnection";
import { readWindow } from "../readWindow";
import { realPath } from "../realPath";
import { type Dialect, type HookEvent, textOf } from "./dialect";
import type { HookOutput } from "./hookOutput";
import { inputHash } from "./inputHash";
import { type HookWindow, postHook } from "./postHook";

/** To whom, of whom, and where the answer goes. */
export interface Report {
	/** The window's file, and what it says. */
	readonly path: string;
	readonly window: Rendezvous;
	readonly connections: PreparedConnection;
	readonly agent: string;
	readonly dialect: Dialect;
	readonly output: HookOutput;
}

/** Tells the window what has happened and passes its answer on. */
export async function report(
	{ path, window, connections, agent, dialect, output }: Report,
	told: Exclude<HookEvent, { kind: "answer" }>,
): Promise<void> {
	// The window knows the folders of its sessions without any link in them.
	const { cwd, ...ids } = told.ids;
	const folder = cwd === undefined ? {} : { cwd: realPath(cwd) };
	const caller: HookCaller = { agent, pid: process.pid, agentPid: agentProcess().pid, ...ids, ...folder };
	const connect = (to: Rendezvous): Promise<HttpConnection> => connections.connect(to);
	const own = { window, connect };
	switch (told.kind) {
		case "begin": {
			let context: string | undefined;
			await postHook(own, HOOK_PATHS.begin, caller, (answer) => {
				context = isFields(answer) ? textOf(answer["context"]) : undefined;
			});
			if (context !== undefined) output.say(dialect.context(context));
			return;
		}
		case "end":
			// When this process was started, not when it is heard: a new prompt may overtake it.
			await postHook(own, HOOK_PATHS.end, { ...caller, how: told.how, at: Math.round(performance.timeOrigin) });
			return;
		case "tool":
			await postHook(own, HOOK_PATHS.tool, { ...caller, tool: told.tool, inputHash: inputHash(told.input) });
			return;
		case "permission": {
			if (dialect.permission === undefined) return;
			const { tool, input, blocksTerminal } = told;
			const workdir = told.workdir === undefined ? undefined : realPath(told.workdir);
			const asked = { ...caller, tool, inputHash: inputHash(input), input, workdir, blocksTerminal };
			const { askPermission } = await import("./askPermission");
			const find = (): HookWindow | undefined => {
				const now = readWindow(path);
				return now && { window: now, connect };
			};
			await askPermission(find, asked, dialect.permission, output);
		}
	}
}
