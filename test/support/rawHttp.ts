import type { Agent } from "node:http";
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import type { BrokerHarness } from "./brokerHarness";

export interface RawAnswer {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

export interface RawRequest {
	readonly method?: string;
	readonly path?: string;
	readonly headers?: Record<string, string>;
	readonly body?: string | Buffer;
}

/** An answer whose headers have come and whose body goes on. */
export interface OpenAnswer {
	readonly request: ClientRequest;
	readonly response: IncomingMessage;
	/** The JSON-RPC messages and the comments that have come so far. */
	readonly messages: RpcMessage[];
	readonly comments: string[];
	/** Resolves when the stream is over: whether it was ended rather than cut. */
	readonly ended: Promise<boolean>;
	/** Destroys the connection. */
	cut(): void;
}

export interface RpcMessage {
	readonly id?: string | number;
	readonly method?: string;
	readonly params?: Record<string, unknown>;
	readonly result?: Record<string, unknown>;
	readonly error?: { readonly code: number; readonly message: string };
}

/** What an authorised client of the broker sends. */
export function authorised(harness: BrokerHarness): Record<string, string> {
	return {
		authorization: `Bearer ${harness.token}`,
		accept: "application/json, text/event-stream",
		"content-type": "application/json",
	};
}

/** Sends and waits for the headers; each request has a connection of its own unless an agent is given. */
export function open(harness: BrokerHarness, options: RawRequest, agent: Agent | false = false): Promise<OpenAnswer> {
	const { method = "POST", path = "/mcp", headers = authorised(harness), body } = options;
	return new Promise((resolve, reject) => {
		const sent = request({ host: "127.0.0.1", port: harness.port, method, path, headers, agent });
		sent.on("error", reject).on("response", (response) => resolve(readAnswer(sent, response)));
		sent.end(body);
	});
}

export async function send(
	harness: BrokerHarness,
	options: RawRequest,
	agent: Agent | false = false,
): Promise<RawAnswer> {
	const { response } = await open(harness, options, agent);
	let body = "";
	for await (const chunk of response) body += String(chunk);
	return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** Writes bytes and gives all that comes back until the connection closes, or until `until` matches. */
export function exchangeBytes(port: number, bytes: string, until?: RegExp): Promise<string> {
	return new Promise((resolve) => {
		let received = "";
		const socket: Socket = connect({ host: "127.0.0.1", port }, () => socket.write(bytes));
		socket.on("data", (chunk) => {
			received += chunk.toString();
			if (until?.test(received) === true) socket.destroy();
		});
		socket.on("error", () => undefined).on("close", () => resolve(received));
	});
}

function readAnswer(sent: ClientRequest, response: IncomingMessage): OpenAnswer {
	const messages: RpcMessage[] = [];
	const comments: string[] = [];
	let rest = "";
	const onEvent = (event: string): void => {
		const data = event.split("\n").filter((line) => line.startsWith("data: "));
		if (data.length > 0) messages.push(JSON.parse(data.map((line) => line.slice(6)).join("\n")) as RpcMessage);
		else if (event.startsWith(":")) comments.push(event.slice(1).trim());
	};
	if (response.headers["content-type"] === "text/event-stream") {
		response.on("data", (chunk: Buffer) => {
			rest += chunk.toString();
			for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
				onEvent(rest.slice(0, end).trim());
				rest = rest.slice(end + 2);
			}
		});
	}
	const ended = new Promise<boolean>((resolve) => {
		response.once("end", () => resolve(true)).once("close", () => resolve(response.complete));
	});
	return { request: sent, response, messages, comments, ended, cut: () => sent.destroy() };
}
