import type { Ids, Log } from "../core/ports";

/** Tells of what must not happen: to the log with its cause, to the outside with a reference only. */
export class Faults {
	readonly #log: Log;
	readonly #ids: Ids;

	constructor(log: Log, ids: Ids) {
		this.#log = log;
		this.#ids = ids;
	}

	/** What the outside is told of `cause`. `where` says in which act it came up. */
	report(where: string, cause: unknown): string {
		const reference = this.#ids.uuid().slice(0, 8);
		this.#log.error(`${where} failed (reference ${reference})`, cause);
		return `internal_error (reference ${reference})`;
	}
}
