import { HOOK_PATHS, type HookCaller } from "../../wire/hookMessages";
import { agentProcess } from "../agentProcess";
import { chooseWindow } from "../chooseWindow";
import type { HookStart } from "../hook";
import { isFields } from "../jsonRpc";
import { readWindow } from "../readWindow";
import { askPermission } from "./askPermission";
import { type Dialect, type HookEvent, textOf } from "./dialect";
import { inputHash } from "./inputHash";
import { postHook } from "./postHook";

export interface HookTerminal {
	/** Writes a line for the agent. */
	say(line: string): Promise<void>;
	/** A person is asked: the hook may now take this long. */
	waitFor(ms: number): void;
}

/** Tells the window what has happened and passes its answer on. Says nothing where there is no window. */
export async function report(
	start: HookStart,
	dialect: Dialect,
	told: Exclude<HookEvent, { kind: "answer" }>,
	terminal: HookTerminal,
): Promise<void> {
	const { agent, script } = start;
	const chosen = await chooseWindow({ script, agent, window: start.window, cwd: told.ids.cwd ?? workingDirectory() });
	const find = (): ReturnType<typeof readWindow> => (chosen === undefined ? undefined : readWindow(chosen));
	const window = find();
	if (window === undefined) return;
	const caller: HookCaller = { agent, pid: process.pid, agentPid: agentProcess().pid, ...told.ids };
	switch (told.kind) {
		case "begin": {
			let context: string | undefined;
			await postHook(window, HOOK_PATHS.begin, caller, (answer) => {
				context = isFields(answer) ? textOf(answer["context"]) : undefined;
			});
			if (context !== undefined) await terminal.say(dialect.context(context));
			return;
		}
		case "end":
			// When this process was started, not when it is heard: a new prompt may overtake it.
			await postHook(window, HOOK_PATHS.end, { ...caller, how: told.how, at: Math.round(performance.timeOrigin) });
			return;
		case "tool":
			await postHook(window, HOOK_PATHS.tool, { ...caller, tool: told.tool, inputHash: inputHash(told.input) });
			return;
		case "permission": {
			if (dialect.permission === undefined) return;
			const { tool, input, blocksTerminal } = told;
			const asked = { ...caller, tool, inputHash: inputHash(input), input, blocksTerminal };
			await askPermission(find, asked, dialect.permission, terminal);
		}
	}
}

function workingDirectory(): string | undefined {
	try {
		return process.cwd();
	} catch {
		return undefined;
	}
}
