import type { Rendezvous } from "../wire/rendezvous";
import type { BridgeArguments } from "./arguments";
import { openUpstream } from "./httpUpstream";
import type { Request } from "./inFlight";
import { introHeaders } from "./introHeaders";
import { PreparedConnection } from "./preparedConnection";
import { randomKey } from "./randomKey";
import type { Upstream } from "./upstream";

/** Introduces this bridge to windows, always under the same session key. */
export class Dialer {
	readonly #sessionKey = randomKey();
	readonly #connections = new PreparedConnection();

	constructor(
		private readonly entry: BridgeArguments,
		private readonly cwd: string | undefined,
		private readonly agentSession: string | undefined,
	) {}

	/** Lets the window prove itself before the agent has said anything. */
	prepare(window: Rendezvous): void {
		this.#connections.prepare(window);
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
		return openUpstream(window, () => this.#connections.connect(window), {
			text,
			id,
			headers,
		});
	}
}
