import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as macrotask } from "node:timers/promises";
import type { AgentSwitchboard } from "../core/agentSwitches";
import type { ApprovalOutcome, PermissionPrompt } from "../core/approvals";
import type { Desk } from "../core/desk";
import { BUDGET_MARGIN_MS, SECOND_MS } from "../core/limits";
import type { Session } from "../core/sessions";
import type { HookPermission, PermissionEvent } from "../wire/hookMessages";
import { CancelSource } from "./cancelSource";
import type { HookSessions } from "./hookSessions";
import { promptAct } from "./promptAct";

/** The time that a hook has in its agent's definition, less a margin; a question's own limit is shorter as a rule. */
const BESIDE_MS = 4_000 * SECOND_MS - BUDGET_MARGIN_MS;
/** A terminal without anything to answer looks frozen: nobody keeps it so for longer. */
const BLOCKING_MS = 300 * SECOND_MS;

const NO_REASON = "The user denied this in VS Code.";
const BY_RULE = "A rule that the user has stored in VS Code denies this.";

/** The agents' own permission prompts, brought here by their hooks. No decision wherever anything is missing. */
export class HookPermissions {
	readonly #desk: Desk;
	readonly #sessions: HookSessions;
	readonly #switches: AgentSwitchboard;
	#isDisposed = false;

	constructor(desk: Desk, sessions: HookSessions, switches: AgentSwitchboard) {
		this.#desk = desk;
		this.#sessions = sessions;
		this.#switches = switches;
	}

	/** Answers when the person has decided. The end of the connection takes the request back. */
	async ask(hook: HookPermission, request: IncomingMessage, response: ServerResponse): Promise<void> {
		response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
		const tell = (event: PermissionEvent): void => {
			response.write(`data: ${JSON.stringify(event)}\n\n`);
		};
		const gone = new CancelSource();
		// Not when we go: the hook then comes back to the window that follows.
		const onClose = (): void => {
			if (!this.#isDisposed) gone.cancel();
		};
		const { socket } = request;
		// It may have gone while it was looked at.
		if (socket.destroyed) onClose();
		socket.once("close", onClose);
		try {
			await this.#decide(hook, gone, tell);
		} finally {
			socket.off("close", onClose);
		}
		response.end();
	}

	/** Nothing that closes from now on takes anything back. */
	dispose(): void {
		this.#isDisposed = true;
	}

	async #decide(hook: HookPermission, gone: CancelSource, tell: (event: PermissionEvent) => void): Promise<void> {
		const session = this.#switches.of(hook.agent).approvals ? await this.#sessions.find(hook) : undefined;
		// A run that nobody watches, and whose agent is to get nothing, is not asked about either.
		const isLeftAlone = session?.intro.tools.plan === false;
		const prompt = session && !isLeftAlone ? promptOf(hook, session) : undefined;
		if (session === undefined || prompt === undefined || gone.isCancelled) {
			tell({ state: "none" });
			return;
		}
		const asked = this.#desk.askPermission(session, prompt, { key: hook.key, signal: gone });
		// What a rule decides is there at once.
		const first = await Promise.race([asked, macrotask()]);
		if (first === undefined) tell({ state: "waiting", waitMs: prompt.waitMs });
		tell(eventOf(await asked));
	}
}

function promptOf(hook: HookPermission, session: Session): PermissionPrompt | undefined {
	const { tool, input, workdir, inputHash, blocksTerminal } = hook;
	const act = promptAct({ tool, input, workdir, sessionCwd: session.intro.place.cwd });
	const waitMs = blocksTerminal ? BLOCKING_MS : BESIDE_MS;
	return act && { act, blocksTerminal, tool, inputHash, waitMs };
}

function eventOf(outcome: ApprovalOutcome): PermissionEvent {
	switch (outcome.decision) {
		case "allow_once":
		case "allow_always":
			return { state: "allow" };
		case "deny":
			// Only a person and a rule of theirs deny: whatever else ends a prompt leaves the agent's own.
			if (outcome.reason === "user") return { state: "deny", message: outcome.message ?? NO_REASON };
			return outcome.reason === "remembered" ? { state: "deny", message: BY_RULE } : { state: "none" };
		case "none":
			return { state: "none" };
	}
}
