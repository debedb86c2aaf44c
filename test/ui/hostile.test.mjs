import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { openStage } from "./stage.mjs";

const HOSTILE =
	"[Press me](command:workbench.action.closeWindow) <a href='command:parley.dismissQuestion'>or me</a> " +
	"$(warning) \u202Etxt.exe\u200B <img src=x onerror=alert(1)> https://example.org/x";

describe("hostile text of an agent", () => {
	let stage, window, agent;

	before(async () => {
		stage = await openStage();
		const folder = stage.folder("[x](command:y) $(bug)");
		window = await stage.window({ folder });
		await window.newTerminal();
		agent = await window.startAgent(folder, "agent", ["ask", HOSTILE, "$(trash) [choice](command:z)"]);
		await window.waits(1);
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	it("is no link and no icon in a notification", async () => {
		const toast = window.notification("Press me");
		await toast.waitFor();
		const message = toast.locator(".notification-list-item-message");
		assert.equal(await message.locator("a").count(), 0);
		assert.equal(await message.locator(".codicon").count(), 0);
		const text = await message.innerText();
		assert.ok(text.includes("$(warning)"), text);
		assert.ok(text.includes("‹U+202E›txt.exe‹U+200B›"), text);
	});

	it("is no icon in the list of answers", async () => {
		await window.openAnswers("Press me");
		const choice = window.quickRow("[choice]");
		assert.equal(await choice.locator(".codicon-trash").count(), 0);
		assert.match(await choice.innerText(), /\$\(trash\)/);
		assert.equal(await window.quickInput.locator(".codicon-warning, .codicon-bug").count(), 0);
	});

	it("is plain text in the panel", async () => {
		await window.page.keyboard.press("Escape");
		await window.command("Parley: Focus Panel");
		const card = window.webview().locator("article.question");
		await card.waitFor();
		const targets = await card
			.locator("a")
			.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
		assert.ok(
			targets.every((target) => target.startsWith("https://")),
			targets.join(" "),
		);
		assert.equal(await card.locator("img, script, iframe").count(), 0);
	});

	it("reaches nobody but the person: the question can be answered as any other", async () => {
		await window.command("Parley: Dismiss Question");
		assert.equal((await agent.answer()).reason, "dismissed");
	});
});
