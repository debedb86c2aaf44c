import type { Socket } from "node:net";
import type { Rendezvous } from "../wire/rendezvous";
import type { BridgeArguments } from "./arguments";
import { connectProven } from "./connectProven";
import { openUpstream } from "./httpUpstream";
import type { Request } from "./inFlight";
import { introHeaders } from "./introHeaders";
import { randomKey } from "./randomKey";
import type { Upstream } from "./upstream";

/** Introduces this bridge to windows, always under the same session key. */
export class Dialer {
	readonly #sessionKey = randomKey();
	#early: { readonly window: Rendezvous; readonly socket: Promise<Socket> } | undefined;

	constructor(
		private readonly entry: BridgeArguments,
		private readonly cwd: string | undefined,
	) {}

	/** Lets the window prove itself before the agent has said anything: that time is the bridge's start. */
	prepare(window: Rendezvous): void {
		const socket = connectProven(window);
		// A failure shows where the connection is wanted.
		socket.catch(() => undefined);
		this.#early = { window, socket };
	}

	/** `callKeys` name the calls that will be sent again. */
	open(window: Rendezvous, { text, id }: Request, callKeys: readonly string[]): Promise<Upstream> {
		const self = { sessionKey: this.#sessionKey, pid: process.pid, cwd: this.cwd };
		const headers = introHeaders(this.entry, self, callKeys);
		return openUpstream(window, () => this.#connect(window), { text, id, headers });
	}

	async #connect(window: Rendezvous): Promise<Socket> {
		const early = this.#early;
		this.#early = undefined;
		if (early?.window.instance !== window.instance || early.window.token !== window.token) return connectProven(window);
		const socket = await early.socket;
		return socket.destroyed ? connectProven(window) : socket;
	}
}
