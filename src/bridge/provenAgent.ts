import { Agent, type ClientRequestArgs } from "node:http";
import type { Duplex } from "node:stream";
import type { Socket } from "node:net";

type Done = (error: Error | null, socket?: Duplex) => void;

/** Gives requests only connections over which the window has proved itself; keeps free ones for the next request. */
export class ProvenAgent extends Agent {
	readonly #connect: () => Promise<Socket>;
	#isClosed = false;

	/** `connect` opens a proven connection. */
	constructor(connect: () => Promise<Socket>) {
		super({ keepAlive: true, maxFreeSockets: 4 });
		this.#connect = connect;
	}

	override createConnection(_options: ClientRequestArgs, done: Done): undefined {
		this.#connect().then(
			(socket) => {
				// Nobody would end a connection that opens after the end of all others.
				if (this.#isClosed) socket.destroy();
				done(null, socket);
			},
			(error: unknown) => done(error as Error),
		);
	}

	override destroy(): void {
		this.#isClosed = true;
		super.destroy();
	}
}
