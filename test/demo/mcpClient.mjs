import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * The smallest MCP client over stdio: what an agent CLI does with the server that its entry names. The program's
 * environment, cwd and process group are this process's, as with a real CLI.
 */
export class McpClient {
	#child;
	#nextId = 1;
	#waiting = new Map();

	/** `onNotification(method, params)` gets what the server says by itself. */
	constructor(command, args, onNotification = () => {}) {
		this.#child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
		this.pid = this.#child.pid;
		this.ended = new Promise((resolve) => {
			this.#child.once("error", (error) => resolve(error.message));
			this.#child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
		});
		void this.ended.then((how) => {
			for (const { reject } of this.#waiting.values()) reject(new Error(`the MCP server ended: ${how}`));
			this.#waiting.clear();
		});
		this.#child.stdin.on("error", () => {}); // told by `ended`
		createInterface({ input: this.#child.stdout }).on("line", (line) => {
			const message = JSON.parse(line);
			if (message.method === undefined) this.#settle(message);
			else if (message.id === undefined) onNotification(message.method, message.params);
			else this.#send({ id: message.id, error: { code: -32601, message: "Method not found" } });
		});
	}

	async initialize() {
		const result = await this.request("initialize", {
			protocolVersion: "2025-06-18",
			capabilities: {},
			clientInfo: { name: "parley-demo", version: "1.0.0" },
		}).answer;
		this.#send({ method: "notifications/initialized" });
		return result;
	}

	/** Gives the id, by which the request can be cancelled, and the promise of its result. */
	request(method, params = {}) {
		const id = this.#nextId++;
		const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
		this.#send({ id, method, params });
		return { id, answer };
	}

	cancel(id, reason) {
		this.#send({ method: "notifications/cancelled", params: { requestId: id, reason } });
	}

	/** Closes the server's stdin, at which it ends. */
	close() {
		this.#child.stdin.end();
		return this.ended;
	}

	#send(message) {
		this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
	}

	#settle({ id, result, error }) {
		const waiting = this.#waiting.get(id);
		this.#waiting.delete(id);
		if (error) waiting?.reject(new Error(error.message));
		else waiting?.resolve(result);
	}
}
