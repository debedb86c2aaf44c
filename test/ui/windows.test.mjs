import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { AgentRecord } from "../support/agentRecord.mjs";
import { until } from "../support/until.mjs";
import { openStage } from "./stage.mjs";

/** Longer than a bridge that may join a window would need: it joins within 2 s. */
const LONG_ENOUGH_MS = 5_000;

describe("several windows", () => {
	let stage;

	before(async () => {
		stage = await openStage({ settings: { "terminal.integrated.enablePersistentSessions": true } });
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	/**
	 * Each window asks its own question at the same time; each agent gets the answer that its own window gave. `elsewhere`:
	 * what each window then tells of the others.
	 */
	async function eachAsksItsOwn(windows, where, elsewhere = []) {
		const agents = [];
		for (const [at, window] of windows.entries()) {
			await window.page.bringToFront(); // keystrokes go to the window in front
			await window.newTerminal();
			agents.push(await window.startAgent(where(at), `own-${at}`, ["ask", `Question of window ${at}?`, "yes"]));
			await window.notification(`Question of window ${at}?`).waitFor();
			assert.equal(await window.notification("Question of window").count(), 1);
		}
		for (const [at, text] of elsewhere.entries()) {
			await windows[at].status.locator(`[aria-label$=" · Other windows: ${text}"]`).waitFor();
		}
		for (const [at, window] of windows.entries()) {
			await window.waits(1);
			await window.page.bringToFront();
			const own = `Question of window ${at}?`;
			assert.equal(await window.notification("Question of window").filter({ hasNotText: own }).count(), 0);
			// Its notification may have gone by now.
			await window.command("Parley: Answer the Oldest Question");
			await window.answers.waitFor();
			await window.quickInputBox.fill(`answer of window ${at}`);
			await window.choose(`Answer: “answer of window ${at}”`);
			assert.equal((await agents[at].answer()).response, `answer of window ${at}`);
			await window.waits(0);
		}
		for (const window of windows) await window.close();
	}

	it("on two folders get only their own questions", async () => {
		const folders = ["web-shop", "api"].map((name) => stage.folder(name));
		const windows = await Promise.all(folders.map((folder) => stage.window({ folder })));
		await eachAsksItsOwn(windows, (at) => folders[at], ["api 1", "web-shop 1"]);
	});

	it("on the same folder get only their own questions", async () => {
		const folder = stage.folder("same");
		const windows = [await stage.window({ folder }), await stage.window({ folder })];
		await eachAsksItsOwn(windows, () => folder);
	});

	it("without a folder, three opened at once, get only their own questions", async () => {
		const windows = await Promise.all([0, 1, 2].map(() => stage.window({})));
		await eachAsksItsOwn(windows, () => stage.home);
	});

	it("are not seen by an agent that runs outside any", async () => {
		const folder = stage.folder("outside");
		const window = await stage.window({ folder });
		const record = new AgentRecord(join(stage.home, "outside.jsonl"));
		const agent = spawn(join(stage.home, "bin/demo"), ["--out", record.file, "tools"], {
			cwd: folder,
			env: { ...process.env, ...stage.env },
			stdio: "ignore",
		});
		try {
			assert.deepEqual((await record.first("connected")).tools, []);
			await pause(LONG_ENOUGH_MS);
			assert.deepEqual(record.all("tools"), []);
		} finally {
			agent.kill();
		}
		await window.close();
	});

	it("with the same folder do not help out for one that is reloading", async () => {
		const folder = stage.folder("twice");
		const [left, right] = [await stage.window({ folder }), await stage.window({ folder })];
		await left.page.bringToFront();
		await left.newTerminal();
		await left.typeInTerminal(
			"until [ -e go ]; do sleep 0.1; done; demo --out seen.jsonl --when ask ask 'Whose?' left",
		);
		const addresses = stage.addresses(folder);
		const finish = await left.startReload();
		await until("one broker of the two has gone", async () => {
			const listening = await Promise.all(addresses.map((url) => listens(url)));
			return listening.filter((each) => each).length === 1;
		});
		writeFileSync(join(folder, "go"), "");
		const record = new AgentRecord(join(folder, "seen.jsonl"));
		assert.deepEqual((await record.first("connected")).tools, []);
		await pause(LONG_ENOUGH_MS);
		assert.deepEqual(record.all("tools"), []);

		await finish();
		await left.parleyReady();
		const { tools } = await record.first("tools", { matches: ({ tools }) => tools.length > 0 });
		assert.ok(tools.includes("clarify"));
		writeFileSync(join(folder, "ask"), "");
		await left.waits(1);
		await right.waits(0);
		await left.openAnswers("Whose?");
		await left.choose("left");
		assert.equal((await record.answer()).response, "left");
		for (const window of [left, right]) await window.close();
	});
});

function listens(url) {
	return fetch(url).then(
		() => true,
		() => false,
	);
}
