import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Disposable } from "../core/lifetime";
import type { Log } from "../core/ports";
import type { Rendezvous } from "../wire/rendezvous";
import type { Slot } from "./rendezvousSlot";
import { watchPlace } from "./rendezvousWatch";

const RETRY_MS = 200;

export interface SlotKeeperDeps {
	readonly slot: Slot;
	readonly log: Log;
	/** For this long a lock that others hold, or a folder that is being deleted, is tried again. */
	readonly patienceMs: number;
	/** What the file tells. */
	whereItIs(): Pick<Rendezvous, "url" | "token" | "folders">;
	/** Puts the state folder back, which is gone. */
	reopen(): void;
}

/**
 * Keeps the file of an open window in its place: without it no agent that starts now finds the window, and another window
 * takes the place.
 */
export class SlotKeeper implements Disposable {
	readonly #deps: SlotKeeperDeps;
	#watching: Disposable;
	#isClosed = false;
	#isLooking = false;
	#isDue = false;

	constructor(deps: SlotKeeperDeps) {
		this.#deps = deps;
		this.#watching = this.#watch();
	}

	/** Looks now, and watches the folder that is there now. */
	look(): void {
		if (this.#isClosed) return;
		this.#isDue = true;
		if (!this.#isLooking) void this.#work();
	}

	dispose(): void {
		this.#isClosed = true;
		this.#watching.dispose();
	}

	/** One at a time; what happens meanwhile is looked at once more. */
	async #work(): Promise<void> {
		const { log, patienceMs } = this.#deps;
		this.#isLooking = true;
		let end = performance.now() + patienceMs;
		while (this.#isDue && !this.#isClosed) {
			this.#isDue = false;
			try {
				await this.#mend();
				end = performance.now() + patienceMs;
			} catch (error) {
				if (performance.now() > end) {
					log.error("the rendezvous file is gone or cannot be read, and could not be written again", error);
					break;
				}
				this.#isDue = true;
				await pause(RETRY_MS, undefined, { ref: false });
			}
		}
		this.#isLooking = false;
	}

	async #mend(): Promise<void> {
		const { slot, log } = this.#deps;
		if (!existsSync(dirname(slot.path))) this.#deps.reopen();
		// What was watched may be a folder that has gone.
		this.#watching.dispose();
		this.#watching = this.#watch();
		const isMended = await slot.mend(() => (this.#isClosed ? undefined : this.#deps.whereItIs()));
		if (isMended) log.warn("the rendezvous file was gone or could not be read; it was written again");
	}

	#watch(): Disposable {
		return watchPlace(this.#deps.slot.path, () => this.look());
	}
}
