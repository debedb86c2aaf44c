import { randomBytes } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Broker, type BrokerDeps, startBroker } from "../../src/broker/server";
import type { OpenQuestion } from "../../src/core/clarifications";
import type { Clock } from "../../src/core/clock";
import { Desk } from "../../src/core/desk";
import type { ImageStore, Log } from "../../src/core/ports";
import type { Place } from "../../src/core/sessions";
import { SystemClock } from "../../src/node/clock";
import { HookProcessTable } from "../../src/node/hookProcesses";
import { RandomIds } from "../../src/node/ids";
import { processesOf } from "../../src/node/processes";
import { posixCommands } from "../../src/node/posixCommands";
import { INTRO_HEADERS } from "../../src/wire/protocol";
import { ManualReuse } from "./manualReuse";
import { CountedContacts, ManualSwitches } from "./manualSwitches";
import { MemoryHistoryStore, MemoryImageStore, MemoryRuleStore, MemorySessionStore } from "./memoryStores";

/** Where sessions are found to be. */
export const PLACE = {
	cwd: "/home/ada/web-shop",
	folder: { name: "web-shop", path: "/home/ada/web-shop" },
	terminal: { name: "claude", processId: 4711 },
	pid: 4712,
	verification: "verified",
} as const satisfies Place;

export interface HarnessOptions {
	readonly clock?: Clock;
	readonly preferredPort?: number;
	readonly locate?: BrokerDeps["locate"];
	readonly clientStart?: BrokerDeps["clientStart"];
	/** Of each process that is asked about; all run unless a test says otherwise. */
	readonly isRunning?: BrokerDeps["isRunning"];
	readonly isHeadless?: BrokerDeps["isHeadless"];
	/** The machine's own unless a test says otherwise. */
	readonly hookProcesses?: BrokerDeps["hookProcesses"];
	readonly images?: ImageStore;
	/** The broker of a bundle in place of the source's. */
	readonly start?: typeof startBroker;
}

/** A real broker before a real desk. The person is the test: it answers through the desk. */
export class BrokerHarness {
	readonly token = randomBytes(32).toString("hex");
	readonly instance = randomBytes(8).toString("hex");
	readonly sessionStore = new MemorySessionStore();
	readonly ruleStore = new MemoryRuleStore();
	/** What was logged, with its level first. */
	readonly logged: string[] = [];
	readonly switches = new ManualSwitches();
	readonly contacts = new CountedContacts();
	readonly reuse = new ManualReuse();
	readonly clock: Clock;
	readonly desk: Desk;
	readonly #options: HarnessOptions;
	#broker: Broker | undefined;

	private constructor(options: HarnessOptions) {
		this.#options = options;
		this.clock = options.clock ?? new SystemClock();
		this.desk = new Desk({
			clock: this.clock,
			ids: new RandomIds(),
			sessions: this.sessionStore,
			history: new MemoryHistoryStore(),
			rules: this.ruleStore,
			images: options.images ?? new MemoryImageStore(),
			commands: posixCommands(),
			isPosix: true,
			log: this.#log(),
			settings: {
				onDidChange: this.reuse.onDidChange,
				timeLimitMs: () => 300_000,
				historyEnabled: () => true,
				historyReuse: () => this.reuse.historyReuse(),
			},
		});
	}

	static async start(options: HarnessOptions = {}): Promise<BrokerHarness> {
		const harness = new BrokerHarness(options);
		await harness.#start();
		return harness;
	}

	/** As after a window's reload, but for the desk, which stays. */
	async restartBroker(): Promise<void> {
		await this.#broker?.close();
		await this.#start();
	}

	get broker(): Broker {
		if (this.#broker === undefined) throw new Error("the broker has not started");
		return this.#broker;
	}

	get port(): number {
		return this.broker.port;
	}

	/** The one open question. */
	get question(): OpenQuestion {
		const [question, second] = this.desk.clarifications.open;
		if (question === undefined || second !== undefined) throw new Error("not exactly one question is open");
		return question;
	}

	async close(): Promise<void> {
		await this.#broker?.close();
		this.desk.dispose();
	}

	/** The SDK's own client, connected. */
	async connect(headers: Record<string, string> = bridgeHeaders()): Promise<ConnectedClient> {
		const url = new URL(`${this.broker.url}/mcp`);
		const authorization = `Bearer ${this.token}`;
		const transport = new StreamableHTTPClientTransport(url, {
			requestInit: { headers: { authorization, ...headers } },
		});
		const client = new Client({ name: "test", version: "1" });
		// The class does not satisfy its own interface under exactOptionalPropertyTypes.
		await client.connect(transport);
		return { client, transport };
	}

	async #start(): Promise<void> {
		const {
			preferredPort,
			locate = () => Promise.resolve(PLACE),
			clientStart = () => Promise.resolve(undefined),
			isRunning = () => true,
			isHeadless = () => Promise.resolve(false),
			hookProcesses = new HookProcessTable(processesOf(process.platform)),
			start = startBroker,
		} = this.#options;
		this.#broker = await start({
			desk: this.desk,
			clock: this.clock,
			ids: new RandomIds(),
			log: this.#log(),
			version: "1.2.3",
			preferredPort,
			token: this.token,
			instance: this.instance,
			locate,
			clientStart,
			isRunning,
			isHeadless,
			hookProcesses,
			switches: this.switches,
			contacts: this.contacts,
		});
	}

	#log(): Log {
		const at = (level: string) => (message: string, cause?: unknown) => {
			this.logged.push(`${level} ${message}${cause instanceof Error ? `: ${cause.message}` : ""}`);
		};
		return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
	}
}

export interface ConnectedClient {
	readonly client: Client;
	readonly transport: StreamableHTTPClientTransport;
}

/** What a bridge of Claude Code says with `initialize`, under a new key. */
export function bridgeHeaders(
	change: Partial<Record<keyof typeof INTRO_HEADERS, string>> = {},
): Record<string, string> {
	const said = { session: newKey(), agent: "claude-code", clarify: "1", budget: "4000", bridge: "1", ...change };
	return Object.fromEntries(
		Object.entries(said).map(([name, value]) => [INTRO_HEADERS[name as keyof typeof INTRO_HEADERS], value]),
	);
}

export function newKey(): string {
	return randomBytes(16).toString("hex");
}
