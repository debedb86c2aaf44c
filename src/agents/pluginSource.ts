import { hookWords } from "./hookWords";
import type { AgentId, ServerEntry } from "./integration";

/**
 * The beginning of a plug-in of ours that runs inside an agent, as a JavaScript module: `say(event, message, limitMs)`
 * starts the bridge's hook sub-command and gives the object that it answers. Without a window, and after any failure, it
 * gives undefined; it never throws.
 */
export function pluginSource(agent: AgentId, entry: ServerEntry): string {
	return `// Parley, the VS Code extension, has made this file and writes it anew: changes to it get lost.
import { spawn } from "node:child_process";

const [PROGRAM, ...WORDS] = ${JSON.stringify(hookWords(entry, agent, "").slice(0, -1))};
const VARIABLES = ${JSON.stringify(entry.env ?? {})};

function say(event, message, limitMs, signal) {
	return new Promise((resolve) => {
		let said = "";
		try {
			const env = { ...process.env, ...VARIABLES };
			const hook = spawn(PROGRAM, [...WORDS, event], { env, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
			const stop = () => hook.kill();
			const limit = setTimeout(stop, limitMs);
			signal?.addEventListener("abort", stop, { once: true });
			hook.on("error", () => undefined);
			hook.on("close", () => {
				clearTimeout(limit);
				resolve(parsed(said));
			});
			hook.stdin.on("error", () => undefined);
			hook.stdout.setEncoding("utf8");
			hook.stdout.on("data", (text) => (said += text));
			hook.stdin.end(JSON.stringify(message));
		} catch {
			resolve(undefined);
		}
	});
}

function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const EVENT_MS = 5_000;
`;
}
