import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as macrotask } from "node:timers/promises";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
	CancelledNotificationSchema,
	ErrorCode,
	type JSONRPCRequest,
	ListToolsRequestSchema,
	McpError,
	type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import type { Ids } from "../core/ports";
import type { ToolSet } from "../core/sessions";
import { CALL_HEADER } from "../wire/protocol";
import { CallerGone, type Exchange } from "./exchange";
import { isKey } from "./intro";
import { requestId } from "./message";
import type { Resources } from "./resources";
import { refuseRpc } from "./rpcError";
import { areSameTools } from "./switchedTools";
import { type Caller, type CallExtra, type ToolCallDeps, ToolCalls } from "./toolCalls";
import { definitionsFor } from "./tools/definitions";

const STILL_OPEN = "Invalid Request: a request with this id is still open";

export interface McpSessionDeps extends ToolCallDeps {
	readonly ids: Ids;
}

interface Connection {
	readonly server: Server;
	readonly transport: StreamableHTTPServerTransport;
	readonly resources: Resources;
}

/** One connection of a session: the SDK's server and transport, and the requests that are open on them. */
export class McpSession {
	/** The `Mcp-Session-Id`. */
	readonly id: string;
	readonly caller: Caller;
	readonly #deps: McpSessionDeps;
	readonly #server: Server;
	readonly #transport: StreamableHTTPServerTransport;
	readonly #resources: Resources;
	readonly #calls: ToolCalls;
	/** Requests whose answer stream is open, by JSON-RPC id, with their call key. */
	readonly #open = new Map<RequestId, { readonly exchange: Exchange; readonly key: string }>();

	constructor(deps: McpSessionDeps, id: string, caller: Caller, { server, transport, resources }: Connection) {
		this.id = id;
		this.caller = caller;
		this.#deps = deps;
		this.#server = server;
		this.#transport = transport;
		this.#resources = resources;
		this.#calls = new ToolCalls(deps, caller);
		server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: definitionsFor(caller.session.intro.tools) }));
		// As fallback: a handler of its own for `tools/call` would have the SDK parse the arguments twice and the result once
		// more. The core parses the arguments, and the results are ours.
		server.fallbackRequestHandler = (request, extra) => this.#call(request, extra);
		// In place of the SDK's own, which ignores the id 0 and leaves the answer stream open.
		server.setNotificationHandler(CancelledNotificationSchema, ({ params: { requestId: id } }) => {
			if (id !== undefined && this.#calls.cancel(id)) transport.closeSSEStream(id);
		});
	}

	/** A POST with one JSON-RPC message. */
	async post(request: IncomingMessage, response: ServerResponse, message: object): Promise<void> {
		const key = request.headers[CALL_HEADER] ?? this.#deps.ids.uuid();
		if (typeof key !== "string" || (CALL_HEADER in request.headers && !isKey(key))) {
			refuseRpc(response, 400, "invalidRequest", `Invalid Request: ${CALL_HEADER} is not 32 hex digits`);
			return;
		}
		const id = requestId(message);
		const before = id === undefined ? undefined : this.#open.get(id);
		if (before !== undefined && before.key !== key) {
			refuseRpc(response, 400, "invalidRequest", STILL_OPEN);
			return;
		}
		const exchange = this.caller.liveness.attend(request, response);
		if (id !== undefined) {
			if (before !== undefined) this.#giveUp(id, before.exchange);
			this.#open.set(id, { exchange, key });
			exchange.onDidClose(() => this.#open.delete(id));
		}
		if (before !== undefined) {
			// The transport knows requests by their id only: it is to be done with the old one before it sees the new one.
			await macrotask();
			if (!exchange.isOpen) {
				refuseRpc(response, 400, "invalidRequest", STILL_OPEN);
				return;
			}
		}
		await this.#transport.handleRequest(request, response, message);
	}

	/** A GET: the session's own stream. */
	async stream(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const exchange = this.caller.liveness.attend(request, response);
		const beat = this.#deps.heartbeat.add(() => exchange.comment());
		exchange.onDidClose(() => beat.dispose());
		await this.#transport.handleRequest(request, response);
	}

	/** A DELETE. The transport tells its owner if the request is valid. */
	async delete(request: IncomingMessage, response: ServerResponse): Promise<void> {
		this.caller.liveness.attend(request, response);
		await this.#transport.handleRequest(request, response);
	}

	/** From now on it has these tools. The agent is told over the session's own stream. */
	async useTools(tools: ToolSet): Promise<void> {
		const { session } = this.caller;
		if (areSameTools(session.intro.tools, tools)) return;
		this.#deps.desk.useTools(session, tools);
		await this.#server.sendToolListChanged();
	}

	/** Its list of resources is another one now: tells an agent that knows that there are any. */
	async resourcesChanged(): Promise<void> {
		if (this.#resources.areDeclared) await this.#server.sendResourceListChanged();
	}

	/** Closes all streams. What becomes of the session is another matter. */
	async close(): Promise<void> {
		await this.#server.close();
	}

	/** The call was sent again before the end of its stream was seen here: nobody reads the old one. */
	#giveUp(id: RequestId, exchange: Exchange): void {
		this.#transport.closeSSEStream(id);
		exchange.close();
	}

	async #call({ method, params = {} }: JSONRPCRequest, extra: CallExtra): Promise<Record<string, unknown>> {
		const isRead = method === "resources/read";
		if (isRead && !this.caller.rate.take(this.#deps.clock.now())) {
			throw new McpError(ErrorCode.InvalidRequest, "At most 60 calls in 10 seconds");
		}
		const result = this.#resources.answer(method, params);
		if (result !== undefined) return result;
		if (method !== "tools/call") throw new McpError(ErrorCode.MethodNotFound, "Method not found");
		const { name, arguments: raw } = params;
		if (typeof name !== "string") throw new McpError(ErrorCode.InvalidParams, "A tool call needs the name of a tool");
		const open = this.#open.get(extra.requestId);
		if (open === undefined) throw new CallerGone();
		return this.#calls.call({ ...open, name, raw, extra });
	}
}
