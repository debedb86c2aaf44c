// The sound of the panel: when it is heard, and that nothing comes of it where a page may not sound.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { PanelStage } from "./panelStage.mjs";

const stage = new PanelStage();

/** Runs in the page: tells what becomes of the browser's own audio. `isAllowed` false: as where a page may not sound. */
function watchAudio(isAllowed) {
	globalThis.heard = { contexts: 0, notes: 0, loudest: 0 };
	globalThis.AudioContext = class extends AudioContext {
		constructor() {
			super();
			globalThis.heard.contexts++;
			globalThis.audio = this;
		}
		get state() {
			return isAllowed ? super.state : "suspended";
		}
		resume() {
			return isAllowed ? super.resume() : new Promise(() => undefined);
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
	};
}

/** A panel that somebody has clicked in. */
async function opened(chime, isAllowed = true) {
	const make = (count) => stage.data.snapshot(Date.now(), { chime: count });
	const panel = await stage.open(make(0));
	await panel.page.evaluate(watchAudio, isAllowed);
	if (chime > 0) await panel.show(make(chime));
	await panel.page.mouse.click(5, 5);
	const heard = () => panel.page.evaluate(() => globalThis.heard);
	/** What was heard once `notes` have begun and all is quiet again. */
	const heardAfter = (notes) =>
		until(`${notes} notes`, async () => {
			const isQuiet = await panel.page.evaluate(() => globalThis.audio?.state === "suspended");
			const so = await heard();
			return isQuiet && so.notes === notes && so;
		});
	return { panel, show: (count) => panel.show(make(count)), heard, heardAfter };
}

describe("the sound of the panel", () => {
	it("is two quiet notes when the count goes up, and leaves nothing running", async () => {
		const { panel, show, heardAfter } = await opened(3);
		await heardAfter(0);
		await show(4);
		assert.deepEqual(await heardAfter(2), { contexts: 1, notes: 2, loudest: 0.05 });
		await show(4);
		await show(5);
		assert.deepEqual(await heardAfter(4), { contexts: 1, notes: 4, loudest: 0.05 });
		assert.deepEqual([await panel.posted("no-sound"), panel.problems], [[], []]);
	});

	it("is not heard at the first sight of a page, whatever has come before, nor when it is turned on", async () => {
		const { panel, show, heard } = await opened(0);
		await show(7);
		await panel.reopen();
		await panel.page.evaluate(watchAudio, true);
		await show(8);
		await show(8);
		assert.deepEqual(await heard(), { contexts: 0, notes: 0, loudest: 0 });
	});

	it("opens no audio at all while the person wants none", async () => {
		const { panel, show, heard } = await opened(0);
		await show(0);
		await panel.page.keyboard.press("Tab");
		assert.equal((await heard()).contexts, 0);
	});

	it("fails without a word where the page may not sound, and the extension hears of it once", async () => {
		const { panel, show, heard } = await opened(1, false);
		await show(2);
		await until("the page has given up", async () => (await panel.posted("no-sound")).length > 0);
		await show(3);
		await panel.page.waitForTimeout(600);
		assert.deepEqual(
			[(await heard()).notes, await panel.posted("no-sound"), panel.problems],
			[0, [{ kind: "no-sound" }], []],
		);
	});
});
