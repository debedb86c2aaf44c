import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session } from "../../src/core/sessions";
import { CLAUDE } from "./hookInputs";
import { LiveWindow } from "./liveWindow";
import type { StateFolder } from "../../src/node/stateFolder";
import { StagedAgent } from "./stagedAgent";
import { until } from "./until.mjs";

/** What the built bridge lies in. */
interface Installed {
	readonly state: StateFolder;
	readonly bridge: string;
}

/** A live window and the agents in its folder, with hooks that are really their children. */
export class HookScene {
	/** Where the agents work. */
	readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "parley-hooks-")));
	readonly window: LiveWindow;
	readonly #installed: Installed;
	readonly #agents: StagedAgent[] = [];

	private constructor(installed: Installed, window: LiveWindow) {
		this.#installed = installed;
		this.window = window;
	}

	static async open(installed: Installed): Promise<HookScene> {
		return new HookScene(installed, await LiveWindow.open(installed.state));
	}

	/** The one session of the window. */
	get session(): Session {
		const [session, another] = this.window.sessions;
		if (session === undefined || another !== undefined) throw new Error("not exactly one session");
		return session;
	}

	stage(more: { isDaemon?: boolean; window?: string } = {}): StagedAgent {
		const { bridge } = this.#installed;
		const agent = new StagedAgent({ bridge, window: this.window.path, cwd: this.folder, ...more });
		this.#agents.push(agent);
		return agent;
	}

	/** What Claude Code's hook gets at a prompt of that id. */
	prompt(prompt_id: string, more: object = {}): object {
		const event = { hook_event_name: "UserPromptSubmit", prompt: "Fix it" };
		return { ...CLAUDE, ...event, cwd: this.folder, prompt_id, ...more };
	}

	/** Claude Code gets a prompt of that id, or of one that begins so. The context id of it. */
	begin(agent: StagedAgent, id: string, more: object = {}): Promise<string> {
		return begun(agent, "claude-code", "UserPromptSubmit", (suffix) => this.prompt(id + suffix, more));
	}

	/** On a machine with too much to do an end is answered before it is done. */
	inState(state: string): Promise<true> {
		return until(`the turn is ${state}`, () => this.session.turn?.state === state || undefined);
	}

	async close(): Promise<void> {
		for (const agent of this.#agents) await agent.end();
		await this.window.dispose();
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/** The context id in what a hook has said; undefined: it said nothing. */
export function contextIn({ stdout }: { readonly stdout: string }): string | undefined {
	return /context_id`: \\"([0-9a-f-]{36})\\"/.exec(stdout)?.[1];
}

/** Tells of a prompt. On a machine with too much to do the answer may come without a context: then of another one. */
export async function begun(
	agent: StagedAgent,
	name: string,
	event: string,
	input: (suffix: string) => object,
): Promise<string> {
	for (let attempt = 0; attempt < 10; attempt++) {
		const context = contextIn(await agent.hook(name, event, input(attempt === 0 ? "" : `-${attempt}`)));
		if (context !== undefined) return context;
	}
	throw new Error("no prompt got a context");
}
