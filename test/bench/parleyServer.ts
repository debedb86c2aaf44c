// Parley's broker with its desk in a process of its own, as the benches need it. `--save` keeps sessions in files, `--whole`
// history too, shows all on surfaces and obeys `control.mjs`; `--folder PATH` keeps them there, for the next process.
// `--window PATH` writes a window's file. Prints one JSON line {url, token, pid}.
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
import { publishWindow } from "./smallestWindow.mjs";
import { obey } from "./control.mjs";
import { showDesk } from "./surfaces";
import { NEVER_REUSED } from "../support/manualReuse";

const clock = new SystemClock();
const ids = new RandomIds();
const nothing = (): void => undefined;
const log: Log = { debug: nothing, info: nothing, warn: nothing, error: (text, cause) => console.error(text, cause) };
const nowhere: SessionStore = { load: () => [], save: nothing, remove: nothing };

const isWhole = process.argv.includes("--whole");
const folder = optionOf("--folder") ?? (isWhole || process.argv.includes("--save") ? ownFolder() : undefined);

const desk = new Desk({
	clock,
	ids,
	log,
	sessions: folder === undefined ? nowhere : new FolderSessionStore(join(folder, "sessions"), log),
	history: historyStore(),
	rules: { read: () => [], update: nothing },
	images: { folder: undefined, pathOf: (id) => id, add: nothing, remove: nothing, keepOnly: nothing },
	isPosix: false,
	commands: { simpleCommand: () => undefined, commands: () => undefined },
	settings: { timeLimitMs: () => 3_600_000, historyEnabled: () => isWhole, ...NEVER_REUSED },
});
const token = randomBytes(32).toString("hex");
let listensAt = 0;
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
	const place = { url: `${broker.url}/mcp`, token, pid: process.pid };
	listensAt = performance.now();
	const window = optionOf("--window");
	if (window !== undefined) publishWindow(window, place);
	console.log(JSON.stringify(place));
});

if (isWhole) {
	const drawn = showDesk(desk, clock);
	/** When each question could be answered, in milliseconds after the broker listened; by id. */
	const seen = new Map<string, number>();
	desk.clarifications.onDidChange(() => {
		for (const { id, state } of desk.clarifications.open) {
			if (state === "waiting" && !seen.has(id)) seen.set(id, performance.now() - listensAt);
		}
	});
	obey({
		drawn,
		seen: () => [...seen.values()],
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

function optionOf(name: string): string | undefined {
	const at = process.argv.indexOf(name);
	return at < 0 ? undefined : process.argv[at + 1];
}

function ownFolder(): string {
	const own = mkdtempSync(join(tmpdir(), "parley-bench-"));
	process.once("exit", () => rmSync(own, { recursive: true, force: true }));
	for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.exit(0));
	return own;
}
