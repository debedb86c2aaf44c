// A stdio MCP server as an agent holds it: one line of JSON a message.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class BridgeProcess {
	#id = 0;
	#waiting = new Map();

	constructor(args, { env = {}, cwd, node = process.execPath } = {}) {
		const began = performance.now();
		this.child = spawn(node, args, {
			cwd,
			// Bridges of others say on stderr what they do.
			stdio: ["pipe", "pipe", "ignore"],
			env: { PATH: process.env.PATH, HOME: cwd, ...env },
		});
		this.pid = this.child.pid;
		/** Resolves to the time of its end, as `performance.now()` tells it. */
		this.ended = new Promise((resolve) => this.child.once("exit", () => resolve(performance.now())));
		this.child.stdin.on("error", () => undefined);
		createInterface({ input: this.child.stdout }).on("line", (line) => this.#receive(line));
		this.began = began;
	}

	/** Resolves to the milliseconds from its start to its answer; rejects when none comes in good time. */
	async initialize() {
		const clientInfo = { name: "bench", version: "1" };
		await this.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }, 60_000);
		const ms = performance.now() - this.began;
		this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
		return ms;
	}

	/** Rejects on an error of any kind and after `withinMs`. */
	call(name, args, withinMs) {
		const _meta = { progressToken: this.#id + 1 };
		return this.request("tools/call", { name, arguments: args, _meta }, withinMs);
	}

	request(method, params, withinMs = 30_000) {
		const id = ++this.#id;
		return new Promise((resolve, reject) => {
			const late = setTimeout(() => {
				this.#waiting.delete(id);
				reject(new Error(`no answer to ${method} within ${withinMs} ms`));
			}, withinMs);
			this.#waiting.set(id, (message) => {
				clearTimeout(late);
				if (message.result === undefined || message.result.isError) reject(new Error(JSON.stringify(message)));
				else resolve(message.result);
			});
			this.#send({ jsonrpc: "2.0", id, method, params });
		});
	}

	/** Resolves once it is gone. */
	async kill() {
		this.child.kill("SIGKILL");
		await this.ended;
	}

	#send(message) {
		this.child.stdin.write(`${JSON.stringify(message)}\n`);
	}

	#receive(line) {
		if (!line.startsWith("{")) return;
		const message = JSON.parse(line);
		const settle = message.method === undefined ? this.#waiting.get(message.id) : undefined;
		this.#waiting.delete(message.id);
		settle?.(message);
	}
}
