import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import type { Socket } from "node:net";
import type { Rendezvous } from "../wire/rendezvous";
import { NotProven } from "./connectProven";
import { ProvenAgent } from "./provenAgent";

export interface Outgoing {
	readonly method: "POST" | "GET" | "DELETE";
	readonly headers: OutgoingHttpHeaders;
	readonly body?: string;
}

export interface Incoming {
	onResponse(response: IncomingMessage): void;
	/** No response: `gone` where no connection to the window came about, `cut` where it broke. */
	onFailed(how: "cut" | "gone"): void;
}

/** Requests to `/mcp` of one window, over proven connections only. */
export class Channel {
	readonly #agent: ProvenAgent;
	readonly #port: string;
	readonly #token: string;

	/** `connect` opens a connection over which the window has proved itself. */
	constructor(window: Rendezvous, connect: () => Promise<Socket>) {
		this.#agent = new ProvenAgent(connect);
		this.#port = new URL(window.url).port;
		this.#token = window.token;
	}

	/** The returned function takes the request back; neither function is called afterwards. */
	send(outgoing: Outgoing, incoming: Incoming): () => void {
		let isOver = false;
		const asked = request({
			agent: this.#agent,
			host: "127.0.0.1",
			port: this.#port,
			path: "/mcp",
			method: outgoing.method,
			headers: {
				...outgoing.headers,
				accept: outgoing.method === "POST" ? "application/json, text/event-stream" : "text/event-stream",
				"content-type": "application/json",
				authorization: `Bearer ${this.#token}`,
			},
		});
		let takeBack = (): void => {
			isOver = true;
			asked.destroy();
		};
		asked.on("response", (response) => {
			if (isOver) return;
			isOver = true;
			incoming.onResponse(response);
		});
		asked.on("error", (error) => {
			if (isOver) return;
			isOver = true;
			// A kept connection may have been closed by the other side just now: that says nothing about the window.
			if (asked.reusedSocket) takeBack = this.send(outgoing, incoming);
			else incoming.onFailed(error instanceof NotProven ? "gone" : "cut");
		});
		asked.end(outgoing.body);
		return () => takeBack();
	}

	close(): void {
		this.#agent.destroy();
	}
}
