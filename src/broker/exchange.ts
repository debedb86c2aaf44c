import type { ServerResponse } from "node:http";
import { Emitter, type Event } from "../core/events";

/** Nobody is left to answer to. */
export class CallerGone extends Error {
	override readonly name = "CallerGone";
}

/** One request with its answer, open until the answer is complete or its connection has gone. */
export class Exchange {
	readonly #closed = new Emitter<void>();
	readonly #response: ServerResponse;
	#isOpen = true;

	/** Fires once. */
	readonly onDidClose: Event<void> = this.#closed.event;

	constructor(response: ServerResponse) {
		this.#response = response;
		response.once("close", () => this.close());
	}

	get isOpen(): boolean {
		return this.#isOpen;
	}

	/** The connection has gone. A pipelined answer that waits for its turn does not hear of it by itself. */
	close(): void {
		if (!this.#isOpen) return;
		this.#isOpen = false;
		this.#closed.fire();
	}

	/** Keeps the stream alive by an SSE comment; each event is written whole, so a comment never lands in one. */
	comment(): void {
		const { headersSent, writableEnded, destroyed } = this.#response;
		if (headersSent && !writableEnded && !destroyed) this.#response.write(": keep-alive\n\n");
	}
}
