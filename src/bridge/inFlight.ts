import type { Message, RequestId } from "./jsonRpc";

export type Request = Extract<Message, { kind: "request" }>;

/** A request of the agent that has no answer yet. */
export interface PendingCall {
	readonly request: Request;
	/** Of a `tools/call`, from its first sending on: the same each time it is sent. */
	key: string | undefined;
	/** How often its answer stream broke while the session stood. */
	cuts: number;
	/** Ends the exchange that carries it now; undefined while it waits to be sent. */
	takeBack: (() => void) | undefined;
	/** `sent`: the window may not know of it yet. */
	stage: "waiting" | "sent" | "accepted";
	/** Runs once as soon as the window knows of the call. */
	onAccepted: (() => void) | undefined;
}

/** The requests that wait for an answer, in the order in which they came. Request ids 0 and "0" are two ids. */
export class InFlight {
	readonly #calls = new Map<RequestId, PendingCall>();

	get all(): readonly PendingCall[] {
		return [...this.#calls.values()];
	}

	add(request: Request): PendingCall {
		const call: PendingCall = {
			request,
			key: undefined,
			cuts: 0,
			takeBack: undefined,
			stage: "waiting",
			onAccepted: undefined,
		};
		this.#calls.set(request.id, call);
		return call;
	}

	isOpen(id: RequestId): boolean {
		return this.#calls.has(id);
	}

	has(call: PendingCall): boolean {
		return this.#calls.get(call.request.id) === call;
	}

	/** The request of that id, which waits no longer. */
	take(id: RequestId): PendingCall | undefined {
		const call = this.#calls.get(id);
		this.#calls.delete(id);
		return call;
	}

	takeAll(): readonly PendingCall[] {
		const calls = this.all;
		this.#calls.clear();
		return calls;
	}
}
