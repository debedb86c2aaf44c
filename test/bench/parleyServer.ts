// Parley's broker with its desk in a process of its own, as the benches need it. `--save` keeps sessions in files, `--whole`
// history too, shows all on surfaces and obeys `control.mjs`. Prints one JSON line {url, token, pid}.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBroker } from "../../src/broker/server";
import { unsetSwitches } from "../../src/core/agentSwitches";
import { Desk } from "../../src/core/desk";
import type { HistoryStore, Log, SessionStore } from "../../src/core/ports";
import { SystemClock } from "../../src/node/clock";
import { FileHistoryStore } from "../../src/node/historyStore";
import { RandomIds } from "../../src/node/ids";
import { FolderSessionStore } from "../../src/node/sessionStore";
import { obey } from "./control.mjs";
import { showDesk } from "./surfaces";
import { NEVER_REUSED } from "../support/manualReuse";

const clock = new SystemClock();
const ids = new RandomIds();
const nothing = (): void => undefined;
const log: Log = { debug: nothing, info: nothing, warn: nothing, error: (text, cause) => console.error(text, cause) };
const nowhere: SessionStore = { load: () => [], save: nothing, remove: nothing };

const isWhole = process.argv.includes("--whole");
const folder = isWhole || process.argv.includes("--save") ? ownFolder() : undefined;

const desk = new Desk({
	clock,
	ids,
	log,
	sessions: folder === undefined ? nowhere : new FolderSessionStore(join(folder, "sessions"), log),
	history: historyStore(),
	rules: { read: () => [], update: nothing },
	images: { folder: undefined, add: () => "", remove: nothing },
	isPosix: false,
	commands: { simpleCommand: () => undefined, commands: () => undefined },
	settings: { timeLimitMs: () => 3_600_000, historyEnabled: () => isWhole, ...NEVER_REUSED },
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

if (isWhole) {
	const drawn = showDesk(desk, clock);
	obey({
		drawn,
		waiting: () => desk.inbox.count,
		settle: () => {
			for (const { id } of desk.clarifications.open) desk.clarifications.answer(id, "main");
			return desk.inbox.count;
		},
	});
}

function historyStore(): HistoryStore {
	return isWhole && folder !== undefined
		? new FileHistoryStore(join(folder, "history.json"), log)
		: { read: () => [], update: nothing, updateSoon: nothing, flush: nothing };
}

function ownFolder(): string {
	const own = mkdtempSync(join(tmpdir(), "parley-bench-"));
	process.once("exit", () => rmSync(own, { recursive: true, force: true }));
	for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.exit(0));
	return own;
}
