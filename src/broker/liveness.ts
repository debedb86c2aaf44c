import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../core/clock";
import type { Disposable } from "../core/lifetime";
import type { Connections } from "./connections";
import { Exchange } from "./exchange";
import { LiveCall } from "./liveCall";

/** How long a call outlives its answer stream while its bridge is still connected and may send it again. */
const RESEND_MS = 2_000;
/** How long no connection at all may be open before it is asked whether the process has gone. */
const RETURN_MS = 2_000;

/** What comes of an agent's silence. */
export interface Silence {
	/** The last open stream or request has closed. */
	onIdle(): void;
	/** For two seconds no connection has been open. */
	onUnconnected(): void;
}

/**
 * Whether an agent process is still there, seen from its connections, and what its going means for its waiting calls.
 * The SDK aborts nothing when a connection closes. It outlives a re-initialise, which replaces the transport only.
 */
export class Liveness implements Disposable {
	readonly #clock: Clock;
	readonly #connections: Connections;
	readonly #silence: Silence;
	/** The open sockets that carried a request of this session, with the exchanges open on each. */
	readonly #sockets = new Map<Socket, Set<Exchange>>();
	readonly #calls = new Map<string, LiveCall>();
	readonly #grace = new Map<LiveCall, Disposable>();
	#openExchanges = 0;
	#idleSince: number;
	#unconnected: Disposable | undefined;
	#isDisposed = false;

	constructor(clock: Clock, connections: Connections, silence: Silence) {
		this.#clock = clock;
		this.#connections = connections;
		this.#silence = silence;
		this.#idleSince = clock.now();
	}

	/** Since when no stream and no request is open; undefined while one is. */
	get idleSince(): number | undefined {
		return this.#openExchanges === 0 ? this.#idleSince : undefined;
	}

	/** A request of this session. */
	attend(request: IncomingMessage, response: ServerResponse): Exchange {
		const { socket } = request;
		const exchange = new Exchange(response);
		const known = this.#sockets.get(socket);
		const sharing = known?.add(exchange) ?? new Set([exchange]);
		this.#openExchanges++;
		exchange.onDidClose(() => {
			sharing.delete(exchange);
			if (--this.#openExchanges > 0) return;
			this.#idleSince = this.#clock.now();
			if (!this.#isDisposed) this.#silence.onIdle();
		});
		if (known === undefined) {
			this.#unconnected?.dispose();
			this.#sockets.set(socket, sharing);
			this.#connections.onClose(socket, () => this.#onSocketClosed(socket, sharing));
		}
		return exchange;
	}

	/** A call waits for the person. One that waits under the same key already was sent again: this one stands for it now. */
	open(key: string, exchange: Exchange): LiveCall {
		const call = new LiveCall(key, exchange);
		const before = this.#calls.get(key);
		if (before !== undefined) this.#endGrace(before);
		this.#calls.set(key, call);
		exchange.onDidClose(() => this.#onClosed(call));
		return call;
	}

	/** The agent takes a call back. One that was sent again under its key is no longer its to take. */
	cancel(call: LiveCall): void {
		if (this.#calls.get(call.key) !== call) return;
		this.settled(call);
		call.signal.cancel();
	}

	/** The call has its outcome. */
	settled(call: LiveCall): void {
		this.#endGrace(call);
		if (this.#calls.get(call.key) === call) this.#calls.delete(call.key);
	}

	/** Nothing that closes from now on cancels anything. */
	dispose(): void {
		this.#isDisposed = true;
		this.#unconnected?.dispose();
		for (const grace of this.#grace.values()) grace.dispose();
		this.#grace.clear();
		this.#calls.clear();
	}

	#onSocketClosed(socket: Socket, sharing: ReadonlySet<Exchange>): void {
		this.#sockets.delete(socket);
		for (const exchange of [...sharing]) exchange.close();
		if (this.#sockets.size > 0) return;
		// The process has gone: calls whose stream went first do not wait for it any longer.
		for (const call of [...this.#calls.values()]) this.cancel(call);
		if (!this.#isDisposed) this.#unconnected = this.#clock.after(RETURN_MS, () => this.#silence.onUnconnected());
	}

	#onClosed(call: LiveCall): void {
		if (this.#calls.get(call.key) !== call) return;
		if (this.#sockets.size === 0) this.cancel(call);
		else
			this.#grace.set(
				call,
				this.#clock.after(RESEND_MS, () => this.cancel(call)),
			);
	}

	#endGrace(call: LiveCall): void {
		this.#grace.get(call)?.dispose();
		this.#grace.delete(call);
	}
}
