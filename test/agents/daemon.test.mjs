// Codex's interactive sessions share one daemon, which hands every bridge the variables of the first terminal.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { openAgentStage } from "./agentStage.mjs";
import { START_MS } from "./agentWindow.mjs";
import { codex } from "./askingAgents.mjs";
import { bridgesIn, windowFileOf } from "./bridges.mjs";
import { scripts } from "./scripts.mjs";

describe("interactive Codex in two windows", () => {
	let stage, folders, first, second;

	before(async () => {
		stage = await openAgentStage(scripts, ["codex"]);
		folders = [stage.trusted("one"), stage.trusted("two")];
		first = await stage.window(folders[0]);
		await codex.connect(first, stage);
		second = await stage.window(folders[1]);
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	async function start(window, script) {
		await window.page.bringToFront();
		await window.begin();
		await window.typeInTerminal(`codex 'script:${script}'`);
		await window.waits(1, START_MS);
	}

	async function answer(window, choice) {
		await window.page.bringToFront();
		await window.command("Parley: Answer the Oldest Question");
		await window.choose(choice);
		await window.shows(`The user chose "${choice}"`);
		await window.waits(0);
	}

	it("asks in each window what is asked in its terminal, although one daemon starts both bridges", async () => {
		await start(first, "colour");
		await start(second, "colour");
		await first.waits(1);
		const bridge = { agent: "codex", cwd: folders[1], window: windowFileOf(stage.home, folders[0]) };
		const started = bridgesIn(stage.home).filter(({ cwd }) => cwd === folders[1]);
		assert.deepEqual(started, [bridge], "the daemon told the wrong window");
		await answer(second, "red");
		await first.waits(1);
		await answer(first, "blue");
	});

	it("asks where it was started last if two windows have its folder", async () => {
		const again = await stage.window(folders[1]);
		await start(again, "colour");
		await second.waits(0);
		await answer(again, "blue");
		await again.command("Terminal: Kill All Terminals");
		await again.close();
	});

	it("asks in its own window after the first one and its terminal were closed", async () => {
		await first.page.bringToFront();
		await first.command("Terminal: Kill All Terminals");
		await first.close();
		await start(second, "name");
		await second.page.bringToFront();
		await second.openAnswers("Which name?");
		await second.quickInputBox.fill("Nina");
		await second.choose("Answer: “Nina”");
		await second.shows('The user chose "Nina"');
	});
});
