import { agentOf } from "../../src/core/agents";
import type { OpenApproval, PermissionPrompt } from "../../src/core/approvals";
import type { Call, OpenQuestion } from "../../src/core/clarifications";
import { Desk } from "../../src/core/desk";
import { InteractionError } from "../../src/core/errors";
import type { Log } from "../../src/core/ports";
import type { Session, SessionIntro } from "../../src/core/sessions";
import { posixCommands } from "../../src/node/posixCommands";
import { CountingIds } from "./countingIds";
import { FakeClock } from "./fakeClock";
import { ManualCancel } from "./manualCancel";
import { ManualReuse } from "./manualReuse";
import { MemoryHistoryStore, MemoryImageStore, MemoryRuleStore, MemorySessionStore } from "./memoryStores";

/** A call of a tool that a test can take back. */
export interface ManualCall extends Call {
	readonly signal: ManualCancel;
}

/** What has become of a promise so far. */
export interface Watched<T> {
	readonly promise: Promise<T>;
	value: T | undefined;
	error: unknown;
}

/** A real desk on fake ports, that can be reloaded as a window is. */
export class DeskFixture {
	readonly clock = new FakeClock();
	readonly ids = new CountingIds();
	readonly sessionStore = new MemorySessionStore();
	readonly historyStore = new MemoryHistoryStore();
	readonly ruleStore = new MemoryRuleStore();
	readonly imageStore = new MemoryImageStore();
	commands = posixCommands();
	readonly errors: string[] = [];
	timeLimitMs = 300_000;
	historyEnabled = true;
	readonly reuse = new ManualReuse();
	desk = this.#newDesk();
	#calls = 0;

	/** The window goes away in good order and comes back. */
	reload(): void {
		this.desk.dispose();
		this.desk = this.#newDesk();
	}

	/** The extension host dies without a word and a new one starts. */
	crash(): void {
		this.clock.dropTimers();
		this.desk = this.#newDesk();
	}

	open(change: Partial<SessionIntro> = {}): Session {
		return this.desk.openSession(introOf(change));
	}

	call(key = `call-${++this.#calls}`): ManualCall {
		return { key, signal: new ManualCancel() };
	}

	clarify(session: Session, args: unknown = { question: "Which port?" }, call = this.call()) {
		return watch(this.desk.clarify(session, args, call));
	}

	/** Asks and gives the question as surfaces see it. */
	ask(session: Session, args: unknown = { question: "Which port?" }, call = this.call()): OpenQuestion {
		const before = new Set(this.desk.clarifications.open.map((question) => question.id));
		watch(this.desk.clarify(session, args, call));
		const asked = this.desk.clarifications.open.find((question) => !before.has(question.id));
		if (asked === undefined) throw new Error("the question is not open");
		return asked;
	}

	/** The question as it stands now. */
	question(id: string): OpenQuestion {
		const question = this.desk.clarifications.open.find((each) => each.id === id);
		if (question === undefined) throw new Error("the question is not open");
		return question;
	}

	request(session: Session, args: unknown = REQUEST, call = this.call()) {
		return watch(this.desk.requestApproval(session, args, call));
	}

	/** Asks to allow an act and gives the request as surfaces see it. */
	requested(session: Session, args: unknown = REQUEST, call = this.call()): OpenApproval {
		return this.#opened(() => this.request(session, args, call));
	}

	prompt(session: Session, change: Partial<PermissionPrompt> = {}, call = this.call()) {
		return watch(this.desk.askPermission(session, { ...PROMPT, ...change }, call));
	}

	/** Brings an agent's own prompt and gives the request as surfaces see it. */
	prompted(session: Session, change: Partial<PermissionPrompt> = {}, call = this.call()): OpenApproval {
		return this.#opened(() => this.prompt(session, change, call));
	}

	/** The request as it stands now. */
	approval(id: string): OpenApproval {
		const approval = this.desk.approvals.open.find((each) => each.id === id);
		if (approval === undefined) throw new Error("the request is not open");
		return approval;
	}

	#opened(ask: () => void): OpenApproval {
		const before = new Set(this.desk.approvals.open.map(({ id }) => id));
		ask();
		const opened = this.desk.approvals.open.find(({ id }) => !before.has(id));
		if (opened === undefined) throw new Error("the request is not open");
		return opened;
	}

	#newDesk(): Desk {
		const log: Log = {
			debug: () => undefined,
			info: () => undefined,
			warn: () => undefined,
			error: (message) => this.errors.push(message),
		};
		return new Desk({
			clock: this.clock,
			ids: this.ids,
			sessions: this.sessionStore,
			history: this.historyStore,
			rules: this.ruleStore,
			images: this.imageStore,
			commands: this.commands,
			isPosix: true,
			log,
			settings: {
				onDidChange: this.reuse.onDidChange,
				timeLimitMs: () => this.timeLimitMs,
				historyEnabled: () => this.historyEnabled,
				historyReuse: () => this.reuse.historyReuse(),
			},
		});
	}
}

/** The arguments of a request for approval. */
export const REQUEST = {
	action: "Install the packages",
	kind: "command",
	detail: "npm ci",
	reason: "The tests need them",
};

/** A prompt of an agent whose terminal shows its own dialog at the same time. */
export const PROMPT: PermissionPrompt = {
	act: { kind: "command", action: "Run a command", detail: "npm test", reason: undefined },
	blocksTerminal: false,
	tool: "Bash",
	inputHash: "a".repeat(64),
	waitMs: 3_600_000,
};

/** A resumable Claude Code session with both tools and a budget of 4,000 s. */
export function introOf(change: Partial<SessionIntro> = {}): SessionIntro {
	return {
		key: "0123456789abcdef0123456789abcdef",
		isResumable: true,
		agent: agentOf("claude-code"),
		tools: { clarify: true, approvals: true },
		budgetMs: 4_000_000,
		place: {
			cwd: "/home/ada/web-shop",
			folder: { name: "web-shop", path: "/home/ada/web-shop" },
			terminal: { name: "claude", processId: 4711 },
			pid: 4712,
			verification: "verified",
		},
		inFlight: [],
		...change,
	};
}

export function watch<T>(promise: Promise<T>): Watched<T> {
	const watched: Watched<T> = { promise, value: undefined, error: undefined };
	promise.then(
		(value) => (watched.value = value),
		(error: unknown) => (watched.error = error),
	);
	return watched;
}

/** Lets every promise that can settle now do so. */
export async function settled(): Promise<void> {
	for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

/** The code and text of the refusal that `act` throws or rejects with; undefined: it was not refused. */
export async function refusalOf(act: () => unknown): Promise<string | undefined> {
	try {
		await act();
		return undefined;
	} catch (error) {
		if (error instanceof InteractionError) return `${error.code}: ${error.message}`;
		throw error;
	}
}
