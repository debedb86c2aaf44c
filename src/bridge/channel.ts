import type { Rendezvous } from "../wire/rendezvous";
import type { HttpConnection } from "./httpConnection";
import type { ResponseHead } from "./httpResponse";
import { MessageBody } from "./messageBody";

const FREE_MAX = 4;

export interface Outgoing {
	/** Method and target. */
	readonly start: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
}

/** What comes back. After `onEnd` or `onFailed` nothing more comes. */
export interface Incoming {
	onHead(head: ResponseHead): void;
	onMessage(text: string): void;
	/** False: the response broke off. */
	onEnd(isWhole: boolean): void;
	/** No response: `gone` where no connection to the window came about, `cut` where it broke. */
	onFailed(how: "cut" | "gone"): void;
}

/** Requests to one window, over proven connections only; free ones are kept for the next request. */
export class Channel {
	readonly #token: string;
	readonly #connect: () => Promise<HttpConnection>;
	readonly #free: HttpConnection[] = [];
	readonly #used = new Set<HttpConnection>();
	#isClosed = false;

	/** `connect` opens a connection over which the window has proved itself. */
	constructor(window: Rendezvous, connect: () => Promise<HttpConnection>) {
		this.#token = window.token;
		this.#connect = connect;
	}

	/** The returned function takes the request back; nothing comes afterwards. */
	send(outgoing: Outgoing, incoming: Incoming): () => void {
		let carrier: HttpConnection | undefined;
		let isTakenBack = false;
		const begin = (): void => {
			const kept = this.#takeFree();
			if (kept !== undefined) {
				ask(kept, true);
				return;
			}
			this.#connect().then(
				(connection) => {
					// Nobody would end a connection that opens after the end of all others.
					if (isTakenBack || this.#isClosed) connection.destroy();
					else ask(connection, false);
				},
				() => isTakenBack || incoming.onFailed("gone"),
			);
		};
		const ask = (connection: HttpConnection, isKept: boolean): void => {
			carrier = connection;
			this.#used.add(connection);
			let body: MessageBody | undefined;
			const headers = {
				...outgoing.headers,
				authorization: `Bearer ${this.#token}`,
			};
			connection.ask(outgoing.start, headers, outgoing.body ?? "", {
				onHead: (head) => {
					body = new MessageBody(head, (text) => isTakenBack || incoming.onMessage(text));
					if (!isTakenBack) incoming.onHead(head);
				},
				onBody: (bytes) => body?.push(bytes),
				onEnd: (isWhole) => {
					carrier = undefined;
					this.#release(connection);
					if (isWhole) body?.end();
					if (isTakenBack) return;
					if (body !== undefined) incoming.onEnd(isWhole);
					// A kept connection may have been closed by the other side just now: that says nothing about the window.
					else if (isKept) begin();
					else incoming.onFailed("cut");
				},
			});
		};
		begin();
		return () => {
			isTakenBack = true;
			carrier?.destroy();
		};
	}

	close(): void {
		this.#isClosed = true;
		for (const connection of [...this.#free, ...this.#used]) connection.destroy();
	}

	#takeFree(): HttpConnection | undefined {
		for (let kept = this.#free.pop(); kept !== undefined; kept = this.#free.pop()) if (kept.isFree) return kept;
		return undefined;
	}

	#release(connection: HttpConnection): void {
		this.#used.delete(connection);
		if (this.#isClosed || this.#free.length >= FREE_MAX) connection.destroy();
		else if (connection.isFree) this.#free.push(connection);
	}
}
