import { randomBytes } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Broker, startBroker } from "./broker/server";
import type { AgentSwitchboard } from "./core/agentSwitches";
import { DOCTOR_AGENT } from "./core/agents";
import type { Clock } from "./core/clock";
import type { Desk } from "./core/desk";
import type { Disposable } from "./core/lifetime";
import type { HistoryStore, Ids, ImageStore, Log, RuleStore, SessionStore } from "./core/ports";
import type { Place } from "./core/sessions";
import { findClient } from "./node/agentClient";
import { bootId } from "./node/bootId";
import { ContactBook } from "./node/contactBook";
import { isHeadlessRun } from "./node/headlessRun";
import { FileHistoryStore } from "./node/historyStore";
import { LockBusy } from "./node/fileLock";
import { type BridgeCommand, type BridgeSource, type EditorNode, installBridge } from "./node/installBridge";
import { HookProcessTable } from "./node/hookProcesses";
import { documentsElsewhere } from "./node/imageMentions";
import { FolderImageStore } from "./node/imageStore";
import { isRunning } from "./node/isRunning";
import { findPlace, type Folder, type PlaceClaim, type Terminal } from "./node/place";
import { processesOf, startOf } from "./node/processes";
import { claimSlot } from "./node/rendezvous";
import { workspaceKey } from "./node/rendezvousKey";
import type { Slot } from "./node/rendezvousSlot";
import { replaceFile } from "./node/replaceFile";
import { FileRuleStore, type RulesUnreadable } from "./node/ruleStore";
import { FolderSessionStore } from "./node/sessionStore";
import { SlotKeeper } from "./node/slotKeeper";
import { openStateFolder, type StateFolder, stateFolderPath } from "./node/stateFolder";
import { WINDOW_VARIABLE } from "./wire/protocol";

/** The first port of the range that remote windows neither announce nor forward; the manifest names the range. */
const REMOTE_PORT = 47_600;
const REMOTE_PORTS = 100;

/**
 * After a reload VS Code brings the terminals back some moments after it has started its extensions, and bridges may come
 * back sooner: until then a session that is in none of them is looked at again.
 */
const TERMINALS_RETURN_MS = 10_000;
const LOOK_AGAIN_MS = 200;
/** No window holds a lock for longer, unless its machine stands still. */
const LOCK_PATIENCE_MS = 10_000;

/** What the window tells of itself; lists are read at each use. */
export interface WindowFacts {
	readonly version: string;
	/** The folder of the bundles. */
	readonly dist: string;
	readonly editor: EditorNode;
	/** VS Code would announce a port that it sees, and forward it. */
	readonly isRemote: boolean;
	/** Of the workspace file or the single folder; undefined without any. */
	readonly workspaceUri: string | undefined;
	/** The person trusts the workspace. */
	isTrusted(): boolean;
	folders(): readonly Folder[];
	terminals(): readonly Terminal[];
	/** The processes of the tasks that run. */
	tasks(): readonly number[];
}

export interface StartDeps {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly log: Log;
	readonly facts: WindowFacts;
	readonly switches: AgentSwitchboard;
	/** The approval rules of this workspace cannot be understood: none applies. */
	rulesUnreadable(what: RulesUnreadable): void;
}

/** The window's place in the state folder and what it keeps there. */
export interface WindowPlace extends Disposable {
	readonly state: StateFolder;
	readonly slot: Slot;
	/** How agents start the bridge. */
	readonly bridge: BridgeCommand;
	readonly instance: string;
	readonly sessions: SessionStore;
	readonly history: HistoryStore;
	readonly rules: RuleStore;
	readonly images: ImageStore;
	/** When agents were seen. */
	readonly contacts: ContactBook;
}

/** Takes a place for this window: the one that its restored terminals know, else a free one. */
export async function takePlace(deps: StartDeps): Promise<WindowPlace> {
	const { clock, ids, log, facts } = deps;
	const state = openState();
	const bridge = installBridge(state, bridgeSource(facts, clock), process.platform);
	const instance = ids.uuid();
	const key = workspaceKey(facts.workspaceUri);
	const slot = await claimSlot({
		state,
		workspaceKey: key,
		restored: await restoredWindows(facts.terminals()),
		owner: {
			pid: process.pid,
			bootId: bootId(),
			host: hostname(),
			instance,
			processStart: await startOf(process.pid),
		},
		now: () => clock.now(),
		onSetAside: (path) => log.warn(`a rendezvous file that could not be read was set aside as ${path}`),
	});
	return {
		state,
		slot,
		bridge,
		instance,
		sessions: new FolderSessionStore(join(state.windows, slot.name), log),
		history: new FileHistoryStore(join(state.history, `${key}.json`), log),
		rules: new FileRuleStore(join(state.approvals, `${key}.json`), log, (what) => deps.rulesUnreadable(what)),
		images: new FolderImageStore(
			state.images,
			() => clock.now(),
			() => documentsElsewhere(state, slot.name),
		),
		contacts: new ContactBook(state, log, () => clock.now()),
		dispose: () => slot.release(),
	};
}

/** Puts folder and bridge right where they are not, whatever is there. Throws where that is not possible. */
export function reinstallBridge({ facts, clock }: Pick<StartDeps, "facts" | "clock">): void {
	const state = openState();
	// One that is only broken says that it is as new as ours, or newer: it goes first.
	for (const name of ["version.json", "bridge.cjs", "agents.cjs", "parley-bridge"]) {
		rmSync(join(state.bin, name), { recursive: true, force: true });
	}
	installBridge(state, bridgeSource(facts, clock), process.platform);
}

function openState(): StateFolder {
	return openStateFolder(stateFolderPath(process.env, process.platform, homedir()));
}

function bridgeSource({ dist, version, editor }: WindowFacts, clock: Clock): BridgeSource {
	const [file, doctor] = [join(dist, "bridge.cjs"), join(dist, "agents.cjs")];
	return { file, doctor, version, node: editor, now: clock.now() };
}

/** A broker that listens, and the window's file that leads to it. */
export interface OpenBroker {
	readonly port: number;
	/** `http://127.0.0.1:<port>` */
	readonly url: string;
	readonly token: string;
	/** 64 hex digits that the editor's own agent mode proves itself with, new at every start. */
	readonly editorSecret: string;
	/** Tells bridges again where the broker is: the window's folders have changed. */
	publish(): void;
	/** Sees to it that the window's file is in its place. */
	look(): void;
	close(): Promise<void>;
}

/** Rejects with a reason that a person can read. */
export async function openBroker(
	{ clock, ids, log, facts, switches }: StartDeps,
	place: WindowPlace,
	desk: Desk,
): Promise<OpenBroker> {
	const { slot, instance, contacts } = place;
	const { dist, version } = facts;
	// By its absolute path at run time: the broker is a bundle of its own, so that activation need not load it.
	const bundle = createRequire(__filename)(join(dist, "broker.cjs")) as { startBroker: typeof startBroker };
	const token = randomBytes(32).toString("hex");
	const editorSecret = randomBytes(32).toString("hex");
	const processes = processesOf(process.platform);
	const startedAt = clock.now();
	const placeInTerminals = async (claim: PlaceClaim): Promise<Place> => {
		for (;;) {
			const place = await findPlace(claim, {
				platform: process.platform,
				processes,
				folders: facts.folders(),
				terminals: facts.terminals(),
			});
			const isOfTerminal = claim.pid !== undefined && claim.agent !== DOCTOR_AGENT;
			const mayReturn = isOfTerminal && clock.now() - startedAt < TERMINALS_RETURN_MS;
			if (place.verification !== "refuted" || !mayReturn) return place;
			await pause(LOOK_AGAIN_MS);
		}
	};
	const broker: Broker = await bundle.startBroker({
		desk,
		clock,
		ids,
		log,
		version,
		token,
		instance,
		preferredPort: preferredPort(slot.lastPort, facts.isRemote),
		locate: (claim) => {
			if (claim.editor === editorSecret) return Promise.resolve(editorPlace(facts.folders()));
			return placeInTerminals(claim);
		},
		clientStart: async (question) => {
			const shells = facts.terminals().map(({ processId }) => processId);
			return processes && (await findClient(question, shells, processes))?.startedAt;
		},
		isRunning,
		hookProcesses: new HookProcessTable(processes),
		isHeadless: async (agent, pid) =>
			processes !== undefined && pid !== undefined && (await isHeadlessRun(agent, pid, facts.tasks(), processes)),
		switches,
		contacts,
	});
	const whereItIs = () => ({ url: broker.url, token, folders: facts.folders().map(({ path }) => realPath(path)) });
	const publish = (): void => {
		if (!slot.publish(whereItIs())) throw new Error("another window has taken this one's place");
	};
	try {
		await onceFree(publish);
	} catch (error) {
		await broker.close();
		throw error;
	}
	const keeper = new SlotKeeper({
		slot,
		log,
		patienceMs: LOCK_PATIENCE_MS,
		whereItIs,
		// With the bridge, which has gone as well.
		reopen: () => void installBridge(openState(), bridgeSource(facts, clock), process.platform),
	});
	const close = (): Promise<void> => {
		keeper.dispose();
		return broker.close();
	};
	return { port: broker.port, url: broker.url, token, editorSecret, publish, look: () => keeper.look(), close };
}

/** Runs it again as long as other windows, which may be starting too, hold the lock that it needs. */
async function onceFree(run: () => void): Promise<void> {
	const end = performance.now() + LOCK_PATIENCE_MS;
	for (;;) {
		try {
			run();
			return;
		} catch (error) {
			if (!(error instanceof LockBusy) || performance.now() > end) throw error;
			await pause(LOOK_AGAIN_MS);
		}
	}
}

/** The editor's own agent mode works in the window; which of several folders it means, it does not say. */
function editorPlace(folders: readonly Folder[]): Place {
	const folder = folders.length === 1 ? folders[0] : undefined;
	return { cwd: folder?.path, folder, terminal: undefined, pid: process.pid, verification: "verified" };
}

/** What bridges read: user settings that hold where no window is. */
export function writeSharedSettings(state: StateFolder, attachOutsideTerminals: boolean): void {
	replaceFile(join(state.root, "settings.json"), `${JSON.stringify({ attachOutsideTerminals })}\n`);
}

function preferredPort(last: number | undefined, isRemote: boolean): number | undefined {
	if (!isRemote) return last;
	return last !== undefined && last >= REMOTE_PORT && last < REMOTE_PORT + REMOTE_PORTS ? last : REMOTE_PORT;
}

/** The rendezvous files that this window's restored terminals name. */
async function restoredWindows(terminals: readonly Terminal[]): Promise<readonly string[]> {
	const processes = processesOf(process.platform);
	if (processes === undefined) return [];
	const named = await Promise.all(terminals.map(({ processId }) => processes.variable(processId, WINDOW_VARIABLE)));
	return named.filter((path) => path !== undefined);
}

function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}
