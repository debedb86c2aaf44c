import type { Server } from "node:http";
import type { Socket } from "node:net";
import { type Disposable, toDisposable } from "../core/lifetime";

/** What a connection above the limit gets, before anything of it is read. */
const BUSY = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** The sockets of a server: not more than a limit, told when one closes, destroyed together. */
export class Connections {
	/** With each socket what has to run when it closes. One listener on the socket itself, however many wait here. */
	readonly #open = new Map<Socket, Set<() => void>>();

	constructor(server: Server, limit: number) {
		server.on("connection", (socket: Socket) => {
			if (this.#open.size >= limit) {
				socket.write(BUSY, () => socket.destroy());
				return;
			}
			const closed = new Set<() => void>();
			this.#open.set(socket, closed);
			socket.once("close", () => {
				this.#open.delete(socket);
				for (const run of [...closed]) run();
			});
		});
	}

	/** Runs `run` once when the socket closes; at once if it has closed already. */
	onClose(socket: Socket, run: () => void): Disposable {
		const closed = this.#open.get(socket);
		if (closed === undefined) run();
		else closed.add(run);
		return toDisposable(() => closed?.delete(run));
	}

	destroyAll(): void {
		for (const socket of [...this.#open.keys()]) socket.destroy();
	}
}
