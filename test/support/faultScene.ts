import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { lean } from "../../lean.mjs";
import { parseRendezvous } from "../../src/wire/rendezvous";
import { BridgeProcess, type BridgeOptions } from "./bridgeHarness";
import { FakeClock } from "./fakeClock";
import { FaultWindow, type FaultWindowOptions } from "./faultWindow";
import { until } from "./until.mjs";
import { WindowProcess } from "./windowProcess";

const ROOT = join(import.meta.dirname, "../..");
const FORM: BuildOptions = { bundle: true, platform: "node", format: "cjs", target: "node20", logLevel: "warning" };

/** The bundles as they ship, and a program that is an extension host; built once for all scenes of a test file. */
export async function buildWindow(): Promise<string> {
	const dist = realpathSync(mkdtempSync(join(tmpdir(), "parley-faults-")));
	const entries: readonly [string, string, BuildOptions][] = [
		["src/broker/server.ts", "broker.cjs", { minify: true, plugins: [lean] }],
		["src/bridge/main.ts", "bridge.cjs", { minify: true }],
		["src/doctor/doctors.ts", "agents.cjs", { mainFields: ["module", "main"] }],
		["test/support/windowProcessMain.ts", "windowProcess.cjs", { mainFields: ["module", "main"] }],
	];
	for (const [entry, name, more] of entries) {
		await build({ ...FORM, ...more, entryPoints: [join(ROOT, entry)], outfile: join(dist, name) });
	}
	return dist;
}

/** A machine of its own on which things go wrong: a state folder, windows, bridges. */
export class FaultScene {
	readonly base = realpathSync(mkdtempSync(join(tmpdir(), "parley-fault-")));
	readonly folder = join(this.base, "web-shop");
	/** What Parley keeps here. */
	readonly root = join(this.base, "state/parley");
	/** Of the windows in this process. */
	readonly clock = new FakeClock();
	readonly #dist: string;
	readonly #before = process.env["XDG_STATE_HOME"];
	readonly #windows: FaultWindow[] = [];
	readonly #processes: WindowProcess[] = [];
	readonly #bridges: BridgeProcess[] = [];
	/** Connections that a server of this process has accepted and that are still open. */
	readonly #sockets = new Set<Socket>();
	readonly #onSocket = (message: unknown): void => {
		const { socket } = message as { readonly socket: Socket };
		this.#sockets.add(socket);
		socket.once("close", () => this.#sockets.delete(socket));
	};

	/** @param dist What {@link buildWindow} made. */
	constructor(dist: string) {
		this.#dist = dist;
		mkdirSync(this.folder);
		mkdirSync(join(this.base, "state"));
		process.env["XDG_STATE_HOME"] = join(this.base, "state");
		subscribe("net.server.socket", this.#onSocket);
	}

	/** A window in this process, under a clock that the test moves. */
	async window(more: Partial<FaultWindowOptions> = {}): Promise<FaultWindow> {
		const window = this.unstarted(more);
		await window.start();
		return window;
	}

	unstarted(more: Partial<FaultWindowOptions> = {}): FaultWindow {
		const { clock, folder } = this;
		const window = new FaultWindow({ dist: this.#dist, clock, terminal: process.pid, folder, ...more });
		this.#windows.push(window);
		return window;
	}

	/** The same in a process of its own, under the machine's clock. */
	process(version = "1.2.3"): WindowProcess {
		const words = [this.#dist, String(process.pid), this.folder, version];
		const env = { XDG_STATE_HOME: join(this.base, "state") };
		const window = new WindowProcess(join(this.#dist, "windowProcess.cjs"), words, env);
		this.#processes.push(window);
		return window;
	}

	/** The launcher that is installed, with an agent's words, introduced and connected to that window. */
	async bridge(window: string, more: Omit<BridgeOptions, "window"> = {}): Promise<BridgeProcess> {
		const bridge = new BridgeProcess("", {
			window,
			cwd: this.folder,
			command: [join(this.root, "bin/parley-bridge")],
			words: ["--agent", "codex", "--clarify", "--budget", "4000"],
			...more,
		});
		this.#bridges.push(bridge);
		await bridge.initialize();
		// A bridge that was kept waiting for its window, as on a machine that stood still, joins it a little later.
		await until("it has its window", async () => {
			const { result } = await bridge.request("tools/list");
			return (result?.["tools"] as readonly unknown[] | undefined)?.length === 3;
		});
		return bridge;
	}

	/** The ends of connections on that port. */
	sockets(port: number): readonly Socket[] {
		return [...this.#sockets].filter((socket) => socket.localPort === port);
	}

	/** What Parley has stored under that folder, as paths below it. */
	files(folder: string): readonly string[] {
		const path = join(this.root, folder);
		if (!existsSync(path)) return [];
		return readdirSync(path, { recursive: true, encoding: "utf8" }).sort();
	}

	/** Ends agents and windows in order, and tells what is still there a moment later that should not be. */
	async nothingLeft(): Promise<readonly string[]> {
		for (const bridge of this.#bridges) bridge.child.stdin.end();
		for (const bridge of this.#bridges) await bridge.ended;
		for (const window of this.#windows) await window.leave();
		for (const window of this.#processes) await window.end();
		let left: readonly string[] = [];
		await until("nothing is left", async () => (left = await this.#left()).length === 0, 2_000).catch(() => undefined);
		return left;
	}

	/** Whatever a test has left ends here. */
	async dispose(): Promise<void> {
		for (const bridge of this.#bridges) await bridge.stop();
		for (const window of this.#processes) await window.signal("SIGKILL");
		for (const window of this.#windows) await window.leave();
		unsubscribe("net.server.socket", this.#onSocket);
		if (this.#before === undefined) delete process.env["XDG_STATE_HOME"];
		else process.env["XDG_STATE_HOME"] = this.#before;
		rmSync(this.base, { recursive: true, force: true });
	}

	async #left(): Promise<readonly string[]> {
		const run = this.files("run").filter((name) => name.endsWith(".json"));
		const texts = run.map((name) => readFileSync(join(this.root, "run", name), "utf8"));
		const windows = texts.flatMap((text) => parseRendezvous(text) ?? []);
		const listening = await Promise.all(
			windows.map(async ({ url }) => (await listens(Number(new URL(url).port))) && url),
		);
		return [
			...this.#processesHere().map((line) => `process ${line}`),
			...[...this.#sockets].map(({ localPort }) => `socket on ${localPort}`),
			...listening.flatMap((url) => (url === false ? [] : [`listener on ${url}`])),
			...run.filter((_, at) => parseRendezvous(texts[at] ?? "") !== undefined).map((name) => `the token in ${name}`),
			...Array.from({ length: this.clock.armed }, () => "timer"),
			...this.files(".").filter((path) => /\.tmp$|\.parley-|(^|\/)lock$|\.lock$|\.break$/.test(path)),
		];
	}

	/** Processes that work in this scene or were started from its files. */
	#processesHere(): readonly string[] {
		const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
		return pids.flatMap((pid) => {
			try {
				const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
				return line.includes(this.base) ? [`${pid} ${line}`] : [];
			} catch {
				return [];
			}
		});
	}
}

function listens(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect({ host: "127.0.0.1", port }, () => {
			socket.destroy();
			resolve(true);
		});
		socket.on("error", () => resolve(false));
	});
}
