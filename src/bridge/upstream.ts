/** How an exchange ended: with its whole answer, with its connection, with a window that does not know us, or refused. */
export type ExchangeEnd =
	| { readonly kind: "done" | "cut" | "gone" }
	| { readonly kind: "refused"; readonly code: number; readonly why: string };

/** One message on its way to the window, and what comes back for it. After `onEnd` nothing more comes. */
export interface Exchange {
	/** The window has the message. */
	onAccepted(): void;
	onMessage(text: string): void;
	onEnd(end: ExchangeEnd): void;
}

/** The one stream on which the window speaks by itself. */
export interface Listener {
	onOpen(): void;
	onMessage(text: string): void;
	/** `again`: only the stream ended; the session may still be there. */
	onEnd(end: "again" | "gone"): void;
}

/** One MCP session with the broker of a window. */
export interface Upstream {
	/** The whole answer to `initialize` as JSON text. */
	readonly answer: string;
	/** The returned function ends the exchange; nothing is called afterwards that was not called before. */
	post(text: string, callKey: string | undefined, exchange: Exchange): () => void;
	listen(listener: Listener): void;
	/** Tells the window that the session is over, and waits a second at most. Never rejects. */
	end(): Promise<void>;
	/** Closes all connections. */
	close(): void;
}
