import { randomBytes, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { type Broker, startBroker } from "../../src/broker/server";
import type { OpenQuestion } from "../../src/core/clarifications";
import { Desk } from "../../src/core/desk";
import type { Session } from "../../src/core/sessions";
import { bootId } from "../../src/node/bootId";
import { SystemClock } from "../../src/node/clock";
import { HookProcessTable } from "../../src/node/hookProcesses";
import { RandomIds } from "../../src/node/ids";
import { FolderImageStore } from "../../src/node/imageStore";
import { posixCommands } from "../../src/node/posixCommands";
import { isRunning } from "../../src/node/isRunning";
import { processesOf } from "../../src/node/processes";
import { claimSlot } from "../../src/node/rendezvous";
import type { Slot } from "../../src/node/rendezvousSlot";
import type { StateFolder } from "../../src/node/stateFolder";
import { CountedContacts, ManualSwitches } from "./manualSwitches";
import { MemoryHistoryStore, MemoryRuleStore, MemorySessionStore } from "./memoryStores";
import { until } from "./until.mjs";
import { NEVER_REUSED } from "./manualReuse";

const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** One life of an extension host. */
interface Life {
	readonly slot: Slot;
	readonly desk: Desk;
	readonly broker: Broker;
}

/** A window as it really is, without an editor: slot, desk and broker. The person is the test. */
export class LiveWindow {
	/** What bridges claimed to be, as the broker was asked to locate them. */
	readonly claims: { readonly cwd: string | undefined; readonly pid: number | undefined }[] = [];
	readonly contacts = new CountedContacts();
	readonly switches = new ManualSwitches();
	/** What it says of agents' programs in its terminals when a daemon's bridge or hook asks. */
	clientStartedAt: number | undefined;
	readonly #sessions = new MemorySessionStore();
	readonly #state: StateFolder;
	readonly #key: string;
	readonly #folders: readonly string[];
	#slotPath: string | undefined;
	#life: Life | undefined;

	private constructor(state: StateFolder, key: string, folders: readonly string[]) {
		this.#state = state;
		this.#key = key;
		this.#folders = folders;
	}

	static async open(
		state: StateFolder,
		key = "0123456789abcdef",
		folders: readonly string[] = [],
	): Promise<LiveWindow> {
		const window = new LiveWindow(state, key, folders);
		await window.start();
		return window;
	}

	get life(): Life {
		if (this.#life === undefined) throw new Error("the window is away");
		return this.#life;
	}

	/** The value of `PARLEY_WINDOW` in its terminals. */
	get path(): string {
		if (this.#slotPath === undefined) throw new Error("the window has not started");
		return this.#slotPath;
	}

	get sessions(): readonly Session[] {
		return this.life.desk.sessions.all;
	}

	get openQuestions(): readonly OpenQuestion[] {
		return this.life.desk.clarifications.open;
	}

	/** The one question that waits for the person. */
	question(): Promise<OpenQuestion> {
		return until("one question waits", () =>
			this.openQuestions.length === 1 && this.openQuestions[0]?.state === "waiting" ? this.openQuestions[0] : undefined,
		);
	}

	async answer(text: string): Promise<void> {
		this.life.desk.clarifications.answer((await this.question()).id, text);
	}

	/** A new extension host: another port, token and instance, the same stores. */
	async start(): Promise<void> {
		const instance = randomUUID();
		const token = randomBytes(32).toString("hex");
		const slot = await claimSlot({
			state: this.#state,
			workspaceKey: this.#key,
			restored: this.#slotPath === undefined ? [] : [this.#slotPath],
			owner: { pid: process.pid, bootId: bootId(), host: hostname(), instance },
			now: Date.now,
			onSetAside: () => undefined,
		});
		const clock = new SystemClock();
		const desk = new Desk({
			clock,
			ids: new RandomIds(),
			sessions: this.#sessions,
			history: new MemoryHistoryStore(),
			rules: new MemoryRuleStore(),
			images: new FolderImageStore(this.#state.images, Date.now, () => []),
			commands: posixCommands(),
			isPosix: true,
			log: QUIET,
			settings: { timeLimitMs: () => 300_000, historyEnabled: () => true, ...NEVER_REUSED },
		});
		const broker = await startBroker({
			desk,
			clock,
			ids: new RandomIds(),
			log: QUIET,
			version: "1.2.3",
			preferredPort: undefined,
			token,
			instance,
			locate: ({ cwd, pid }) => {
				this.claims.push({ cwd, pid });
				return Promise.resolve({ cwd, folder: undefined, terminal: undefined, pid, verification: "unchecked" });
			},
			clientStart: () => Promise.resolve(this.clientStartedAt),
			isRunning,
			isHeadless: () => Promise.resolve(false),
			hookProcesses: new HookProcessTable(processesOf(process.platform)),
			switches: this.switches,
			contacts: this.contacts,
		});
		slot.publish({ url: broker.url, token, folders: this.#folders });
		this.#slotPath = slot.path;
		this.#life = { slot, desk, broker };
	}

	/** The extension host ends in order, as at a reload or when the window closes. */
	async leave(): Promise<void> {
		const { slot, desk, broker } = this.life;
		this.#life = undefined;
		slot.release();
		await broker.close();
		desk.dispose();
	}

	/** Leaves if it is there. */
	async dispose(): Promise<void> {
		if (this.#life !== undefined) await this.leave();
	}
}
