// The sound of the panel: when it is heard, and that nothing comes of it where a page may not sound.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { PanelStage } from "./panelStage.mjs";

const stage = new PanelStage();

/** Runs in the page: tells what becomes of the browser's own audio; `state` stands in for what the browser allows. */
function watchAudio(state) {
	globalThis.heard = { contexts: 0, notes: 0, closed: 0, loudest: 0 };
	globalThis.AudioContext = class extends AudioContext {
		constructor() {
			super();
			globalThis.heard.contexts++;
		}
		get state() {
			return state ?? super.state;
		}
		resume() {
			return state === "suspended" ? new Promise(() => undefined) : super.resume();
		}
		createOscillator() {
			globalThis.heard.notes++;
			return super.createOscillator();
		}
		createGain() {
			const node = super.createGain();
			const ramp = node.gain.linearRampToValueAtTime.bind(node.gain);
			node.gain.linearRampToValueAtTime = (value, at) => {
				globalThis.heard.loudest = Math.max(globalThis.heard.loudest, value);
				return ramp(value, at);
			};
			return node;
		}
		close() {
			globalThis.heard.closed++;
			return super.close();
		}
	};
}

/** A panel that somebody has clicked in. */
async function opened(chime, state) {
	const make = (count) => stage.data.snapshot(Date.now(), { chime: count });
	const panel = await stage.open(make(chime));
	await panel.page.evaluate(watchAudio, state);
	await panel.page.mouse.click(5, 5);
	return { panel, show: (count) => panel.show(make(count)), heard: () => panel.page.evaluate(() => globalThis.heard) };
}

const closed = (heard, times) => until("the sound has ended", async () => (await heard()).closed === times);

describe("the sound of the panel", () => {
	it("is two quiet notes when the count goes up, and leaves nothing running", async () => {
		const { panel, show, heard } = await opened(3);
		await show(4);
		await closed(heard, 1);
		assert.deepEqual(await heard(), { contexts: 1, notes: 2, closed: 1, loudest: 0.05 });
		await show(4);
		await show(5);
		await closed(heard, 2);
		assert.deepEqual([(await heard()).contexts, await panel.posted("no-sound"), panel.problems], [2, [], []]);
	});

	it("is not heard at the first sight of a page, whatever has come before, nor after it begins anew", async () => {
		const { panel, show, heard } = await opened(0);
		await show(0);
		assert.equal((await heard()).contexts, 0);
		await panel.reopen();
		await panel.page.evaluate(watchAudio, undefined);
		await show(7);
		await show(7);
		assert.equal((await heard()).contexts, 0);
	});

	it("fails without a word where the page may not sound, and the extension hears of it once", async () => {
		const { panel, show, heard } = await opened(0, "suspended");
		await show(1);
		await closed(heard, 1);
		await show(2);
		await closed(heard, 2);
		assert.deepEqual(
			[(await heard()).notes, await panel.posted("no-sound"), panel.problems],
			[0, [{ kind: "no-sound" }], []],
		);
	});
});
