import type { Message, RequestId } from "./jsonRpc";

export type Request = Extract<Message, { kind: "request" }>;

/** A request of the agent that has no answer yet. */
export interface PendingCall {
	readonly request: Request;
	/** The same each time the call is sent; only for `tools/call`. */
	readonly key: string | undefined;
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

	constructor(private readonly newKey: () => string) {}

	get all(): readonly PendingCall[] {
		return [...this.#calls.values()];
	}

	get callKeys(): readonly string[] {
		return this.all.flatMap(({ key }) => (key === undefined ? [] : [key]));
	}

	add(request: Request): PendingCall {
		const key = request.method === "tools/call" ? this.newKey() : undefined;
		const call: PendingCall = {
			request,
			key,
			cuts: 0,
			takeBack: undefined,
			stage: "waiting",
			onAccepted: undefined,
		};
		this.#calls.set(request.id, call);
		return call;
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
