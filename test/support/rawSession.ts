import type { Agent } from "node:http";
import { CALL_HEADER } from "../../src/wire/protocol";
import { type BrokerHarness, bridgeHeaders } from "./brokerHarness";
import { authorised, open, type OpenAnswer, type RawAnswer, type RpcMessage, send } from "./rawHttp";

export function initialize(protocolVersion = "2025-11-25"): string {
	const params = { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } };
	return JSON.stringify({ jsonrpc: "2.0", id: "init", method: "initialize", params });
}

/** A session by hand: every request, header and connection is the test's own. Its GET stream is open. */
export class RawSession {
	readonly #harness: BrokerHarness;
	readonly #headers: Record<string, string>;
	/** What `initialize` was answered. */
	readonly hello: RpcMessage;
	/** The session's own stream. */
	readonly stream: OpenAnswer;

	private constructor(harness: BrokerHarness, id: string, hello: RpcMessage, stream: OpenAnswer) {
		this.#harness = harness;
		this.#headers = { ...authorised(harness), "mcp-session-id": id };
		this.hello = hello;
		this.stream = stream;
	}

	static async start(
		harness: BrokerHarness,
		intro: Record<string, string> = bridgeHeaders(),
		protocolVersion?: string,
	): Promise<RawSession> {
		const first = await open(harness, {
			headers: { ...authorised(harness), ...intro },
			body: initialize(protocolVersion),
		});
		await first.ended;
		const [hello] = first.messages;
		const id = first.response.headers["mcp-session-id"];
		if (hello === undefined || typeof id !== "string") throw new Error(`not initialized: ${first.response.statusCode}`);
		const headers = { ...authorised(harness), "mcp-session-id": id };
		return new RawSession(harness, id, hello, await open(harness, { method: "GET", headers }));
	}

	get headers(): Record<string, string> {
		return this.#headers;
	}

	/** A POST whose answer stream may stay open. */
	post(message: object, headers: Record<string, string> = {}, agent: Agent | false = false): Promise<OpenAnswer> {
		const all = { ...this.#headers, ...headers };
		return open(this.#harness, { headers: all, body: JSON.stringify(message) }, agent);
	}

	/** A request and the one answer to it. */
	async ask(method: string, params: object = {}, id: string | number = method): Promise<RpcMessage> {
		const answer = await this.post({ jsonrpc: "2.0", id, method, params });
		await answer.ended;
		const message = answer.messages.find((each) => each.id === id);
		if (message === undefined) throw new Error(`no answer: ${answer.response.statusCode}`);
		return message;
	}

	call(name: string, args: unknown, id: string | number = name): Promise<RpcMessage> {
		return this.ask("tools/call", { name, arguments: args }, id);
	}

	/** A `clarify` that waits, once its question is open. */
	async clarify({ id = 7, key, token, agent }: ClarifyOptions = {}): Promise<OpenAnswer> {
		const meta = token === undefined ? {} : { _meta: { progressToken: token } };
		const params = { name: "clarify", arguments: { question: "Which port?" }, ...meta };
		const headers = key === undefined ? {} : { [CALL_HEADER]: key };
		const answer = await this.post({ jsonrpc: "2.0", id, method: "tools/call", params }, headers, agent);
		return answer;
	}

	async notify(method: string, params: object): Promise<number> {
		const answer = await this.post({ jsonrpc: "2.0", method, params });
		answer.response.resume();
		await answer.ended;
		return answer.response.statusCode ?? 0;
	}

	delete(): Promise<RawAnswer> {
		return send(this.#harness, { method: "DELETE", headers: this.#headers });
	}
}

export interface ClarifyOptions {
	readonly id?: string | number;
	readonly key?: string;
	readonly token?: string | number;
	readonly agent?: Agent;
}
