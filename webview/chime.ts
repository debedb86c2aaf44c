/** How long the browser may take to let a page sound; where it does not let it, it never answers. */
const ALLOWED_MS = 500;
/** Soft and short: two notes, a fifth apart. */
const NOTES_HZ = [659.25, 987.77];
const NOTE_APART_S = 0.12;
const NOTE_S = 0.35;
const LOUDNESS = 0.05;

/** Sounds when the count of chimes goes up. The first count that a page sees only says where it stands. */
export class Chime {
	readonly #cannot: () => void;
	#heard: number | undefined;
	#hasTold = false;

	/** `cannot`: this page may not sound; called once. */
	constructor(cannot: () => void) {
		this.#cannot = cannot;
	}

	update(count: number): void {
		const before = this.#heard;
		this.#heard = count;
		if (before === undefined || count <= before) return;
		sound().catch(() => {
			if (this.#hasTold) return;
			this.#hasTold = true;
			this.#cannot();
		});
	}
}

/** Rejects where the browser lets no page sound, or this one not before the person has clicked or typed in it. */
async function sound(): Promise<void> {
	const audio = new AudioContext();
	try {
		await Promise.race([audio.resume(), after(ALLOWED_MS)]);
		// A tone that comes later, with some click, would mean nothing.
		if (audio.state !== "running") throw new Error("this page may not sound");
		const start = audio.currentTime;
		for (const [at, hertz] of NOTES_HZ.entries()) play(audio, hertz, start + at * NOTE_APART_S);
		await after((NOTES_HZ.length * NOTE_APART_S + NOTE_S) * 1_000);
	} finally {
		// Else it would keep a thread and the sound device busy.
		void audio.close();
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
