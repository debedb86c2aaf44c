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

	it("answers the sample question in the panel", async () => {
		const panel = window.webview();
		await panel.getByRole("button", { name: "Ask me a sample question" }).click();
		await window.waits(1);
		const card = panel.locator("article.question");
		await card.locator(".choice").first().click();
		await until("the answer is taken", async () => {
			if ((await card.count()) === 0) return true;
			await card.getByRole("button", { name: "Answer" }).click({ timeout: 1_000 });
			return (await card.getByText("Answered").count()) > 0;
		});
		await window.waits(0);
	});

	it("finds the walkthrough, which asks the sample question too", async () => {
		await window.page.keyboard.press("Escape");
		await window.command("Welcome: Open Walkthrough");
		await window.quickRow("Get started with Parley").click();
		const steps = window.page.locator(".gettingStartedContainer");
		await steps.getByText("Answer a sample question").first().waitFor();
		await steps.getByRole("button", { name: "Ask me a sample question" }).click();
		await window.waits(1);
		await window.command("Parley: Dismiss Question");
		await window.waits(0);
	});
});
