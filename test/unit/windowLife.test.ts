import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lean } from "../../lean.mjs";
import type { Disposable } from "../../src/core/lifetime";
import { Desk } from "../../src/core/desk";
import { SystemClock } from "../../src/node/clock";
import { RandomIds } from "../../src/node/ids";
import { posixCommands } from "../../src/node/posixCommands";
import type { Slot } from "../../src/node/rendezvousSlot";
import { Presence } from "../../src/ui/presence";
import { type Stores, WindowLife } from "../../src/windowLife";
import { ManualSwitches } from "../support/manualSwitches";
import { SlotWindows } from "../support/slotWindows";
import { NEVER_REUSED } from "../support/manualReuse";

const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const NOTHING: Disposable = { dispose: () => undefined };

/** A window with the broker that ships, and without an editor. */
class Window {
	readonly windows = new SlotWindows();
	readonly presence = new Presence({ kind: "untrusted" });
	readonly failures: string[] = [];
	isTrusted = true;
	/** Called when a desk opens on the place's stores: nobody listens yet, or any more. */
	whenDeskOpens: (stores: Stores) => void = () => undefined;
	readonly #clock = new SystemClock();
	readonly #dist = join(this.windows.base, "dist");
	readonly life = new WindowLife({
		clock: this.#clock,
		ids: new RandomIds(),
		log: QUIET,
		presence: this.presence,
		switches: new ManualSwitches(),
		terminalsKnown: Promise.resolve(),
		openDesk: (stores) => ({ desk: this.#openDesk(stores), surfaces: NOTHING }),
		rulesUnreadable: ({ reason }) => this.failures.push(reason),
		placeTaken: () => undefined,
		failed: (reason) => this.failures.push(reason),
		facts: {
			version: "1.2.3",
			dist: this.#dist,
			editor: { editor: "test", path: process.execPath, isElectron: false },
			isRemote: false,
			workspaceUri: undefined,
			isTrusted: () => this.isTrusted,
			folders: () => [],
			terminals: () => [],
			tasks: () => [],
		},
	});

	/** Its slot among those of the windows without a folder. */
	get slot(): Slot {
		if (this.life.place === undefined) throw new Error("the window has no place");
		return this.life.place.slot;
	}

	get state(): string {
		return this.presence.state.kind;
	}

	async build(): Promise<void> {
		mkdirSync(this.#dist);
		const broker = join(this.#dist, "broker.cjs");
		await build({
			entryPoints: ["src/broker/server.ts"],
			outfile: broker,
			bundle: true,
			platform: "node",
			format: "cjs",
			plugins: [lean],
			logLevel: "silent",
		});
		// They are only copied: any file does.
		for (const name of ["bridge.cjs", "agents.cjs"]) copyFileSync(broker, join(this.#dist, name));
	}

	async dispose(): Promise<void> {
		await this.life.close();
		await this.windows.dispose();
	}

	#openDesk(stores: Stores): Desk {
		this.whenDeskOpens(stores);
		const settings = { timeLimitMs: () => 300_000, historyEnabled: () => true, ...NEVER_REUSED };
		return new Desk({
			clock: this.#clock,
			ids: new RandomIds(),
			log: QUIET,
			commands: posixCommands(),
			isPosix: true,
			...stores,
			settings,
		});
	}
}

let window: Window;

beforeEach(async () => {
	window = new Window();
	vi.stubEnv("XDG_STATE_HOME", window.windows.base);
	window.windows.now = Date.now();
	await window.build();
});
afterEach(async () => {
	await window.dispose();
	vi.unstubAllEnvs();
});

test("rules that cannot be understood are set aside and told once, over restarts too", async () => {
	const opened: Stores[] = [];
	window.whenDeskOpens = (stores) => opened.push(stores);
	await window.life.restart();
	const path = join(window.life.place?.state.approvals ?? "", "empty.json");
	writeFileSync(path, "{");
	const first = opened.at(-1)?.rules.read();
	await window.life.restart();
	expect([first, opened.at(-1)?.rules.read(), window.failures, existsSync(`${path}.corrupt`)]).toEqual([
		[],
		[],
		["corrupt"],
		true,
	]);
});

test("in a folder that is not trusted nothing starts, whoever wants it", async () => {
	window.isTrusted = false;
	window.life.stayOff();
	await window.life.restart();
	const untrusted = { state: window.state, place: window.life.place, files: window.windows.files };
	window.isTrusted = true;
	await window.life.restart();
	expect({ untrusted, trusted: window.state, isThere: existsSync(window.slot.path) }).toEqual({
		untrusted: { state: "untrusted", place: undefined, files: [] },
		trusted: "running",
		isThere: true,
	});
});

test("a window that restarts keeps its place from one that starts just then", async () => {
	await window.life.restart();
	let starting: Promise<Slot> | undefined;
	window.whenDeskOpens = () => {
		starting = window.windows.claim({ key: "empty" });
	};
	await window.life.restart();
	expect({ other: (await starting)?.name, own: window.slot.name, state: window.state }).toEqual({
		other: "empty-2",
		own: "empty-1",
		state: "running",
	});
});

test("a window whose place another one has taken starts again in a new one, with stores of its own", async () => {
	await window.life.restart();
	const lost = window.slot.path;
	window.windows.write(1, await window.windows.listen(), {}, "empty");
	const others = readFileSync(lost, "utf8");
	const opened: string[] = [];
	window.whenDeskOpens = () => opened.push(window.slot.name);
	await window.life.restart();
	expect({ opened, state: window.state, failures: window.failures, others: readFileSync(lost, "utf8") }).toEqual({
		opened: ["empty-2"],
		state: "running",
		failures: [],
		others,
	});
});

test("a window whose place cannot be kept starts in a new one", async () => {
	await window.life.restart();
	const first = window.slot;
	vi.spyOn(first, "keep").mockImplementation(() => {
		throw new Error("another window holds lock");
	});
	await window.life.restart();
	expect({ state: window.state, isNew: window.slot !== first, failures: window.failures }).toEqual({
		state: "running",
		isNew: true,
		failures: [],
	});
});
