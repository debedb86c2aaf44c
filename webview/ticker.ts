const SECOND_MS = 1_000;

/** The panel's one timer: calls each second, in step with the seconds of the countdown that ends first. */
export class Ticker {
	readonly #tick: () => void;
	/** How long until the next second of what counts down. */
	readonly #untilSecond: () => number;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(tick: () => void, untilSecond: () => number) {
		this.#tick = tick;
		this.#untilSecond = untilSecond;
	}

	/** (Re)starts it; nothing runs while nobody can see the panel. */
	start(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (document.hidden) return;
		const wait = Math.min(SECOND_MS, Math.max(0, this.#untilSecond()));
		this.#timer = setTimeout(() => {
			this.#tick();
			this.start();
		}, wait + 1);
	}
}
