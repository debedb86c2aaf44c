import type { Desk } from "../core/desk";
import { Emitter, type Event } from "../core/events";
import type { Disposable } from "../core/lifetime";

/** What Parley does in this window. `reason` is one line that a person can read. */
export type PresenceState =
	| { readonly kind: "starting" }
	| { readonly kind: "running"; /** When it began to listen. */ readonly since: number }
	| { readonly kind: "stopped"; readonly reason: string }
	| { readonly kind: "untrusted" };

/**
 * Whether Parley runs in this window, and its desk. The desk is there once what was stored has been read; it stays when
 * the broker stops, and a restart brings a new one. In an untrusted window it is empty and nothing reaches it.
 */
export class Presence implements Disposable {
	readonly #changed = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#changed.event;
	#state: PresenceState;
	#desk: Desk | undefined;

	constructor(state: PresenceState) {
		this.#state = state;
	}

	get state(): PresenceState {
		return this.#state;
	}

	get desk(): Desk | undefined {
		return this.#desk;
	}

	become(state: PresenceState, desk = this.#desk): void {
		this.#state = state;
		this.#desk = desk;
		this.#changed.fire();
	}

	dispose(): void {
		this.#changed.dispose();
	}
}
