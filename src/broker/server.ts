import { createServer } from "node:http";
import { setImmediate as macrotask } from "node:timers/promises";
import type { AgentContacts } from "../core/agentContacts";
import type { AgentSwitchboard } from "../core/agentSwitches";
import type { Clock } from "../core/clock";
import type { Desk } from "../core/desk";
import type { Ids, Log } from "../core/ports";
import type { Place } from "../core/sessions";
import type { ClientQuestion } from "./claim";
import { Connections } from "./connections";
import { Faults } from "./faults";
import { Heartbeat } from "./heartbeat";
import type { HookProcesses } from "./hookSessions";
import { listen } from "./listen";
import type { Claim } from "./mcpSessions";

const SOCKETS_MAX = 4_096;

export interface BrokerDeps {
	readonly desk: Desk;
	readonly clock: Clock;
	readonly ids: Ids;
	readonly log: Log;
	/** The extension's version, as clients are told. */
	readonly version: string;
	/** Tried first; another one if it is taken. */
	readonly preferredPort: number | undefined;
	/** 64 hex digits, new at every start. */
	readonly token: string;
	/** Random per start. */
	readonly instance: string;
	/** Finds out where a new session's process really is. */
	locate(claim: Claim): Promise<Place>;
	/** When the newest program of that agent in that folder started in one of the window's terminals; undefined: none. */
	clientStart(question: ClientQuestion): Promise<number | undefined>;
	/** Whether a process of that id is there. */
	isRunning(pid: number): boolean;
	/** Whether the bridge of that process serves a run of its agent that nobody watches. */
	isHeadless(agent: string, pid: number | undefined): Promise<boolean>;
	/** Whose hooks they are. */
	readonly hookProcesses: HookProcesses;
	readonly switches: AgentSwitchboard;
	readonly contacts: AgentContacts;
}

export interface Broker {
	readonly port: number;
	/** `http://127.0.0.1:<port>` */
	readonly url: string;
	/** Stops listening and cuts all connections. Sessions and what is open in them stay as they are. */
	close(): Promise<void>;
}

/**
 * Loads express and the MCP SDK, in two blocks with a pause so that the extension host stays responsive, and listens.
 * Rejects with a reason that a person can read when it cannot.
 */
export async function startBroker(deps: BrokerDeps): Promise<Broker> {
	const { createApp } = await import("./app");
	await macrotask();
	const { McpSessions } = await import("./mcpSessions");
	const { HookRoutes } = await import("./hookRoutes");
	await macrotask();

	const { desk, clock, ids, log, version, token, instance, preferredPort } = deps;
	const server = createServer({
		// Limits on receiving a request; an answer may take as long as it takes.
		headersTimeout: 5_000,
		requestTimeout: 30_000,
		connectionsCheckingInterval: 1_000,
		keepAliveTimeout: 120_000,
		// A missing Host is refused like a wrong one.
		requireHostHeader: false,
	});
	const connections = new Connections(server, SOCKETS_MAX);
	const port = await listen(server, preferredPort);
	const heartbeat = new Heartbeat(clock);
	const faults = new Faults(log, ids);
	const locate = (claim: Claim): Promise<Place> => deps.locate(claim);
	const isRunning = (pid: number): boolean => deps.isRunning(pid);
	const isHeadless = (agent: string, pid: number | undefined): Promise<boolean> => deps.isHeadless(agent, pid);
	const hooks = new HookRoutes({
		desk,
		clock,
		ids,
		faults,
		isRunning,
		switches: deps.switches,
		processes: deps.hookProcesses,
	});
	const sessions = new McpSessions({
		turns: hooks.turns,
		desk,
		clock,
		ids,
		heartbeat,
		faults,
		version,
		connections,
		locate,
		isRunning,
		isHeadless,
		switches: deps.switches,
		contacts: deps.contacts,
	});
	const clientStart = (question: ClientQuestion): Promise<number | undefined> => deps.clientStart(question);
	server.on("request", createApp({ identity: { port, instance, token }, sessions, hooks, faults, clientStart }));
	desk.listening();
	log.info(`the broker listens on 127.0.0.1:${port}`);
	return {
		port,
		url: `http://127.0.0.1:${port}`,
		async close() {
			sessions.dispose();
			hooks.dispose();
			heartbeat.dispose();
			const closed = new Promise((resolve) => server.close(resolve));
			connections.destroyAll();
			await closed;
		},
	};
}
