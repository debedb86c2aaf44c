// Shared by the benches: statistics, a table, and a raw MCP client that costs as little as Node allows.
import { randomBytes } from "node:crypto";
import http from "node:http";
import { readFileSync } from "node:fs";

export function percentile(values, p) {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((p / 100) * sorted.length) - 1))] ?? NaN;
}

export function median(values) {
	return percentile(values, 50);
}

export function round(value, digits = 2) {
	return Number.isFinite(value) ? Number(value.toFixed(digits)) : value;
}

/** User and system time of a process in milliseconds (Linux; 100 ticks a second). */
export function cpuMs(pid) {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Arguments of an `update_plan` with ten steps, about 1.2 KiB. */
export function planArguments(round_) {
	return {
		title: "Move the parser to the new tokenizer",
		explanation: "Tests first, then the tokenizer, then the callers; nothing is deleted before the suite is green.",
		plan: Array.from({ length: 10 }, (_, i) => ({
			id: `step-${i + 1}`,
			step: `Step ${i + 1}: read the module, change it and run the tests again (${round_})`,
			status: i < 4 ? "completed" : i === 4 ? "in_progress" : "pending",
		})),
	};
}

/** One MCP session over streamable HTTP on a single kept-alive connection. */
export class RawClient {
	#id = 0;

	/** With the id of a `session` it is a second connection of that session, which `open` must not be called on. */
	constructor(url, token, session) {
		this.url = new URL(url);
		this.token = token;
		this.session = session;
		// The ids of one session's calls differ, whatever connection they take.
		if (session !== undefined) this.#id = 1_000_000;
		this.agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
	}

	async open() {
		await this.#post({
			jsonrpc: "2.0",
			id: ++this.#id,
			method: "initialize",
			params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "0" } },
		});
		await this.#post({ jsonrpc: "2.0", method: "notifications/initialized" });
	}

	/** Resolves with the tool's result; rejects on an error of any kind. Asks for progress, as a client does that waits. */
	async call(name, args) {
		const id = ++this.#id;
		const message = await this.#post({
			jsonrpc: "2.0",
			id,
			method: "tools/call",
			params: { name, arguments: args, _meta: { progressToken: id } },
		});
		if (!message?.result || message.result.isError) throw new Error(JSON.stringify(message).slice(0, 300));
		return message.result;
	}

	async close() {
		await new Promise((resolve) => {
			const request = this.#request("DELETE", 0, (response) => response.resume().on("end", resolve));
			request.on("error", resolve);
			request.end();
		});
		this.agent.destroy();
	}

	#request(method, length, onResponse) {
		const headers = {
			"content-type": "application/json",
			accept: "application/json, text/event-stream",
			"content-length": length,
			authorization: `Bearer ${this.token}`,
		};
		if (this.session) {
			headers["mcp-session-id"] = this.session;
			headers["mcp-protocol-version"] = "2025-06-18";
		} else {
			// As Parley's bridge does: only a session with a key of its own is stored. A bare server ignores it.
			headers["parley-session"] = randomBytes(16).toString("hex");
			headers["parley-clarify"] = "1";
		}
		const { hostname, port, pathname } = this.url;
		return http.request({ host: hostname, port, path: pathname, method, agent: this.agent, headers }, onResponse);
	}

	#post(message) {
		const body = Buffer.from(JSON.stringify(message));
		return new Promise((resolve, reject) => {
			const request = this.#request("POST", body.length, (response) => {
				this.session = response.headers["mcp-session-id"] ?? this.session;
				let text = "";
				response.setEncoding("utf8");
				response.on("data", (chunk) => (text += chunk));
				response.on("end", () => resolve(answerIn(text, message.id)));
				response.on("error", reject);
			});
			request.on("error", (error) => {
				// A server closes what has been still for some seconds, perhaps just as we write.
				if (request.reusedSocket && error.code === "ECONNRESET") resolve(this.#post(message));
				else reject(error);
			});
			request.end(body);
		});
	}
}

function answerIn(text, id) {
	for (const line of text.split("\n")) {
		const json = line.startsWith("data: ") ? line.slice(6) : line.startsWith("{") ? line : undefined;
		if (json === undefined) continue;
		const message = JSON.parse(json);
		if (message.id === id) return message;
	}
	return undefined;
}

/** A Markdown table; the first row is the head. */
export function table(rows) {
	const line = (cells) => `| ${cells.join(" | ")} |`;
	const [head, ...body] = rows;
	return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}
