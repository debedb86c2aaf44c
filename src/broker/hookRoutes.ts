import type { IncomingMessage, ServerResponse } from "node:http";
import type { AgentSwitchboard } from "../core/agentSwitches";
import type { Clock } from "../core/clock";
import type { Desk } from "../core/desk";
import { EarlyTurns } from "../core/earlyTurns";
import type { Disposable } from "../core/lifetime";
import type { Ids } from "../core/ports";
import type { HookCaller, HookContext } from "../wire/hookMessages";
import { refuse } from "./body";
import type { Faults } from "./faults";
import { parseBegin, parseEnd, parsePermission, parseTool } from "./hookMessage";
import { HookPermissions } from "./hookPermissions";
import { type HookProcesses, HookSessions } from "./hookSessions";
import { HookTurns } from "./hookTurns";

/** An agent waits for its hook: what takes longer goes on without being waited for. */
const ANSWER_WITHIN_MS = 90;

export interface HookRoutesDeps {
	readonly desk: Desk;
	readonly clock: Clock;
	readonly ids: Ids;
	readonly faults: Faults;
	readonly switches: AgentSwitchboard;
	readonly processes: HookProcesses;
	isRunning(pid: number): boolean;
}

/** What the agents' hooks tell. Whatever is wrong with it, they get a neutral answer soon, and the agent goes on. */
export class HookRoutes implements Disposable {
	/** Is told of sessions and calls, to which turns belong that began before them. */
	readonly turns: HookTurns;
	readonly #deps: HookRoutesDeps;
	readonly #sessions: HookSessions;
	readonly #permissions: HookPermissions;

	constructor(deps: HookRoutesDeps) {
		const { desk, clock, ids, processes, switches } = deps;
		const isRunning = (pid: number): boolean => deps.isRunning(pid);
		this.#deps = deps;
		this.#sessions = new HookSessions(desk, processes);
		this.turns = new HookTurns(desk, this.#sessions, new EarlyTurns({ clock, ids, isRunning }), deps.faults);
		this.#permissions = new HookPermissions(desk, this.#sessions, switches);
	}

	async begin(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
		const hook = parseBegin(body);
		if (hook === undefined) refuse(request, response, 400);
		else await this.#answer(request, response, hook, (known, isAwaited) => this.turns.begin(known, isAwaited));
	}

	async end(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
		const hook = parseEnd(body);
		if (hook === undefined) {
			refuse(request, response, 400);
			return;
		}
		await this.#answer(request, response, hook, async (known) => {
			await this.turns.end(known);
			return {};
		});
	}

	async tool(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
		const hook = parseTool(body);
		if (hook === undefined) {
			refuse(request, response, 400);
			return;
		}
		await this.#answer(request, response, hook, async (known) => {
			const session = await this.#sessions.find(known);
			if (session !== undefined) this.#deps.desk.permissionOver(session, known.tool, known.inputHash);
			return {};
		});
	}

	async permission(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
		const hook = parsePermission(body);
		if (hook === undefined) {
			refuse(request, response, 400);
			return;
		}
		const agentPid = await this.#agentOf(hook, request);
		if (agentPid === undefined) answerJson(response, {});
		else await this.#permissions.ask({ ...hook, agentPid }, request, response);
	}

	/** The window goes away; hooks that wait come back to the next one. */
	dispose(): void {
		this.#permissions.dispose();
	}

	/**
	 * `act` gets the hook with the process of the agent that has really started it, and what tells whether its answer can
	 * still go there.
	 */
	async #answer<Hook extends HookCaller>(
		request: IncomingMessage,
		response: ServerResponse,
		hook: Hook,
		act: (hook: Hook, isAwaited: () => boolean) => Promise<HookContext>,
	): Promise<void> {
		let isAwaited = true;
		const run = async (): Promise<HookContext> => {
			try {
				const agentPid = await this.#agentOf(hook, request);
				return agentPid === undefined ? {} : await act({ ...hook, agentPid }, () => isAwaited);
			} catch (error) {
				this.#deps.faults.report("a hook", error);
				return {};
			}
		};
		const answer = await new Promise<HookContext>((resolve) => {
			const late = this.#deps.clock.after(ANSWER_WITHIN_MS, () => {
				isAwaited = false;
				resolve({});
			});
			void run().then((made) => {
				late.dispose();
				resolve(made);
			});
		});
		answerJson(response, answer);
	}

	#agentOf(hook: HookCaller, { socket }: IncomingMessage): Promise<number | undefined> {
		const { remotePort = 0, localPort = 0 } = socket;
		return this.#deps.processes.agentOf(hook, { remotePort, localPort });
	}
}

function answerJson(response: ServerResponse, answer: object): void {
	const body = JSON.stringify(answer);
	response.writeHead(200, {
		"content-type": "application/json",
		"content-length": Buffer.byteLength(body),
		"cache-control": "no-store",
	});
	response.end(body);
}
