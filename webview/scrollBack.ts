/** Later the person would take it for a jump. */
const TRIED_MS = 2_000;

const BEGINNINGS = ["pointerdown", "keydown", "wheel", "focusin"] as const;

/**
 * Goes to where the person was in the page that was here before. At first this page may be too short for that: it tries
 * with each snapshot, until the person begins with something.
 */
export class ScrollBack {
	readonly #gaveUp: () => void;
	readonly #listening = new AbortController();
	/** In px; 0: it is there, or has given up. */
	#wanted: number;
	#reached = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(wanted: number, gaveUp: () => void) {
		this.#wanted = wanted;
		this.#gaveUp = gaveUp;
		if (wanted === 0) return;
		const options = { capture: true, passive: true, signal: this.#listening.signal };
		for (const name of BEGINNINGS) document.addEventListener(name, () => this.stop(), options);
	}

	/** Where the person is, or was before and will be again. */
	get place(): number {
		return Math.max(window.scrollY, this.#wanted);
	}

	/** There is something to see, perhaps enough. */
	attempt(): void {
		if (this.#wanted === 0) return;
		this.#timer ??= setTimeout(() => this.stop(), TRIED_MS);
		window.scrollTo(0, this.#wanted);
		this.#reached = window.scrollY;
		if (this.#reached >= this.#wanted - 1) this.stop();
	}

	/** The person has scrolled, or this has. */
	scrolled(): void {
		if (window.scrollY !== this.#reached) this.stop();
	}

	stop(): void {
		clearTimeout(this.#timer);
		this.#listening.abort();
		if (this.#wanted === 0) return;
		this.#wanted = 0;
		this.#gaveUp();
	}
}
