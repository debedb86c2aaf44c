import type { BridgeArguments } from "./arguments";
import { chooseWindow, ownWindow } from "./chooseWindow";
import type { Dialer } from "./dialer";
import { LineReader } from "./lineReader";
import { readWindow } from "./readWindow";
import { Relay } from "./relay";
import { TimerClock } from "./timerClock";

/** How long the end may take: the window is told, but nobody waits for its answer. */
const END_WITHIN_MS = 35;

export interface BridgeStart {
	/** The bridge's own file. */
	readonly script: string;
	/** The value of `PARLEY_WINDOW`. */
	readonly window: string | undefined;
	/** The agent's own id of its session, where it tells that to its servers. */
	readonly agentSession: string | undefined;
}

/** Serves MCP on stdin and stdout until the agent goes. */
export async function serve(
	entry: BridgeArguments,
	{ script, window: named, agentSession }: BridgeStart,
): Promise<void> {
	const start = { script, agent: entry.agent, window: named, cwd: workingDirectory() };
	// node:net and node:crypto are a good part of the start: only a bridge with a window pays for them.
	let loading: Promise<Dialer> | undefined;
	const dialer = (): Promise<Dialer> =>
		(loading ??= import("./dialer").then((loaded) => new loaded.Dialer(entry, start.cwd, agentSession)));

	const own = ownWindow(start);
	const window = own === undefined ? undefined : readWindow(own);
	if (window !== undefined) (await dialer()).prepare(window);

	const relay = new Relay({
		clock: new TimerClock(),
		write: (text) => void process.stdout.write(`${text}\n`),
		choose: () => chooseWindow(start),
		read: readWindow,
		open: async (...dial) => (await dialer()).open(...dial),
	});
	const lines = new LineReader(
		(line) => relay.receive(line),
		() => relay.refuseLine(),
	);
	let isEnding = false;
	const end = (): void => {
		if (isEnding) return;
		isEnding = true;
		setTimeout(() => process.exit(0), END_WITHIN_MS);
		void relay.close().then(() => process.exit(0));
	};
	process.stdin.on("data", (chunk: Buffer) => lines.push(chunk));
	for (const event of ["end", "close", "error"]) process.stdin.on(event, end);
	process.stdout.on("error", end);
	for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, end);
}

function workingDirectory(): string | undefined {
	try {
		return process.cwd();
	} catch {
		return undefined;
	}
}
