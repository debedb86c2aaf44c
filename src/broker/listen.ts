import type { Server } from "node:http";

/** Remote windows tell VS Code to leave these ports alone: neither announced nor forwarded. */
const UNANNOUNCED_PORTS = { first: 47_600, last: 47_699 };

/**
 * Listens on 127.0.0.1: on the preferred port if it is free, else on the rest of the unannounced range if the preferred one
 * is of it, else on any. Rejects with a reason that a person can read.
 */
export async function listen(server: Server, preferred: number | undefined): Promise<number> {
	for (const port of candidates(preferred)) {
		const taken = await tryListen(server, port);
		if (taken === undefined) return portOf(server);
		if (port === 0) throw new Error(`Parley could not listen on 127.0.0.1: ${taken.message}`, { cause: taken });
	}
	throw new Error("Parley found no port to listen on");
}

/** What is remembered of an earlier start can be anything. */
function* candidates(preferred = 0): Generator<number> {
	const { first, last } = UNANNOUNCED_PORTS;
	if (Number.isInteger(preferred) && preferred > 0 && preferred < 65_536) yield preferred;
	if (preferred >= first && preferred <= last) {
		for (let port = first; port <= last; port++) if (port !== preferred) yield port;
	}
	yield 0;
}

/** Undefined: it listens. */
function tryListen(server: Server, port: number): Promise<Error | undefined> {
	return new Promise((resolve) => {
		const onError = (error: Error): void => {
			server.off("listening", onListening);
			resolve(error);
		};
		const onListening = (): void => {
			server.off("error", onError);
			resolve(undefined);
		};
		server.once("error", onError).once("listening", onListening).listen(port, "127.0.0.1");
	});
}

function portOf(server: Server): number {
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("Parley does not listen on a port");
	return address.port;
}
