import { setTimeout as pause } from "node:timers/promises";
import { apng } from "./apng.mjs";

/** A picture that stays longer than this stays no longer in the film: a person has seen it by then. */
const LONGEST_MS = 1_400;
const SHORTEST_MS = 60;
const LAST_MS = 2_500;
/** What a slow machine takes longer for is shown faster. */
const FILM_MS = 14_500;

/** Takes pictures of a page, one after the other, while something happens in it. */
export class Recorder {
	#page;
	#frames = [];
	#isOn = true;
	#running;
	/** How long the finished film takes. */
	lengthMs = 0;

	constructor(page) {
		this.#page = page;
		this.#running = this.#record();
	}

	/** Gives the film as an animated PNG. `artist` is a page of the same browser, which compares the pictures. */
	async finish(artist) {
		this.#isOn = false;
		await this.#running;
		const pictures = this.#frames.map(({ png }) => png.toString("base64"));
		const changes = await artist.evaluate(changesOf, pictures);
		const frames = [];
		for (const [at, change] of changes.entries()) {
			const ms = this.#shownFor(at);
			const last = frames.at(-1);
			if (change === null) last.ms = Math.min(last.ms + ms, LONGEST_MS);
			else frames.push({ ...change, png: Buffer.from(change.png, "base64"), ms });
		}
		const takenMs = frames.reduce((sum, { ms }) => sum + ms, 0);
		for (const frame of frames) frame.ms = Math.round(frame.ms * Math.min(1, FILM_MS / takenMs));
		this.lengthMs = frames.reduce((sum, { ms }) => sum + ms, 0);
		return apng(frames);
	}

	#shownFor(at) {
		const next = this.#frames[at + 1];
		if (next === undefined) return LAST_MS;
		return Math.max(SHORTEST_MS, Math.min(next.at - this.#frames[at].at, LONGEST_MS));
	}

	async #record() {
		while (this.#isOn) {
			const at = Date.now();
			this.#frames.push({ at, png: await this.#page.screenshot() });
			await pause(Math.max(0, at + 120 - Date.now()));
		}
	}
}

/** Runs in a page: of each picture the part that differs from the one before, all else transparent; null: none does. */
async function changesOf(pictures) {
	const canvas = document.createElement("canvas");
	const context = canvas.getContext("2d", { willReadFrequently: true });
	let before;
	const changes = [];
	for (const picture of pictures) {
		const image = new Image();
		image.src = `data:image/png;base64,${picture}`;
		await image.decode();
		canvas.width = image.width;
		canvas.height = image.height;
		context.drawImage(image, 0, 0);
		const now = context.getImageData(0, 0, image.width, image.height);
		changes.push(changeBetween(before, now));
		before = now;
	}
	return changes;

	function changeBetween(old, { data, width, height }) {
		const old32 = old && new Uint32Array(old.data.buffer);
		const new32 = new Uint32Array(data.buffer.slice(0));
		let [left, top, right, bottom] = [width, height, -1, -1];
		for (let at = 0; at < new32.length; at++) {
			if (old32 && old32[at] === new32[at]) {
				new32[at] = 0;
				continue;
			}
			const x = at % width;
			const y = (at - x) / width;
			left = Math.min(left, x);
			right = Math.max(right, x);
			top = Math.min(top, y);
			bottom = Math.max(bottom, y);
		}
		if (right < 0) return null;
		const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
		canvas.width = box.width;
		canvas.height = box.height;
		context.putImageData(new ImageData(new Uint8ClampedArray(new32.buffer), width, height), -left, -top);
		return { ...box, png: canvas.toDataURL("image/png").split(",")[1] };
	}
}
