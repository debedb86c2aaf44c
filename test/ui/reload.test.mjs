import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { openStage } from "./stage.mjs";

describe("a window that is reloaded", () => {
	let stage, window, folder;

	before(async () => {
		stage = await openStage({ settings: { "terminal.integrated.enablePersistentSessions": true } });
		folder = stage.folder("web-shop");
		window = await stage.window({ folder });
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	it("keeps question, draft, session, context and the time that was left", async () => {
		await window.newTerminal();
		const agent = await window.startAgent(folder, "agent", ["plan", "Move the shop", "Pack", "Drive", "Unpack"]);
		await window.openAnswers("shall I go on?");
		await window.quickInputBox.fill("Only if it does not rain");
		await window.quickRow("Answer: “Only if it does not rain”").waitFor();
		await window.page.keyboard.press("Escape");
		await window.waits(1);
		const before = await window.secondsLeft();
		const reloadedAt = Date.now();

		await window.reload();
		await window.waits(1);
		// Until the agent's bridge is back the status bar says "reconnecting".
		const after = await until("the time goes on", () => window.secondsLeft());
		const gone = (Date.now() - reloadedAt) / 1_000;
		// The status bar shows steps of ten seconds.
		assert.ok(after <= before && after >= before - gone - 10, `${before} s before, ${after} s after ${gone} s`);
		await window.command("Parley: Answer the Oldest Question");
		await window.answers.waitFor();
		assert.equal(await window.quickInputBox.inputValue(), "Only if it does not rain");
		await window.choose("Answer: “Only if it does not rain”");

		const { response, reason } = await agent.answer();
		assert.deepEqual({ response, reason }, { response: "Only if it does not rain", reason: "response" });
		await agent.first("bye");
		assert.ok(!existsSync(`/proc/${agent.all("connected")[0].bridge}`), "the bridge ended with its agent");
		// One card of one turn: the updates before and after the reload are revisions of the same plan.
		const plans = agent.all("result").filter(({ tool }) => tool === "update_plan");
		const cards = plans.map(({ structuredContent }) => structuredContent);
		assert.deepEqual(new Set(cards.map(({ plan_id }) => plan_id)).size, 1);
		assert.deepEqual(
			cards.map(({ revision }) => revision),
			[1, 2, 3, 4],
		);
		assert.equal(agent.all("connected").length, 1, "the agent never had to connect again");
	});
});
