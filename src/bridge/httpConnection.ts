import { connect, type Socket } from "node:net";
import { HttpResponse, type ResponseHead } from "./httpResponse";

/** What a request gets on its connection. After `onEnd` nothing more comes. */
export interface Answering {
	onHead(head: ResponseHead): void;
	onBody(bytes: Buffer): void;
	/** False: the connection broke first, or what came is no HTTP. */
	onEnd(isWhole: boolean): void;
}

/** One TCP connection to a port of this machine, for one request after the other. */
export class HttpConnection {
	readonly #socket: Socket;
	readonly #port: number;
	#answering: { readonly response: HttpResponse; readonly to: Answering } | undefined;

	constructor(port: number) {
		this.#port = port;
		this.#socket = connect({ host: "127.0.0.1", port, noDelay: true });
		this.#socket.on("data", (bytes: Buffer) => this.#read(bytes));
		// `close` follows, which is all that matters.
		this.#socket.on("error", () => undefined);
		this.#socket.on("close", () => {
			this.#answering?.response.close();
			this.#finish(false);
		});
	}

	/** It can take a request. */
	get isFree(): boolean {
		return this.#answering === undefined && !this.#socket.destroyed;
	}

	/** Only while it is free. `start` is method and target; throws when a header's value is not printable ASCII. */
	ask(start: string, headers: Readonly<Record<string, string>>, body: string, to: Answering): void {
		const lines = Object.entries(headers).map(([name, value]) => {
			if (!/^[\x20-\x7e]*$/.test(value)) throw new Error(`the header ${name} cannot be sent`);
			return `${name}: ${value}\r\n`;
		});
		let isLast = false;
		const response = new HttpResponse({
			onHead: (head) => {
				isLast = head.headers.get("connection")?.toLowerCase() === "close";
				to.onHead(head);
			},
			onBody: (bytes) => to.onBody(bytes),
			onWhole: () => {
				if (isLast) this.#socket.destroy();
				this.#finish(true);
			},
		});
		this.#answering = { response, to };
		if (body !== "") lines.push(`content-length: ${Buffer.byteLength(body)}\r\n`);
		this.#socket.write(`${start} HTTP/1.1\r\nHost: 127.0.0.1:${this.#port}\r\n${lines.join("")}\r\n${body}`);
	}

	destroy(): void {
		this.#socket.destroy();
	}

	#read(bytes: Buffer): void {
		try {
			if (this.#answering === undefined) throw new Error("nothing was asked");
			this.#answering.response.push(bytes);
		} catch {
			// Whoever listens there does not speak HTTP, or says more than it was asked.
			this.#socket.destroy();
		}
	}

	#finish(isWhole: boolean): void {
		const to = this.#answering?.to;
		this.#answering = undefined;
		to?.onEnd(isWhole);
	}
}
