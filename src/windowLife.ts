import type { Desk } from "./core/desk";
import type { HistoryEntry } from "./core/history";
import type { Disposable } from "./core/lifetime";
import type { HistoryStore, ImageStore, RuleStore, SessionStore } from "./core/ports";
import type { ApprovalRule } from "./core/rules";
import {
	type OpenBroker,
	openBroker,
	reinstallBridge,
	type StartDeps,
	takePlace,
	type WindowPlace,
} from "./startWindow";
import type { Presence } from "./ui/presence";

interface WindowLifeDeps extends StartDeps {
	readonly presence: Presence;
	/** Settles when the terminals that VS Code has restored are known. */
	readonly terminalsKnown: Promise<void>;
	/** Makes a desk and the surfaces that live as long as it does. */
	openDesk(stores: Stores): { readonly desk: Desk; readonly surfaces: Disposable };
	/** The window has its place: what depends on it alone can begin. */
	placeTaken(place: WindowPlace): void;
	/** It could not start. `reason` is one line that a person can read. */
	failed(reason: string): void;
}

export interface Stores {
	readonly sessions: SessionStore;
	readonly history: HistoryStore;
	readonly rules: RuleStore;
	readonly images: ImageStore;
}

/**
 * Starts and stops Parley in this window, one at a time. The place is kept over restarts unless another window has taken
 * it; desk and broker are not.
 */
export class WindowLife {
	readonly #deps: WindowLifeDeps;
	#last: Promise<void> = Promise.resolve();
	#isClosed = false;
	#place: WindowPlace | undefined;
	#open: { readonly desk: Desk; readonly surfaces: Disposable } | undefined;
	#broker: OpenBroker | undefined;

	constructor(deps: WindowLifeDeps) {
		this.#deps = deps;
	}

	get place(): WindowPlace | undefined {
		return this.#place;
	}

	get broker(): OpenBroker | undefined {
		return this.#broker;
	}

	/** Nothing starts in a folder that is not trusted; the panel stands and says why. */
	stayOff(): void {
		this.#openDesk(unstored());
	}

	/** Ends what runs, then starts. Bridges find the new broker by themselves. Does nothing in a folder not trusted. */
	restart(): Promise<void> {
		return this.#queue(async () => {
			if (!this.#deps.facts.isTrusted()) return;
			this.#keepPlace();
			await this.#stop();
			if (!this.#isClosed) await this.#start();
		});
	}

	/** Throws where it cannot be written. */
	reinstallBridge(): void {
		reinstallBridge(this.#deps);
	}

	close(): Promise<void> {
		this.#isClosed = true;
		return this.#queue(async () => {
			const stopped = this.#stop();
			this.#place?.dispose();
			await stopped;
		});
	}

	async #start(): Promise<void> {
		const { presence, clock, log } = this.#deps;
		presence.become({ kind: "starting" });
		try {
			this.#place ??= await this.#takePlace();
			const desk = this.#openDesk(this.#place);
			this.#broker = await openBroker(this.#deps, this.#place, desk);
			presence.become({ kind: "running", since: clock.now() });
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			log.error("Parley could not start", error);
			if (this.#open === undefined) this.#openDesk(unstored());
			presence.become({ kind: "stopped", reason });
			this.#deps.failed(reason);
		}
	}

	/** While the broker still listens. A place that is another window's by now is given up, with all that is stored there. */
	#keepPlace(): void {
		const { log } = this.#deps;
		try {
			if (this.#place?.slot.keep() !== false) return;
			log.warn("another window has taken this one's place");
		} catch (error) {
			log.error("the window's place could not be kept", error);
		}
		this.#place?.dispose();
		this.#place = undefined;
	}

	async #takePlace(): Promise<WindowPlace> {
		await this.#deps.terminalsKnown;
		const place = await takePlace(this.#deps);
		this.#deps.placeTaken(place);
		return place;
	}

	#openDesk(stores: Stores): Desk {
		const opened = this.#deps.openDesk(stores);
		this.#open = opened;
		this.#deps.presence.become(this.#deps.presence.state, opened.desk);
		return opened.desk;
	}

	/** The broker goes first: what its connections lose from then on is cancelled nowhere. */
	async #stop(): Promise<void> {
		const closed = this.#broker?.close();
		this.#broker = undefined;
		this.#open?.surfaces.dispose();
		this.#open?.desk.dispose();
		this.#open = undefined;
		await closed;
	}

	#queue(act: () => Promise<void>): Promise<void> {
		const done = this.#last.then(act);
		this.#last = done.catch((error: unknown) => this.#deps.log.error("a start or stop failed", error));
		return this.#last;
	}
}

/** Where nothing can be stored, or nothing is to be: the surfaces work, and forget. */
function unstored(): Stores {
	let entries: readonly HistoryEntry[] = [];
	let rules: readonly ApprovalRule[] = [];
	return {
		sessions: { load: () => [], save: () => undefined, remove: () => undefined },
		history: {
			read: () => entries,
			update: (change) => {
				entries = change(entries);
			},
			updateSoon: (change) => {
				entries = change(entries);
			},
			flush: () => undefined,
		},
		rules: {
			read: () => rules,
			update: (change) => {
				rules = change(rules);
			},
		},
		images: {
			folder: undefined,
			pathOf: (id) => id,
			add: () => {
				throw new Error("Parley keeps nothing here");
			},
			remove: () => undefined,
			keepOnly: () => undefined,
		},
	};
}
