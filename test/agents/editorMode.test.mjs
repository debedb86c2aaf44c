import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { openAgentStage } from "./agentStage.mjs";
import { scripts } from "./scripts.mjs";

describe("VS Code's own agent mode", () => {
	let stage, window;

	before(async () => {
		stage = await openAgentStage(scripts, []);
		window = await stage.window(stage.folder("web-shop"));
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	it("is given the window's server, is known as VS Code, and is not offered to ask: it has its own way", async () => {
		await window.command("MCP: List Servers");
		await window.quickRow("Parley").first().click();
		await window.quickRow("Start Server").click();
		await window.command("Parley: Focus Panel");
		const agents = window.webview().locator("body", { hasText: "Connected agents" });
		await agents.filter({ hasText: "VS Code" }).waitFor();
		assert.doesNotMatch(await agents.innerText(), /not verified/);
		await window.command("MCP: List Servers");
		await window.quickRow("Parley").first().click();
		await window.quickRow("Show Output").click();
		const output = window.page.locator(".panel .view-lines");
		await output.filter({ hasText: /Discovered.\d.tools/ }).waitFor();
		assert.doesNotMatch(await output.innerText(), /error/i);
	});
});
