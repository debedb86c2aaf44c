import { cmdHookLine, hookWords, posixHookLine } from "./hookWords";
import type { FilePart, Machine, ServerEntry } from "./integration";
import { jsonFile } from "./jsonFile";
import { type HookGroups, jsonHooks } from "./jsonHooks";

/** Seconds. A permission waits for the person; the window gives up first. Codex warns of more than 3 at an interrupt. */
const TIMEOUT_S = { event: 10, interrupt: 3, permission: 600 };

/**
 * Codex runs a hook only once its user has trusted it, and remembers a hash of the definition under its place in the list.
 * So these stand behind the user's own, and no byte of them changes from one version of ours to the next: whoever has to
 * change one takes it out of use for everybody until they have trusted it again.
 */
const HOOKS: readonly HookGroups[] = [
	group("UserPromptSubmit", { statusMessage: "Telling VS Code", timeout: TIMEOUT_S.event }),
	group("Stop", { statusMessage: "Telling VS Code", timeout: TIMEOUT_S.event }),
	group("Interrupt", { statusMessage: "Telling VS Code", timeout: TIMEOUT_S.interrupt }),
	group("PreToolUse", { statusMessage: "Checking who asks", timeout: TIMEOUT_S.event }, "^mcp__parley__"),
	// Its terminal shows this in place of its own prompt.
	group("PermissionRequest", { statusMessage: "Waiting for your decision in VS Code", timeout: TIMEOUT_S.permission }),
];

/** Our hooks in Codex's own file beside its `config.toml`. */
export function codexHooks(path: (machine: Machine) => string): FilePart {
	return { path, ...jsonFile(jsonHooks(["hooks"], HOOKS)) };
}

function group(event: string, more: object, matcher?: string): HookGroups {
	return {
		event,
		group: (entry) => ({
			...(matcher === undefined ? {} : { matcher }),
			hooks: [{ type: "command", ...line(entry, event), ...more }],
		}),
	};
}

function line(entry: ServerEntry, event: string): object {
	const words = hookWords(entry, "codex", event);
	if (entry.env === undefined) return { command: posixHookLine(words) };
	const command = cmdHookLine(words, entry.env);
	return { command, commandWindows: command };
}
