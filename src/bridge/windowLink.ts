import type { Clock } from "../core/clock";
import type { Disposable } from "../core/lifetime";
import type { Rendezvous } from "../wire/rendezvous";
import type { InFlight, PendingCall, Request } from "./inFlight";
import { INTERNAL_ERROR, notificationText } from "./jsonRpc";
import { randomKey } from "./randomKey";
import { RETRY_MS, Search } from "./search";
import type { ExchangeEnd, Upstream } from "./upstream";

/** How long the agent's `initialize` waits for a window that should be there. */
const HOLD_MS = 2_000;
/** How long what is in flight waits for a window that went away. */
const AWAY_MS = 60_000;
/** A call whose answer stream breaks this often under a standing session ends. */
const CUTS_MAX = 20;

export interface LinkDeps {
	readonly clock: Clock;
	/** What a window's file says now. */
	read(path: string): Rendezvous | undefined;
	/** Begins a session with a window; `callKeys` name the calls that will be sent again. */
	open(window: Rendezvous, initialize: Request, callKeys: readonly string[]): Promise<Upstream>;
}

export interface LinkEvents {
	/** A session stands. `answer` is the window's answer to `initialize`. */
	onFound(answer: string): void;
	/** The window went away; it is looked for. */
	onLost(): void;
	/** The window has stayed away for too long: nothing may wait for it any more. */
	onGivenUp(): void;
	onMessage(text: string, call: PendingCall | undefined): void;
	/** The window does not take the call, although the session stands. */
	onRefused(call: PendingCall, code: number, why: string): void;
}

/** The tie to one window: finds it, holds its stream, and after a loss finds it again and sends what is in flight. */
export class WindowLink {
	#state: "live" | "expected" | "away" = "expected";
	#upstream: Upstream | undefined;
	#search: Search;
	#lostAt: number | undefined;
	#relisten: Disposable | undefined;
	/** The agent has an answer to its `initialize`: what later sessions answer is not its business. */
	#isIntroduced = false;

	constructor(
		private readonly deps: LinkDeps,
		private readonly path: string,
		private readonly initialize: Request,
		private readonly inFlight: InFlight,
		private readonly events: LinkEvents,
	) {
		this.#search = this.#look(0, HOLD_MS);
	}

	/** `expected`: it is looked for, and requests wait for it. */
	get state(): "live" | "expected" | "away" {
		return this.#state;
	}

	/** Sends the call now if a session stands; otherwise it goes with the others as soon as one does. */
	send(call: PendingCall): void {
		const upstream = this.#upstream;
		if (upstream === undefined) return;
		if (call.request.method === "tools/call") call.key ??= randomKey();
		call.stage = "sent";
		call.takeBack = upstream.post(call.request.text, call.key, {
			onAccepted: () => {
				call.stage = "accepted";
				call.onAccepted?.();
			},
			onMessage: (text) => this.events.onMessage(text, call),
			onEnd: (end) => this.#onExchangeEnd(upstream, call, end),
		});
	}

	/** Sends what is no request. Where no session stands it is lost: a new session starts without it. */
	forward(text: string, onEnd?: () => void): void {
		const upstream = this.#upstream;
		upstream?.post(text, undefined, {
			onAccepted: () => undefined,
			onMessage: (message) => this.events.onMessage(message, undefined),
			onEnd: (end) => {
				if (end.kind === "gone") this.#lose(upstream);
				onEnd?.();
			},
		});
	}

	/** Tells the window that the agent has taken the call back. */
	cancel(call: PendingCall, text: string): void {
		const { takeBack } = call;
		const tell = (): void => this.forward(text, takeBack);
		// On two connections the notification could overtake the call, and the call would then stay.
		if (call.stage === "sent") call.onAccepted = tell;
		else tell();
	}

	/** Ends the session and the search. Never rejects. */
	async leave(): Promise<void> {
		this.#search.dispose();
		const upstream = this.#drop();
		await upstream?.end();
		upstream?.close();
	}

	#look(firstAfterMs: number, patienceMs: number): Search {
		const search = {
			clock: this.deps.clock,
			read: () => this.deps.read(this.path),
			open: (window: Rendezvous) => this.deps.open(window, this.initialize, this.#callKeys()),
		};
		const events = {
			onFound: (upstream: Upstream) => this.#onFound(upstream),
			onPatienceEnd: () => {
				this.#state = "away";
				this.#isIntroduced = true;
				this.events.onGivenUp();
			},
		};
		return new Search(search, events, { firstAfterMs, patienceMs });
	}

	#callKeys(): readonly string[] {
		return this.inFlight.all.flatMap(({ key }) => key ?? []);
	}

	#onFound(upstream: Upstream): void {
		this.#upstream = upstream;
		this.#state = "live";
		// First of all: an agent that has just started waits for it.
		this.events.onFound(upstream.answer);
		const begin = (): void => {
			if (upstream !== this.#upstream) return;
			this.#listen(upstream);
			for (const call of this.inFlight.all) if (call.stage === "waiting") this.send(call);
		};
		if (this.#isIntroduced) this.forward(notificationText("notifications/initialized"), begin);
		else begin();
		this.#isIntroduced = true;
	}

	#listen(upstream: Upstream): void {
		upstream.listen({
			onOpen: () => (this.#lostAt = undefined),
			onMessage: (text) => this.events.onMessage(text, undefined),
			onEnd: (end) => {
				if (upstream !== this.#upstream) return;
				if (end === "gone") this.#lose(upstream);
				else this.#relisten = this.deps.clock.after(RETRY_MS, () => this.#listen(upstream));
			},
		});
	}

	#onExchangeEnd(upstream: Upstream, call: PendingCall, end: ExchangeEnd): void {
		if (end.kind === "gone") this.#lose(upstream);
		if (upstream !== this.#upstream || !this.inFlight.has(call)) return;
		if (end.kind === "refused") {
			this.events.onRefused(call, end.code, end.why);
		} else if (++call.cuts > CUTS_MAX) {
			this.events.onRefused(call, INTERNAL_ERROR, "the connection to the editor window broke again and again");
		} else {
			this.#sendAgain(call);
		}
	}

	/** The answer stream broke, the session stands: the window keeps the call for a moment. */
	#sendAgain(call: PendingCall): void {
		if (call.cuts === 1) {
			this.send(call);
			return;
		}
		call.stage = "waiting";
		const later = this.deps.clock.after(RETRY_MS, () => this.send(call));
		call.takeBack = () => later.dispose();
	}

	#lose(upstream: Upstream): void {
		if (upstream !== this.#upstream) return;
		this.#drop()?.close();
		this.#state = "expected";
		const now = this.deps.clock.now();
		this.#lostAt ??= now;
		this.#search = this.#look(RETRY_MS, Math.max(0, this.#lostAt + AWAY_MS - now));
		this.events.onLost();
	}

	/** Lets go of the session; its calls wait for the next one. */
	#drop(): Upstream | undefined {
		const upstream = this.#upstream;
		this.#upstream = undefined;
		this.#relisten?.dispose();
		for (const call of this.inFlight.all) {
			call.takeBack?.();
			call.takeBack = undefined;
			call.stage = "waiting";
		}
		return upstream;
	}
}
