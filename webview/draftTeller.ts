/** The host hears of typing at once and then no more often than this. */
const TELL_MS = 250;

/** Tells the host what is typed and not sent, so that it outlives the panel. */
export class DraftTeller<Draft> {
	readonly #tell: (draft: Draft) => void;
	#untold: Draft | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(tell: (draft: Draft) => void) {
		this.#tell = tell;
	}

	update(draft: Draft): void {
		this.#untold = draft;
		if (this.#timer === undefined) this.#pace();
	}

	/** Tells now what is untold: the field or the panel is left. */
	flush(): void {
		const draft = this.#untold;
		this.#untold = undefined;
		if (draft !== undefined) this.#tell(draft);
	}

	/** Something newer than what is untold has come. */
	forget(): void {
		this.#untold = undefined;
	}

	/** What is untold never will be: it was sent, or its question is gone. */
	stop(): void {
		this.#untold = undefined;
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	/** Tells, and then goes on as long as there is something new. */
	#pace(): void {
		this.#timer = undefined;
		if (this.#untold === undefined) return;
		this.flush();
		this.#timer = setTimeout(() => this.#pace(), TELL_MS);
	}
}
