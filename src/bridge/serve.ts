import { randomBytes } from "node:crypto";
import { WINDOW_VARIABLE } from "../wire/protocol";
import type { BridgeArguments } from "./arguments";
import { chooseWindow } from "./chooseWindow";
import { introHeaders } from "./introHeaders";
import { LineReader } from "./lineReader";
import { readWindow } from "./readWindow";
import { Relay } from "./relay";
import { TimerClock } from "./timerClock";

/** How long the end may take: the window is told, but nobody waits for its answer. */
const END_WITHIN_MS = 35;

/** Serves MCP on stdin and stdout until the agent goes. `script` is the bridge's own file. */
export function serve(entry: BridgeArguments, script: string): void {
	const cwd = workingDirectory();
	const self = { sessionKey: randomKey(), pid: process.pid, cwd };
	const relay = new Relay({
		clock: new TimerClock(),
		write: (text) => void process.stdout.write(`${text}\n`),
		choose: () => chooseWindow({ script, window: process.env[WINDOW_VARIABLE], cwd }),
		read: readWindow,
		open: async (window, { text, id }, callKeys) => {
			// node:http is a good part of the start: only a bridge with a window pays for it.
			const { openUpstream } = await import("./httpUpstream");
			return openUpstream(window, { text, id, headers: introHeaders(entry, self, callKeys) });
		},
		newCallKey: randomKey,
	});

	let isEnding = false;
	const end = (): void => {
		if (isEnding) return;
		isEnding = true;
		setTimeout(() => process.exit(0), END_WITHIN_MS);
		void relay.close().then(() => process.exit(0));
	};
	const lines = new LineReader(
		(line) => relay.receive(line),
		() => relay.refuseLine(),
	);
	process.stdin.on("data", (chunk: Buffer) => lines.push(chunk));
	for (const event of ["end", "close", "error"]) process.stdin.on(event, end);
	process.stdout.on("error", end);
	for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, end);
}

/** 128 random bits as hex digits. */
function randomKey(): string {
	return randomBytes(16).toString("hex");
}

function workingDirectory(): string | undefined {
	try {
		return process.cwd();
	} catch {
		return undefined;
	}
}
