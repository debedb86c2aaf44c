import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { openStage } from "./stage.mjs";

describe("the setting of what agents may do", () => {
	const off = { "parley.agents": { demo: { clarify: false } } };
	let stage, window, folder;

	before(async () => {
		stage = await openStage();
		folder = stage.folder("web-shop");
		window = await stage.window({ folder });
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	it("is not the workspace's to change, and reaches an agent that runs as soon as the person changes it", async () => {
		await window.useFolderSettings(stage, folder, off);
		await window.newTerminal();
		const agent = await window.startAgent(folder, "agent", ["tools"]);
		const { tools } = await agent.first("connected");
		assert.ok(tools.includes("clarify"), tools.join());

		await window.command("Preferences: Open User Settings (JSON)");
		await window.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
		const user = JSON.parse(readFileSync(join(stage.server.userDataDir, "User/settings.json"), "utf8"));
		await window.page.keyboard.press("Control+a");
		await window.page.keyboard.insertText(JSON.stringify({ ...user, ...off }));
		await window.page.keyboard.press("Control+s");
		const changed = await agent.first("tools");
		assert.ok(!changed.tools.includes("clarify") && changed.tools.includes("update_plan"), changed.tools.join());
	});
});
