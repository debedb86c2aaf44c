import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
	type CallToolResult,
	ErrorCode,
	McpError,
	type RequestId,
	type ServerNotification,
	type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import type { AgentContacts } from "../core/agentContacts";
import type { Clock } from "../core/clock";
import type { Desk } from "../core/desk";
import { InteractionError } from "../core/errors";
import type { Session } from "../core/sessions";
import { callNames } from "./callNames";
import { CallerGone, type Exchange } from "./exchange";
import type { Faults } from "./faults";
import type { Heartbeat } from "./heartbeat";
import type { HookTurns } from "./hookTurns";
import type { Intro } from "./intro";
import type { LiveCall } from "./liveCall";
import type { Liveness } from "./liveness";
import type { RateLimit } from "./rateLimit";
import { failure, refusal } from "./toolResult";
import { clarify } from "./tools/clarify";
import { CLARIFY, REQUEST_APPROVAL, UPDATE_PLAN } from "./tools/definitions";
import { requestApproval } from "./tools/requestApproval";
import { updatePlan } from "./tools/updatePlan";
import type { WaitingCall } from "./waitingCall";

export interface ToolCallDeps {
	readonly desk: Desk;
	readonly clock: Clock;
	readonly heartbeat: Heartbeat;
	readonly faults: Faults;
	readonly contacts: AgentContacts;
	readonly turns: HookTurns;
}

/** What of a session outlives its connection: a re-initialise under the same key takes it over. */
export interface Caller {
	/** What it says of itself. */
	readonly intro: Intro;
	readonly session: Session;
	readonly liveness: Liveness;
	readonly rate: RateLimit;
}

/** What the SDK knows of a request. */
export type CallExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** A `tools/call` as it came in. */
export interface IncomingCall {
	readonly name: string;
	/** The arguments as the agent sent them. */
	readonly raw: unknown;
	readonly key: string;
	readonly exchange: Exchange;
	readonly extra: CallExtra;
}

/** The tool calls of one connection. */
export class ToolCalls {
	readonly #deps: ToolCallDeps;
	readonly #caller: Caller;
	/** Calls that wait for the person, by JSON-RPC id; also those whose stream has gone and may come again. */
	readonly #waiting = new Map<RequestId, LiveCall>();
	/** Calls that do not wait yet: their turn is being looked for. */
	readonly #claiming = new Map<RequestId, Exchange>();

	constructor(deps: ToolCallDeps, caller: Caller) {
		this.#deps = deps;
		this.#caller = caller;
	}

	/** Rejects only with what the client's code has to know, and when nobody is left to tell. */
	async call(call: IncomingCall): Promise<CallToolResult> {
		try {
			const claiming = this.#deps.turns.calling(this.#caller.session, callNames(call));
			if (claiming !== undefined) await this.#stillThere(call, claiming);
			return await this.#run(call);
		} catch (error) {
			if (error instanceof InteractionError) return refusal(error);
			if (error instanceof McpError || error instanceof CallerGone) throw error;
			return failure(this.#deps.faults.report(call.name, error));
		}
	}

	/** The agent takes a call back. False: none such waits, as after its answer. */
	cancel(id: RequestId | undefined): boolean {
		if (id !== undefined && this.#claiming.delete(id)) return true;
		const live = id === undefined ? undefined : this.#waiting.get(id);
		if (live === undefined) return false;
		this.#caller.liveness.cancel(live);
		return true;
	}

	/** Rejects when the call was taken back meanwhile, or its stream has gone: nothing of it may begin then. */
	async #stillThere({ exchange, extra: { requestId } }: IncomingCall, claiming: Promise<void>): Promise<void> {
		this.#claiming.set(requestId, exchange);
		await claiming;
		const isWanted = this.#claiming.get(requestId) === exchange;
		if (isWanted) this.#claiming.delete(requestId);
		if (!isWanted || !exchange.isOpen) throw new CallerGone();
	}

	async #run(call: IncomingCall): Promise<CallToolResult> {
		const { desk, heartbeat } = this.#deps;
		const { session } = this.#caller;
		this.#deps.contacts.onCall(session.intro.agent.id);
		if (session.intro.tools.plan === false) {
			throw new InteractionError("tool_disabled", "Parley's tools are off for this run; nothing was done");
		}
		switch (call.name) {
			case CLARIFY:
				if (!session.intro.tools.clarify) {
					throw new InteractionError("tool_disabled", "clarify is off for this agent; nothing was asked");
				}
				this.#count();
				return clarify(desk, session, heartbeat, this.#waitingCall(call, "Waiting for your answer in VS Code"));
			case REQUEST_APPROVAL:
				if (!session.intro.tools.approvals) {
					throw new InteractionError("tool_disabled", "request_approval is off for this agent; nothing was allowed");
				}
				this.#count();
				return requestApproval(
					desk,
					session,
					heartbeat,
					this.#waitingCall(call, "Waiting for your decision in VS Code"),
				);
			case UPDATE_PLAN:
				this.#count();
				return updatePlan(desk, session, call.key, call.raw);
			default:
				throw new McpError(ErrorCode.InvalidParams, "Unknown tool");
		}
	}

	#count(): void {
		if (this.#caller.rate.take(this.#deps.clock.now())) return;
		throw new InteractionError("rate_limited", "at most 60 tool calls in 10 seconds; nothing was done");
	}

	#waitingCall({ key, exchange, raw, extra }: IncomingCall, progress: string): WaitingCall {
		const { liveness } = this.#caller;
		const live = liveness.open(key, exchange);
		this.#waiting.set(extra.requestId, live);
		const onSettled = (): void => {
			liveness.settled(live);
			if (this.#waiting.get(extra.requestId) === live) this.#waiting.delete(extra.requestId);
		};
		return { live, raw, beat: beatOf(exchange, extra, progress), onSettled };
	}
}

/** Progress where the client gave a token: only that counts for its time limit. Else a comment. */
function beatOf(exchange: Exchange, { _meta, sendNotification }: CallExtra, message: string): () => void {
	const progressToken = _meta?.progressToken;
	if (progressToken === undefined) return () => exchange.comment();
	let progress = 0;
	return () => {
		const params = { progressToken, progress: ++progress, message };
		// It rejects when the stream has gone: then nobody waits for progress.
		sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
	};
}
