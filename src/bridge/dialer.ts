import type { Socket } from "node:net";
import type { Rendezvous } from "../wire/rendezvous";
import type { BridgeArguments } from "./arguments";
import { connectProven } from "./connectProven";
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
		// node:http is loaded while the window makes its proof.
		setImmediate(() => void import("./httpUpstream"));
	}

	/** `callKeys` name the calls that will be sent again. */
	async open(window: Rendezvous, { text, id }: Request, callKeys: readonly string[]): Promise<Upstream> {
		const { openUpstream } = await import("./httpUpstream");
		const self = { sessionKey: this.#sessionKey, pid: process.pid, cwd: this.cwd };
		const headers = introHeaders(this.entry, self, callKeys);
		return openUpstream(window, () => this.#connect(window), { text, id, headers });
	}

	async #connect(window: Rendezvous): Promise<Socket> {
		const early = this.#early;
		this.#early = undefined;
		if (early === undefined) return connectProven(window);
		const socket = await early.socket.catch(() => undefined);
		const isSame = early.window.instance === window.instance && early.window.token === window.token;
		if (isSame && socket?.destroyed === false) return socket;
		socket?.destroy();
		return connectProven(window);
	}
}
