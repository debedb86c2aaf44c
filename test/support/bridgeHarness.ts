import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bootId } from "../../src/node/bootId";
import { openStateFolder, type StateFolder } from "../../src/node/stateFolder";
import type { Rendezvous } from "../../src/wire/rendezvous";
import { until } from "./until.mjs";

/** A JSON-RPC message from the bridge. */
export interface RpcOut {
	readonly id?: string | number | null;
	readonly method?: string;
	readonly params?: Record<string, unknown>;
	readonly result?: Record<string, unknown>;
	readonly error?: { readonly code: number; readonly message: string };
}

/** A state folder of its own with the bridge built into it as it ships; both go with `dispose`. */
export async function stateWithBridge(): Promise<{ state: StateFolder; bridge: string; dispose(): void }> {
	const base = realpathSync(mkdtempSync(join(tmpdir(), "parley-bridge-")));
	const state = openStateFolder(join(base, "parley"));
	const bridge = join(state.bin, "bridge.cjs");
	await build({
		entryPoints: [join(import.meta.dirname, "../../src/bridge/main.ts")],
		outfile: bridge,
		bundle: true,
		platform: "node",
		format: "cjs",
		target: "node20",
		minify: true,
		logLevel: "warning",
	});
	return { state, bridge, dispose: () => rmSync(base, { recursive: true, force: true }) };
}

/** What a window writes when its broker listens. */
export function rendezvous(
	broker: Pick<Rendezvous, "url" | "token" | "instance">,
	folders: readonly string[] = [],
): Rendezvous {
	const { url, token, instance } = broker;
	return {
		v: 1,
		url,
		token,
		instance,
		pid: process.pid,
		bootId: bootId(),
		host: hostname(),
		folders,
		startedAt: Date.now(),
	};
}

export function publish(path: string, window: Rendezvous): void {
	writeFileSync(`${path}.tmp`, JSON.stringify(window), { mode: 0o600 });
	rmSync(path, { force: true });
	writeFileSync(path, JSON.stringify(window), { mode: 0o600 });
}

export interface BridgeOptions {
	readonly window?: string | undefined;
	readonly cwd?: string;
	readonly words?: readonly string[];
	readonly env?: Record<string, string>;
	readonly command?: readonly string[];
}

/** The bridge as a child process, spoken to line by line as an agent does. */
export class BridgeProcess {
	readonly child: ChildProcessWithoutNullStreams;
	/** Everything it said, in order. */
	readonly said: RpcOut[] = [];
	/** Lines on stdout that are no JSON. */
	readonly noise: string[] = [];
	stderr = "";
	/** The exit code, or the signal's name. */
	readonly ended: Promise<number | string>;
	#rest = "";
	#id = 0;

	constructor(bridge: string, { window, cwd, words = [], env = {}, command }: BridgeOptions = {}) {
		const [program = process.execPath, ...args] = command ?? [process.execPath, bridge];
		this.child = spawn(program, [...args, ...words], {
			cwd,
			stdio: "pipe",
			env: { PATH: process.env["PATH"], ...(window === undefined ? {} : { PARLEY_WINDOW: window }), ...env },
		});
		this.child.stdout.setEncoding("utf8").on("data", (chunk: string) => this.#read(chunk));
		this.child.stderr.setEncoding("utf8").on("data", (chunk: string) => (this.stderr += chunk));
		this.child.stdin.on("error", () => undefined);
		this.ended = new Promise((resolve) => this.child.on("exit", (code, signal) => resolve(code ?? signal ?? -1)));
	}

	send(message: Record<string, unknown>): void {
		this.sendLine(JSON.stringify({ jsonrpc: "2.0", ...message }));
	}

	sendLine(line: string): void {
		this.child.stdin.write(`${line}\n`);
	}

	async request(
		method: string,
		params: Record<string, unknown> = {},
		id: string | number = ++this.#id,
	): Promise<RpcOut> {
		this.send({ id, method, params });
		return this.answer(id);
	}

	/** The answer to a request that was sent. */
	answer(id: string | number, ms = 10_000): Promise<RpcOut> {
		return until(`an answer to ${id}`, () => this.said.find((each) => each.id === id && each.method === undefined), ms);
	}

	async initialize(name = "test-agent"): Promise<RpcOut> {
		const answer = await this.request("initialize", {
			protocolVersion: "2025-06-18",
			capabilities: {},
			clientInfo: { name, version: "1" },
		});
		this.send({ method: "notifications/initialized" });
		return answer;
	}

	notifications(method: string): number {
		return this.said.filter((each) => each.method === method).length;
	}

	/** Ends it if it is still there. */
	async stop(): Promise<void> {
		this.child.kill("SIGKILL");
		await this.ended;
	}

	#read(chunk: string): void {
		const lines = (this.#rest + chunk).split("\n");
		this.#rest = lines.pop() ?? "";
		for (const line of lines) {
			try {
				this.said.push(JSON.parse(line) as RpcOut);
			} catch {
				this.noise.push(line);
			}
		}
	}
}
