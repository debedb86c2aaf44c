import type { Clock } from "../core/clock";
import type { Disposable } from "../core/lifetime";
import type { Rendezvous } from "../wire/rendezvous";
import type { Upstream } from "./upstream";

/** How often a window that is expected back is looked for, and one that is not. */
export const RETRY_MS = 150;
const POLL_MS = 1_000;
/** A window that is in its file but cannot be reached is tried this seldom once patience is over. */
const STALE_RETRY_MS = 10_000;

export interface SearchDeps {
	readonly clock: Clock;
	/** What the window's file says now. */
	read(): Rendezvous | undefined;
	/** Begins a session with it. Rejects where that does not work now. */
	open(window: Rendezvous): Promise<Upstream>;
}

export interface SearchEvents {
	onFound(upstream: Upstream): void;
	/** The window has stayed away for the given time; the search goes on, slowly. */
	onPatienceEnd(): void;
}

/** Looks for one window until it is found. */
export class Search implements Disposable {
	readonly #patience: Disposable;
	#next: Disposable | undefined;
	#isOver = false;
	#isPatient = true;
	/** By its token, which is new at each start of a broker: a window that restarts stays the same instance. */
	#tried: { readonly token: string; readonly at: number } | undefined;

	constructor(
		private readonly deps: SearchDeps,
		private readonly events: SearchEvents,
		time: { readonly firstAfterMs: number; readonly patienceMs: number },
	) {
		this.#patience = deps.clock.after(time.patienceMs, () => {
			this.#isPatient = false;
			events.onPatienceEnd();
		});
		if (time.firstAfterMs === 0) void this.#look();
		else this.#lookAfter(time.firstAfterMs);
	}

	dispose(): void {
		this.#isOver = true;
		this.#patience.dispose();
		this.#next?.dispose();
	}

	async #look(): Promise<void> {
		const window = this.deps.read();
		if (window !== undefined && this.#isWorthTrying(window)) {
			this.#tried = { token: window.token, at: this.deps.clock.now() };
			const upstream = await this.deps.open(window).catch(() => undefined);
			if (this.#isOver) {
				upstream?.close();
				return;
			}
			if (upstream !== undefined) {
				this.dispose();
				this.events.onFound(upstream);
				return;
			}
		}
		this.#lookAfter(this.#isPatient ? RETRY_MS : POLL_MS);
	}

	#lookAfter(ms: number): void {
		this.#next = this.deps.clock.after(ms, () => void this.#look());
	}

	#isWorthTrying({ token }: Rendezvous): boolean {
		if (this.#isPatient || this.#tried?.token !== token) return true;
		return this.deps.clock.now() - this.#tried.at >= STALE_RETRY_MS;
	}
}
