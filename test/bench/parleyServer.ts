// Parley's broker with its desk in a process of its own, as the benches need it. `--save` keeps sessions in files.
// Prints one JSON line {url, token, pid}.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBroker } from "../../src/broker/server";
import { unsetSwitches } from "../../src/core/agentSwitches";
import { Desk } from "../../src/core/desk";
import type { Log, SessionStore } from "../../src/core/ports";
import { SystemClock } from "../../src/node/clock";
import { RandomIds } from "../../src/node/ids";
import { FolderSessionStore } from "../../src/node/sessionStore";

const clock = new SystemClock();
const ids = new RandomIds();
const nothing = (): void => undefined;
const log: Log = { debug: nothing, info: nothing, warn: nothing, error: (text, cause) => console.error(text, cause) };
const nowhere: SessionStore = { load: () => [], save: nothing, remove: nothing };

const desk = new Desk({
	clock,
	ids,
	log,
	sessions: process.argv.includes("--save") ? fileStore() : nowhere,
	history: { read: () => [], update: nothing },
	rules: { read: () => [], update: nothing },
	isPosix: false,
	commands: { simpleCommand: () => undefined, commands: () => undefined },
	settings: { timeLimitMs: () => 3_600_000, historyEnabled: () => false },
});
const token = randomBytes(32).toString("hex");
void startBroker({
	desk,
	clock,
	ids,
	log,
	token,
	version: "0",
	instance: "bench",
	preferredPort: undefined,
	clientStart: () => Promise.resolve(undefined),
	isRunning: () => true,
	isHeadless: () => Promise.resolve(false),
	hookProcesses: { agentOf: ({ agentPid }) => Promise.resolve(agentPid), nearest: () => Promise.resolve(undefined) },
	switches: { of: unsetSwitches, onDidChange: () => ({ dispose: nothing }) },
	contacts: { onHandshake: nothing, onCall: nothing },
	locate: () =>
		Promise.resolve({
			cwd: undefined,
			folder: undefined,
			terminal: undefined,
			pid: undefined,
			verification: "unchecked",
		}),
}).then((broker) => {
	console.log(JSON.stringify({ url: `${broker.url}/mcp`, token, pid: process.pid }));
});

function fileStore(): SessionStore {
	const folder = mkdtempSync(join(tmpdir(), "parley-bench-"));
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.exit(0));
	return new FolderSessionStore(folder, log);
}
