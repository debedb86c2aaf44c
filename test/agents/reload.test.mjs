import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { openAgentStage } from "./agentStage.mjs";
import { START_MS } from "./agentWindow.mjs";
import { claude, codex } from "./askingAgents.mjs";
import { scripts } from "./scripts.mjs";

describe("a window that is reloaded in the middle of a real agent's question", () => {
	let stage, window;

	before(async () => {
		stage = await openAgentStage(scripts, ["claude", "codex"], {
			settings: { "terminal.integrated.enablePersistentSessions": true },
		});
		window = await stage.window(stage.trusted("web-shop"));
		for (const agent of [claude, codex]) await agent.connect(window, stage);
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	for (const { label, interactive } of [claude, codex]) {
		it(`still answers ${label}, which goes on with its plan and asks again`, async () => {
			await window.begin();
			await window.typeInTerminal(interactive("script:twice"));
			await window.waits(1, START_MS);
			await window.command("Parley: Focus Panel");
			const card = window.webview().locator("article.plan", { hasText: "the trip" }).filter({ hasText: label });
			await card.filter({ hasText: "1 of 3 done" }).waitFor();
			await window.reload();
			await window.waits(1, START_MS);
			for (const choice of ["alpha", "beta"]) {
				// The status bar may still count the question that was just answered.
				await until(
					`${choice} is offered`,
					async () => {
						await window.command("Parley: Answer the Oldest Question");
						await window.quickRow(choice).first().waitFor({ timeout: 2_000 });
						return true;
					},
					START_MS,
				);
				await window.choose(choice);
			}
			await window.shows('The user chose "beta", reason "response".');
			await window.command("Parley: Focus Panel");
			await card.filter({ hasText: "3 of 3 done" }).waitFor();
			assert.equal(await card.count(), 1, "the plan goes on in its card");
			assert.equal(await card.getByText("not verified").count(), 0);
			await window.waits(0);
		});
	}
});
