// Agents that are connected by the entry that Parley writes, each started without a screen of its own: its bridge, and
// one question to its end.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { openAgentStage } from "./agentStage.mjs";
import { START_MS } from "./agentWindow.mjs";
import { bridgesIn, windowFileOf } from "./bridges.mjs";
import { HEADLESS } from "./headlessAgents.mjs";
import { versionOf } from "./installedAgents.mjs";
import { scripts } from "./scripts.mjs";

const BLOCK = "Parley, for this prompt only";

describe("the bridge of an agent in a terminal", () => {
	let stage, window, folder;

	before(async () => {
		stage = await openAgentStage(
			scripts,
			HEADLESS.map(({ name }) => name),
		);
		folder = stage.trusted("web-shop");
		window = await stage.window(folder);
	});
	after(() => stage?.close());
	beforeEach(() => window.begin());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	for (const { name, label, headless, isHooked } of HEADLESS) {
		it(`${label} ${versionOf(name)} starts it in its folder, for its window, and asks there`, async () => {
			await window.connect(label);
			await window.newTerminal();
			const asked = stage.model.requests.length;
			await window.typeInTerminal(headless("script:colour"));
			await window.waits(1, START_MS);
			const bridges = bridgesIn(stage.home).filter(({ agent }) => agent === name);
			assert.deepEqual(bridges, [{ agent: name, cwd: folder, window: windowFileOf(stage.home, folder) }]);
			await window.chooseInNotification("Which colour?", "blue");
			const isAnswer = ({ kind, text }) => kind === "result" && /\bresponse\W+blue\b/.test(text);
			await until("its model reads the answer", () =>
				stage.model.requests.slice(asked).some(({ items }) => items.some(isAnswer)),
			);
			await window.waits(0);
			const isTold = () =>
				stage.model.requests.slice(asked).some(({ items }) => items.some(({ text }) => text.includes(BLOCK)));
			// A window that had too much to do has let a prompt go without.
			for (let at = 0; isHooked && !isTold(); at++) {
				assert.ok(at < 5, "no prompt brings the id of its turn");
				await window.begin();
				const before = stage.model.requests.length;
				await window.typeInTerminal(headless("script:hello"));
				await until("its model has answered", () => stage.model.requests.length > before, START_MS);
			}
		});
	}
});
