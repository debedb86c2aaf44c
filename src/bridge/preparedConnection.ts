import type { Rendezvous } from "../wire/rendezvous";
import { connectProven } from "./connectProven";
import type { HttpConnection } from "./httpConnection";

/** Connections to windows, the first of which may have proved itself before it was needed. */
export class PreparedConnection {
	#early: { readonly window: Rendezvous; readonly connection: Promise<HttpConnection> } | undefined;

	/** Lets the window prove itself before the agent has said anything: that time is a good part of a start. */
	prepare(window: Rendezvous): void {
		const connection = connectProven(window);
		// A failure shows where the connection is wanted.
		connection.catch(() => undefined);
		this.#early = { window, connection };
	}

	/** A connection over which the window has proved itself. */
	async connect(window: Rendezvous): Promise<HttpConnection> {
		const early = this.#early;
		this.#early = undefined;
		if (early === undefined) return connectProven(window);
		const connection = await early.connection.catch(() => undefined);
		const isSame = early.window.instance === window.instance && early.window.token === window.token;
		if (isSame && connection?.isFree === true) return connection;
		connection?.destroy();
		return connectProven(window);
	}
}
