import type { Log } from "./ports";

/** One change in the making. */
interface Work {
	/** Whose documents have to be saved. */
	readonly sessionIds: Set<string>;
	readonly undo: (() => void)[];
	/** In order, each once: resolving calls, history, events. */
	readonly after: Set<() => void>;
}

/**
 * Makes each change of sessions whole: change in memory, save, and only then tell anybody. What is called inside a
 * running change joins it.
 */
export class Changes {
	readonly #save: (sessionId: string) => void;
	readonly #log: Log;
	#work: Work | undefined;

	constructor(save: (sessionId: string) => void, log: Log) {
		this.#save = save;
		this.#log = log;
	}

	/** A change that stands even if it cannot be saved: the person's act has happened, or the agent has gone. */
	apply<T>(sessionId: string, change: () => T): T {
		return this.#run(sessionId, change, (changed) => {
			try {
				this.#save(changed);
			} catch (error) {
				this.#log.error("A session could not be saved", error);
			}
		});
	}

	/** A change that counts only once it is saved. Throws the store's error after undoing everything. */
	applySaved<T>(sessionId: string, change: () => T): T {
		return this.#run(sessionId, change, this.#save);
	}

	/** Runs `tell` once the running change is saved; the same function only once per change. */
	after(tell: () => void): void {
		if (this.#work === undefined) this.#tell(tell);
		else this.#work.after.add(tell);
	}

	/** How to take back what was just changed, should the running change fail. */
	undo(takeBack: () => void): void {
		this.#work?.undo.push(takeBack);
	}

	#run<T>(sessionId: string, change: () => T, save: (sessionId: string) => void): T {
		if (this.#work !== undefined) {
			this.#work.sessionIds.add(sessionId);
			return change();
		}
		const work: Work = { sessionIds: new Set([sessionId]), undo: [], after: new Set() };
		this.#work = work;
		let result: T;
		try {
			result = change();
			for (const changed of work.sessionIds) save(changed);
		} catch (error) {
			for (const takeBack of work.undo.reverse()) takeBack();
			throw error;
		} finally {
			this.#work = undefined;
		}
		for (const tell of work.after) this.#tell(tell);
		return result;
	}

	/** A surface that fails must keep neither the agent waiting nor the other surfaces stale. */
	#tell(tell: () => void): void {
		try {
			tell();
		} catch (error) {
			this.#log.error("A listener failed", error);
		}
	}
}
