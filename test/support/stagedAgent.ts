import { type ChildProcess, spawn } from "node:child_process";
import { until } from "./until.mjs";
import type { RpcOut } from "./bridgeHarness";

/**
 * What stands for an agent's own program: it starts the bridge and the hooks as its children, as it is told, and says what
 * they said. A hook with `shell` is started through one, as some agents do.
 */
const PROGRAM = `
	const { spawn } = require("node:child_process");
	const hooks = new Map();
	let bridge;
	process.on("message", ({ act, id, words, input, env, cwd, shell, line, detached }) => {
		const environment = { ...process.env, ...env };
		if (act === "bridge") {
			bridge = spawn(process.execPath, words, { env: environment, cwd, stdio: ["pipe", "pipe", "inherit"] });
			let rest = "";
			bridge.stdout.setEncoding("utf8").on("data", (chunk) => {
				const lines = (rest + chunk).split("\\n");
				rest = lines.pop();
				for (const said of lines) process.send({ said: JSON.parse(said) });
			});
		} else if (act === "line") {
			bridge.stdin.write(line + "\\n");
		} else if (act === "hook") {
			const [program, ...args] = shell ? ["/bin/sh", "-c", [process.execPath, ...words].map((word) => "'" + word + "'").join(" ") + "; true"] : [process.execPath, ...words];
			const hook = spawn(program, args, { env: environment, cwd, stdio: ["pipe", "pipe", "pipe"], detached: detached === true });
			hooks.set(id, hook);
			let [stdout, stderr] = ["", ""];
			hook.stdout.setEncoding("utf8").on("data", (chunk) => { stdout += chunk; process.send({ id, out: chunk }); });
			hook.stderr.setEncoding("utf8").on("data", (chunk) => (stderr += chunk));
			hook.stdin.on("error", () => undefined);
			hook.stdin.end(input);
			hook.on("close", (code, signal) => process.send({ id, ended: { code: code ?? signal, stdout, stderr } }));
		} else if (act === "kill") {
			hooks.get(id).kill(line);
		}
	});
	process.on("disconnect", () => process.exit(0));
`;

/** How a hook ended: its exit code or the signal's name, and all it said. */
export interface HookOutcome {
	readonly code: number | string;
	readonly stdout: string;
	readonly stderr: string;
}

export interface StagedHook {
	/** What it has said so far. */
	readonly said: () => string;
	readonly ended: Promise<HookOutcome>;
	kill(signal: NodeJS.Signals): void;
}

interface Staging {
	/** The bridge's own file. */
	readonly bridge: string;
	readonly window: string | undefined;
	readonly cwd: string;
	/** It leads a session without a terminal, as an agent's daemon does. */
	readonly isDaemon?: boolean;
	readonly env?: Readonly<Record<string, string>>;
}

export interface HookStart {
	readonly agent: string;
	readonly event: string;
	readonly input: object | string;
	readonly isThroughShell?: boolean;
}

/** An agent as a process of its own, with a bridge and hooks that are really its children. */
export class StagedAgent {
	readonly #child: ChildProcess;
	readonly #staging: Staging;
	readonly #said: RpcOut[] = [];
	readonly #hooks = new Map<number, RunningHook>();
	#id = 0;

	constructor(staging: Staging) {
		const { window, env = {}, isDaemon = false } = staging;
		this.#staging = staging;
		this.#child = spawn(process.execPath, ["-e", PROGRAM], {
			stdio: ["ignore", "inherit", "inherit", "ipc"],
			detached: isDaemon,
			env: { PATH: process.env["PATH"], ...(window === undefined ? {} : { PARLEY_WINDOW: window }), ...env },
		});
		this.#child.on("message", (message) => this.#onMessage(message as AgentMessage));
	}

	get pid(): number {
		return this.#child.pid ?? -1;
	}

	/** Starts its bridge and introduces itself. */
	async connect(agent: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
		const words = [this.#staging.bridge, "--agent", agent, "--clarify"];
		this.#child.send({ act: "bridge", words, env, cwd: this.#staging.cwd });
		const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "staged", version: "1" } };
		await this.request("initialize", params);
		this.#line({ method: "notifications/initialized" });
	}

	request(method: string, params: object): Promise<RpcOut> {
		const id = ++this.#id;
		this.#line({ id, method, params });
		const answer = (): RpcOut | undefined => this.#said.find((each) => each.id === id);
		return until(`an answer to ${method}`, answer, 10_000);
	}

	/** The text of a tool's result. */
	async call(name: string, args: object, meta?: object): Promise<string> {
		const params = { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) };
		const { result } = await this.request("tools/call", params);
		const [content] = result?.["content"] as readonly { readonly text: string }[];
		return content?.text ?? "";
	}

	start({ agent, event, input, isThroughShell = false }: HookStart): StagedHook {
		const id = ++this.#id;
		const { bridge, cwd } = this.#staging;
		const hook = new RunningHook();
		this.#hooks.set(id, hook);
		this.#child.send({
			act: "hook",
			id,
			words: [bridge, "hook", agent, event],
			input: typeof input === "string" ? input : JSON.stringify(input),
			cwd,
			shell: isThroughShell,
		});
		return {
			said: () => hook.out,
			ended: hook.ended,
			kill: (signal) => void this.#child.send({ act: "kill", id, line: signal }),
		};
	}

	hook(agent: string, event: string, input: object): Promise<HookOutcome> {
		return this.start({ agent, event, input }).ended;
	}

	async end(): Promise<void> {
		const ended = new Promise((resolve) => this.#child.once("exit", resolve));
		if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
		this.#child.kill("SIGKILL");
		await ended;
	}

	#line(message: object): void {
		this.#child.send({ act: "line", line: JSON.stringify({ jsonrpc: "2.0", ...message }) });
	}

	#onMessage({ said, id = -1, out, ended }: AgentMessage): void {
		if (said !== undefined) this.#said.push(said);
		const hook = this.#hooks.get(id);
		if (out !== undefined && hook !== undefined) hook.out += out;
		if (ended !== undefined) hook?.end(ended);
	}
}

class RunningHook {
	out = "";
	end: (outcome: HookOutcome) => void = () => undefined;
	readonly ended = new Promise<HookOutcome>((resolve) => (this.end = resolve));
}

interface AgentMessage {
	readonly said?: RpcOut;
	readonly id?: number;
	readonly out?: string;
	readonly ended?: HookOutcome;
}
