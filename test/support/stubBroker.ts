import { createHmac, randomBytes, randomUUID } from "node:crypto";
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { helloText } from "../../src/wire/protocol";

interface RpcMessage {
	readonly id?: string | number;
	readonly method?: string;
	readonly params?: Record<string, unknown>;
}

/** A request as the broker got it; `message` is the parsed body. */
export interface Seen {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly message: RpcMessage | undefined;
	/** The client's side of the connection. */
	readonly port: number;
}

/** What happens with a request that is neither `/hello` nor `initialize`. The default answers every call with `{}`. */
export type Behaviour = (seen: Seen, response: ServerResponse, broker: StubBroker) => void;

/**
 * A broker that can misbehave on purpose: it proves itself, gives out sessions, and leaves the rest to a function. What
 * the real one does is tested with the real one.
 */
export class StubBroker {
	readonly token = randomBytes(32).toString("hex");
	readonly instance = randomUUID();
	readonly seen: Seen[] = [];
	/** The server stream, while it is open. */
	stream: ServerResponse | undefined;
	behaviour: Behaviour = answer({});
	/** What the proof is made with; a thief does not know the token. */
	provesWith = this.token;
	readonly #server: Server;
	#sessions = new Set<string>();

	private constructor() {
		this.#server = createServer((request, response) => void this.#serve(request, response));
	}

	static async listen(port = 0): Promise<StubBroker> {
		const broker = new StubBroker();
		await new Promise<void>((resolve, reject) => {
			broker.#server.once("error", reject).listen(port, "127.0.0.1", resolve);
		});
		return broker;
	}

	get port(): number {
		return (this.#server.address() as AddressInfo).port;
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** The methods of the messages it got, in order; HTTP methods where there was no message. */
	get methods(): readonly string[] {
		return this.seen.map(({ method, message }) => message?.method ?? method);
	}

	forgetSessions(): void {
		this.#sessions = new Set();
	}

	/** As when the extension host dies. */
	async close(): Promise<void> {
		const closed = new Promise((resolve) => this.#server.close(resolve));
		this.#server.closeAllConnections();
		await closed;
	}

	async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = "", url = "", headers } = request;
		const port = request.socket.remotePort ?? 0;
		let body = "";
		for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
		if (url.startsWith("/hello?nonce=")) {
			const text = helloText(this.port, this.instance, url.slice("/hello?nonce=".length));
			this.seen.push({ method: "HELLO", url, headers, message: undefined, port });
			const proof = createHmac("sha256", this.provesWith).update(text).digest("hex");
			const json = JSON.stringify({ proof });
			response.writeHead(200, { "content-type": "application/json", "content-length": json.length }).end(json);
			return;
		}
		const seen = { method, url, headers, message: body === "" ? undefined : (JSON.parse(body) as RpcMessage), port };
		this.seen.push(seen);
		if (headers.authorization !== `Bearer ${this.token}`) response.writeHead(401).end();
		else if (seen.message?.method === "initialize") this.#initialize(seen.message, response);
		else if (!this.#sessions.has(String(headers["mcp-session-id"]))) response.writeHead(404).end();
		else if (method === "GET") this.#stream(response);
		else if (method === "DELETE") response.writeHead(200).end();
		else if (seen.message?.id === undefined || seen.message.method === undefined) response.writeHead(202).end();
		else this.behaviour(seen, response, this);
	}

	#initialize({ id, params }: RpcMessage, response: ServerResponse): void {
		const session = randomUUID();
		this.#sessions.add(session);
		response.writeHead(200, { "content-type": "text/event-stream", "mcp-session-id": session });
		response.end(
			event({
				jsonrpc: "2.0",
				id,
				result: {
					protocolVersion: params?.["protocolVersion"],
					capabilities: { tools: { listChanged: true } },
					serverInfo: { name: "parley", version: "stub" },
				},
			}),
		);
	}

	#stream(response: ServerResponse): void {
		response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
		this.stream = response;
		response.on("close", () => {
			if (this.stream === response) this.stream = undefined;
		});
	}
}

export function event(message: unknown): string {
	return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

/** Opens the answer stream of a request. */
export function openStream(response: ServerResponse): void {
	response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
}

export function answer(result: unknown): Behaviour {
	return ({ message }, response) => {
		openStream(response);
		response.end(event({ jsonrpc: "2.0", id: message?.id, result }));
	};
}
