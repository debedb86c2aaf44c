/** How long the browser may take to let a page sound; where it does not let it, it never answers. */
const ALLOWED_MS = 500;
/** Soft and short: two notes, a fifth apart. */
const NOTES_HZ = [659.25, 987.77];
const NOTE_APART_S = 0.12;
const NOTE_S = 0.35;
const LOUDNESS = 0.05;

/**
 * Sounds when the count of chimes goes up; 0: the person wants none. The first count that a page sees only says where it
 * stands. Browsers let a page sound after a press in it, desktop VS Code only what such a press has started: the first
 * press wakes the audio once, so that it can sound later by itself.
 */
export class Chime {
	readonly #cannot: () => void;
	#heard = 0;
	#hasTold = false;
	#audio: AudioContext | undefined;

	/** `cannot`: this page may not sound; called once. */
	constructor(cannot: () => void) {
		this.#cannot = cannot;
	}

	update(count: number): void {
		const before = this.#heard;
		this.#heard = count;
		if (before === 0 && count > 0) {
			addEventListener("pointerdown", this.#wake);
			addEventListener("keydown", this.#wake);
		}
		if (before === 0 || count <= before) return;
		this.#sound().catch(() => {
			if (this.#hasTold) return;
			this.#hasTold = true;
			this.#cannot();
		});
	}

	readonly #wake = (): void => {
		removeEventListener("pointerdown", this.#wake);
		removeEventListener("keydown", this.#wake);
		if (this.#heard === 0) return;
		this.#started()
			.then((audio) => audio.suspend())
			.catch(() => undefined);
	};

	async #sound(): Promise<void> {
		const audio = await this.#started();
		const start = audio.currentTime;
		for (const [at, hertz] of NOTES_HZ.entries()) play(audio, hertz, start + at * NOTE_APART_S);
		await after((NOTES_HZ.length * NOTE_APART_S + NOTE_S) * 1_000);
		// Else it would keep a thread and the sound device busy.
		await audio.suspend();
	}

	/** Rejects where the page may not sound, or not yet: a tone that comes later, with some press, would mean nothing. */
	async #started(): Promise<AudioContext> {
		const audio = (this.#audio ??= new AudioContext());
		await Promise.race([audio.resume(), after(ALLOWED_MS)]);
		if (audio.state !== "running") throw new Error("this page may not sound");
		return audio;
	}
}

function play(audio: AudioContext, hertz: number, start: number): void {
	const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
	oscillator.frequency.value = hertz;
	gain.gain.setValueAtTime(0, start);
	gain.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
	gain.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_S);
	oscillator.connect(gain).connect(audio.destination);
	oscillator.start(start);
	oscillator.stop(start + NOTE_S);
}

function after(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}
