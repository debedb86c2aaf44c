import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { openStage } from "./stage.mjs";

describe("a person who has just installed Parley, following what is on the screen", () => {
	let stage, window;

	before(async () => {
		stage = await openStage();
		window = await stage.window({ folder: stage.folder("web-shop") });
		await window.page.locator('.activitybar .action-label[aria-label^="Parley"]').click();
		await window.webview().locator(".welcome").waitFor();
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	it("answers the sample question in the panel, and the sample's plan moves to its end", async () => {
		const panel = window.webview();
		await panel.getByRole("button", { name: "Ask me a sample question" }).click();
		await window.waits(1);
		const card = window.openCard("question", "");
		await card.locator(".choice").first().click();
		await window.pressInCard(card, "Answer");
		await window.waits(0);
		await window.notificationButton("An agent would now go on", "Connect agents…").waitFor();
		const plan = panel.locator(".plan").filter({ hasText: "Sample: make the tests pass" });
		await plan.getByText("All done").waitFor();
		await plan.getByText("4 of 4 done").waitFor();
	});

	it("finds the walkthrough, whose first step is done by an answer", async () => {
		await window.page.keyboard.press("Escape");
		await window.command("Welcome: Open Walkthrough");
		await window.quickRow("Get started with Parley").click();
		const steps = window.page.locator(".gettingStartedContainer");
		await steps.getByText("Answer a sample question").first().waitFor();
		const isDone = (step) => steps.getByRole("checkbox", { name: step }).getAttribute("aria-checked");
		await steps.getByRole("button", { name: "Ask me a sample question" }).click();
		await window.waits(1);
		assert.equal(await isDone("Answer a sample question"), "false");
		await window.chooseInNotification("A sample question", "SQLite");
		await window.waits(0);
		await until("the step is done", async () => (await isDone("Answer a sample question")) === "true");
		assert.equal(await isDone("Start an agent in a terminal"), "false");
	});

	it("sees the step of the terminal done once an agent has started in one", async () => {
		const steps = window.page.locator(".gettingStartedContainer");
		const terminalStep = steps.getByRole("checkbox", { name: "Start an agent in a terminal" });
		await window.newTerminal();
		assert.equal(await terminalStep.getAttribute("aria-checked"), "false");
		await window.typeInTerminal("demo tools");
		await until("the step is done", async () => (await terminalStep.getAttribute("aria-checked")) === "true");
	});
});
