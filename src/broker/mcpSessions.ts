import type { IncomingMessage, ServerResponse } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { type Disposable, DisposableStore } from "../core/lifetime";
import type { Place, ToolSet } from "../core/sessions";
import type { Connections } from "./connections";
import { CallerGone } from "./exchange";
import { type Intro, readIntro } from "./intro";
import { Liveness } from "./liveness";
import { createMcpServer } from "./mcpServer";
import { McpSession, type McpSessionDeps } from "./mcpSession";
import { RateLimit } from "./rateLimit";
import { Resources } from "./resources";
import { refuseRpc } from "./rpcError";
import { type SwitchedToolsDeps, switchedTools } from "./switchedTools";
import type { Caller } from "./toolCalls";

const SESSIONS_MAX = 1_000;
/** A session without any open stream or request for this long has ended. */
const IDLE_MS = 60_000;

export interface Claim {
	/** The id of the agent. */
	readonly agent: string;
	readonly cwd: string | undefined;
	readonly pid: number | undefined;
	/** What only the editor itself can say. */
	readonly editor: string | undefined;
	/** The client's side of the connection. */
	readonly remotePort: number;
	readonly localPort: number;
}

export interface McpSessionsDeps extends McpSessionDeps, SwitchedToolsDeps {
	readonly version: string;
	readonly connections: Connections;
	locate(claim: Claim): Promise<Place>;
	isRunning(pid: number): boolean;
}

/** The connected sessions: what `/mcp` does with a request. */
export class McpSessions implements Disposable {
	readonly #deps: McpSessionsDeps;
	readonly #byId = new Map<string, McpSession>();
	/** By session key: its present connection. */
	readonly #byKey = new Map<string, McpSession>();
	readonly #switched = new DisposableStore();
	#opening = 0;
	#sweep: Disposable | undefined;

	constructor(deps: McpSessionsDeps) {
		this.#deps = deps;
		this.#switched.add(
			deps.switches.onDidChange(() => {
				for (const session of this.#byId.values()) void this.#switchTools(session);
			}),
		);
		this.#switched.add(
			deps.desk.earlier.onDidChange(() => {
				for (const session of this.#byId.values()) void this.#resourcesChanged(session);
			}),
		);
	}

	async post(request: IncomingMessage, response: ServerResponse, message: object): Promise<void> {
		const isFirst = request.headers["mcp-session-id"] === undefined && isInitializeRequest(message);
		await (isFirst
			? this.#initialize(request, response, message)
			: this.#find(request, response)?.post(request, response, message));
	}

	async stream(request: IncomingMessage, response: ServerResponse): Promise<void> {
		await this.#find(request, response)?.stream(request, response);
	}

	async delete(request: IncomingMessage, response: ServerResponse): Promise<void> {
		await this.#find(request, response)?.delete(request, response);
	}

	/** The broker goes away, the sessions do not: nothing is cancelled from now on. */
	dispose(): void {
		this.#switched.dispose();
		this.#stopWatching();
		for (const { caller } of this.#byId.values()) caller.liveness.dispose();
		this.#byId.clear();
		this.#byKey.clear();
	}

	/** Undefined: the request is answered. */
	#find(request: IncomingMessage, response: ServerResponse): McpSession | undefined {
		const id = request.headers["mcp-session-id"];
		if (id === undefined) {
			refuseRpc(response, 400, "notAccepted", "Bad Request: initialize first, then send the Mcp-Session-Id it gave");
			return undefined;
		}
		const session = typeof id === "string" ? this.#byId.get(id) : undefined;
		if (session !== undefined && session.caller.session.state !== "ended") return session;
		// Its client begins a new one then.
		if (session !== undefined) this.#end(session);
		refuseRpc(response, 404, "unknownSession", "Session not found");
		return undefined;
	}

	async #initialize(request: IncomingMessage, response: ServerResponse, message: object): Promise<void> {
		const intro = readIntro(request.headers);
		if (intro === undefined) {
			refuseRpc(response, 400, "invalidRequest", "Invalid Request: parley-session is not 32 hex digits");
			return;
		}
		const isKnown = intro.key !== undefined && this.#byKey.has(intro.key);
		if (!isKnown && this.#byKey.size + this.#opening >= SESSIONS_MAX) {
			refuseRpc(response, 503, "notAccepted", "Too many sessions");
			return;
		}
		this.#opening++;
		try {
			await this.#connect(intro, request, response, message);
		} finally {
			this.#opening--;
		}
	}

	async #connect(intro: Intro, request: IncomingMessage, response: ServerResponse, message: object): Promise<void> {
		const tools = await switchedTools(intro, this.#deps);
		const transport = new StreamableHTTPServerTransport({
			sessionIdGenerator: () => this.#deps.ids.uuid(),
			// A timer per stream; the heartbeat has one for all.
			keepAliveMs: 0,
			// The SDK calls it when it has accepted the request and before the server sees it.
			onsessioninitialized: async (id) => {
				const place = await this.#locate(intro, request);
				if (request.socket.destroyed) throw new CallerGone();
				const caller = this.#callerOf(intro, tools, place);
				caller.liveness.attend(request, response);
				const resources = new Resources(this.#deps.desk.earlier, caller.session);
				const server = createMcpServer(this.#deps.version, tools, resources.areDeclared);
				await server.connect(transport);
				const session = new McpSession(this.#deps, id, caller, { server, transport, resources });
				this.#replace(session);
				this.#deps.contacts.onHandshake(intro.agent.id);
				await this.#deps.turns.opened(caller.session, intro.agentSession);
				// A switch may have been pressed since they were looked at.
				await this.#switchTools(session);
			},
			onsessionclosed: (id) => {
				const session = this.#byId.get(id);
				if (session !== undefined) this.#end(session);
			},
		});
		await transport.handleRequest(request, response, message);
	}

	async #locate({ agent, cwd, pid, editor }: Intro, { socket }: IncomingMessage): Promise<Place> {
		try {
			const { remotePort = 0, localPort = 0 } = socket;
			return await this.#deps.locate({ agent: agent.id, cwd, pid, editor, remotePort, localPort });
		} catch (error) {
			this.#deps.faults.report("locating a session", error);
			return { cwd: undefined, folder: undefined, terminal: undefined, pid, verification: "refuted" };
		}
	}

	/** @throws an error that may be told to the client */
	#callerOf(intro: Intro, tools: ToolSet, place: Place): Caller {
		const { key, agent, budgetMs, inFlight } = intro;
		const { desk, ids, clock, connections, faults } = this.#deps;
		const known = key ?? ids.uuid().replaceAll("-", "");
		const before = this.#byKey.get(known)?.caller;
		try {
			const session = desk.openSession({
				key: known,
				isResumable: key !== undefined,
				agent,
				tools,
				budgetMs,
				place,
				inFlight,
			});
			if (before?.session.id === session.id) return { ...before, intro, session };
			if (before !== undefined) desk.endSession(before.session);
			const hasGone = this.#goneCheck(place.pid);
			const liveness = new Liveness(clock, connections, {
				onIdle: () => this.#watchIdle(IDLE_MS),
				onUnconnected: () => hasGone() && this.#endKnown(known),
			});
			return { intro, session, liveness, rate: new RateLimit() };
		} catch (error) {
			throw new Error(faults.report("opening a session", error));
		}
	}

	/** Of a process that cannot be seen from here even while it is there, nobody can say that it has gone. */
	#goneCheck(pid: number | undefined): () => boolean {
		if (pid === undefined || !this.#deps.isRunning(pid)) return () => false;
		return () => !this.#deps.isRunning(pid);
	}

	#endKnown(key: string): void {
		const session = this.#byKey.get(key);
		if (session !== undefined) this.#end(session);
	}

	#replace(session: McpSession): void {
		const { key } = session.caller.session.intro;
		const before = this.#byKey.get(key);
		this.#byKey.set(key, session);
		this.#byId.set(session.id, session);
		if (before === undefined) return;
		this.#byId.delete(before.id);
		if (before.caller.liveness !== session.caller.liveness) before.caller.liveness.dispose();
		this.#close(before);
	}

	#end(session: McpSession): void {
		const { session: ended, liveness } = session.caller;
		this.#byId.delete(session.id);
		this.#byKey.delete(ended.intro.key);
		try {
			this.#deps.desk.endSession(ended);
		} catch (error) {
			this.#deps.faults.report("ending a session", error);
		}
		liveness.dispose();
		this.#close(session);
		if (this.#byId.size === 0) this.#stopWatching();
	}

	async #switchTools(session: McpSession): Promise<void> {
		try {
			await session.useTools(await switchedTools(session.caller.intro, this.#deps));
		} catch (error) {
			this.#deps.faults.report("switching tools", error);
		}
	}

	async #resourcesChanged(session: McpSession): Promise<void> {
		try {
			await session.resourcesChanged();
		} catch (error) {
			this.#deps.faults.report("telling of resources", error);
		}
	}

	#close(session: McpSession): void {
		session.close().catch((error: unknown) => this.#deps.faults.report("closing a connection", error));
	}

	/** One timer for all sessions, armed only while one may be idle. */
	#watchIdle(ms: number): void {
		this.#sweep ??= this.#deps.clock.after(ms, () => {
			this.#sweep = undefined;
			const now = this.#deps.clock.now();
			for (const session of [...this.#byId.values()]) {
				const { idleSince } = session.caller.liveness;
				if (idleSince !== undefined && now - idleSince >= IDLE_MS) this.#end(session);
			}
			const idle = [...this.#byId.values()].flatMap(({ caller }) => caller.liveness.idleSince ?? []);
			if (idle.length > 0) this.#watchIdle(Math.max(Math.min(...idle) + IDLE_MS - now, 1));
		});
	}

	#stopWatching(): void {
		this.#sweep?.dispose();
		this.#sweep = undefined;
	}
}
