import type { Rendezvous } from "../wire/rendezvous";
import type { BridgeArguments } from "./arguments";
import { connectProven } from "./connectProven";
import type { HttpConnection } from "./httpConnection";
import { openUpstream } from "./httpUpstream";
import type { Request } from "./inFlight";
import { introHeaders } from "./introHeaders";
import { randomKey } from "./randomKey";
import type { Upstream } from "./upstream";

/** Introduces this bridge to windows, always under the same session key. */
export class Dialer {
	readonly #sessionKey = randomKey();
	#early:
		| {
				readonly window: Rendezvous;
				readonly connection: Promise<HttpConnection>;
		  }
		| undefined;

	constructor(
		private readonly entry: BridgeArguments,
		private readonly cwd: string | undefined,
		private readonly agentSession: string | undefined,
	) {}

	/** Lets the window prove itself before the agent has said anything: that time is the bridge's start. */
	prepare(window: Rendezvous): void {
		const connection = connectProven(window);
		// A failure shows where the connection is wanted.
		connection.catch(() => undefined);
		this.#early = { window, connection };
	}

	/** `callKeys` name the calls that will be sent again. */
	open(window: Rendezvous, { text, id }: Request, callKeys: readonly string[]): Promise<Upstream> {
		const self = {
			sessionKey: this.#sessionKey,
			pid: process.pid,
			cwd: this.cwd,
			agentSession: this.agentSession,
		};
		const headers = introHeaders(this.entry, self, callKeys);
		return openUpstream(window, () => this.#connect(window), {
			text,
			id,
			headers,
		});
	}

	async #connect(window: Rendezvous): Promise<HttpConnection> {
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
