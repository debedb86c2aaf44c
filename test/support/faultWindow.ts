import { Desk } from "../../src/core/desk";
import type { Clock } from "../../src/core/clock";
import { RandomIds } from "../../src/node/ids";
import { posixCommands } from "../../src/node/posixCommands";
import { Presence } from "../../src/ui/presence";
import { type Stores, WindowLife } from "../../src/windowLife";
import { ManualSwitches } from "./manualSwitches";
import { until } from "./until.mjs";
import { NEVER_REUSED } from "./manualReuse";

/** What the person sees of something that waits. */
export interface Shown {
	readonly id: string;
	readonly kind: "question" | "approval";
	readonly text: string;
	readonly state: "waiting" | "reconnecting";
	/** What was typed and not sent; "" for an approval. */
	readonly draft: string;
	/** Milliseconds until it closes by itself; meaningless while it is reconnecting. */
	readonly leftMs: number;
}

/** The person before a window. */
export interface Person {
	/** What waits, once it is that many and each of them can be answered. */
	waiting(count: number): Promise<readonly Shown[]>;
	draft(id: string, text: string): Promise<void>;
	/** False: it was no longer open, or could not be answered. */
	answer(id: string, text: string): Promise<boolean>;
	/** The same of Allow once. */
	allow(id: string): Promise<boolean>;
}

export interface FaultWindowOptions {
	/** The folder of the bundles. */
	readonly dist: string;
	readonly clock: Clock;
	/** The process below which agents of this window run. */
	readonly terminal: number;
	/** The folder that is open in it. */
	readonly folder: string;
	/** Of the extension that runs in it. */
	readonly version?: string;
}

/**
 * One extension host with Parley as it starts, stores and ends there: the place in the state folder of `XDG_STATE_HOME`,
 * the bundle of the broker, files. The person is the test.
 */
export class FaultWindow implements Person {
	/** Warnings and errors of the log. */
	readonly logged: string[] = [];
	/** What the person was told. */
	readonly told: string[] = [];
	readonly #presence = new Presence({ kind: "starting" });
	readonly #clock: Clock;
	readonly #life: WindowLife;

	constructor({ dist, clock, terminal, folder, version = "1.2.3" }: FaultWindowOptions) {
		this.#clock = clock;
		const ignore = (): void => undefined;
		const keep = (message: string, cause?: unknown): void => {
			this.logged.push(`${message}${cause instanceof Error ? `: ${cause.message}` : ""}`);
		};
		const log = { debug: ignore, info: ignore, warn: keep, error: keep };
		const ids = new RandomIds();
		const openDesk = (stores: Stores): Desk => {
			const settings = { timeLimitMs: () => 300_000, historyEnabled: () => true, ...NEVER_REUSED };
			const commands = posixCommands();
			return new Desk({ clock, ids, log, commands, isPosix: true, ...stores, settings });
		};
		this.#life = new WindowLife({
			clock,
			ids,
			log,
			presence: this.#presence,
			switches: new ManualSwitches(),
			terminalsKnown: Promise.resolve(),
			openDesk: (stores) => ({ desk: openDesk(stores), surfaces: { dispose: ignore } }),
			rulesUnreadable: ({ reason }) => this.told.push(`rules: ${reason}`),
			placeTaken: ignore,
			failed: (reason) => this.told.push(reason),
			facts: {
				version,
				dist,
				editor: { editor: "test", path: process.execPath, isElectron: false },
				isRemote: false,
				workspaceUri: undefined,
				isTrusted: () => true,
				folders: () => [{ name: "web-shop", path: folder }],
				terminals: () => [{ name: "shell", processId: terminal }],
				tasks: () => [],
			},
		});
	}

	/** Starts it, or starts it anew with the place that it has. */
	start(): Promise<void> {
		return this.#life.restart();
	}

	/** The extension host ends in order, as at a reload or when the window closes. */
	leave(): Promise<void> {
		return this.#life.close();
	}

	get desk(): Desk {
		if (this.#presence.desk === undefined) throw new Error("the window has no desk yet");
		return this.#presence.desk;
	}

	/** The value of `PARLEY_WINDOW` in its terminals. */
	get path(): string {
		return this.#life.place?.slot.path ?? "";
	}

	/** 0 where it does not listen. */
	get port(): number {
		return this.#life.broker?.port ?? 0;
	}

	get shown(): readonly Shown[] {
		const now = this.#clock.now();
		return this.desk.inbox.items.map((item) => {
			const { id, kind } = item;
			const { state, deadline } = item.kind === "question" ? item.question : item.approval;
			const text = item.kind === "question" ? item.question.question.text : item.approval.act.action;
			const draft = item.kind === "question" ? item.question.draft.text : "";
			return { id, kind, text, state, draft, leftMs: deadline - now };
		});
	}

	waiting(count: number): Promise<readonly Shown[]> {
		return untilWaiting(count, () => Promise.resolve(this));
	}

	draft(id: string, text: string): Promise<void> {
		this.desk.clarifications.setDraft(id, { text, choice: undefined });
		return Promise.resolve();
	}

	answer(id: string, text: string): Promise<boolean> {
		return Promise.resolve(this.desk.clarifications.answer(id, text));
	}

	allow(id: string): Promise<boolean> {
		return Promise.resolve(this.desk.approvals.allowOnce(id));
	}
}

interface Standing {
	readonly shown: readonly Shown[];
	readonly logged: readonly string[];
	readonly told: readonly string[];
}

/** Says how things stand where that many never wait. */
export async function untilWaiting(count: number, look: () => Promise<Standing>): Promise<readonly Shown[]> {
	const read = async (): Promise<readonly Shown[] | undefined> => {
		const { shown } = await look();
		return shown.length === count && shown.every(({ state }) => state === "waiting") ? shown : undefined;
	};
	try {
		return (await until(`${count} wait`, read)) as readonly Shown[];
	} catch (cause) {
		const { shown, logged, told } = await look();
		throw new Error(`${count} never wait: ${JSON.stringify({ shown, logged, told })}`, { cause });
	}
}
