import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { openAgentStage } from "./agentStage.mjs";
import { scripts } from "./scripts.mjs";

describe("connecting and disconnecting", () => {
	let stage, window, folder;

	before(async () => {
		stage = await openAgentStage(scripts, ["claude", "codex"]);
		folder = stage.trusted("web-shop");
		window = await stage.window(folder);
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	const config = () => readFileSync(stage.agents.codex.configFile);
	/** Every file of the user's that an agent reads, by name. */
	const files = () =>
		Object.fromEntries(
			[".claude.json", ".claude", ".codex/config.toml", ".profile", ".bashrc"].map((name) => {
				const path = join(stage.home, name);
				return [name, name === ".claude" ? readdirSync(path) : readFileSync(path, "utf8")];
			}),
		);
	const state = (name) => join(stage.home, "state/parley", name);

	it("offers once to connect Claude Code, which touches no file, and does so on one press", async () => {
		const before = files();
		const offer = window.notification("Claude Code can ask you here.");
		await offer.filter({ hasText: "CLAUDE_CODE_PLUGIN_DIRS" }).waitFor();
		await window.notificationButton("Claude Code can ask you here.", "Connect Claude Code").click();
		const done = window.notification("Claude Code is connected.");
		await done.filter({ hasText: "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=0" }).waitFor();
		assert.deepEqual(files(), before);
		const other = await stage.window(stage.trusted("api"));
		await other.newTerminal();
		await other.typeInTerminal("echo dirs=$CLAUDE_CODE_PLUGIN_DIRS");
		await other.shows(`dirs=:${state("claude-plugin")}`);
		assert.equal(await other.notification("can ask you here").count(), 0);
		await other.close();
	});

	it("shows the change of a file first, and changes nothing when it is not wanted", async () => {
		const before = config();
		await window.command("Parley: Connect Agents…");
		await window.check("Codex");
		await window.page.locator(".tab", { hasText: "what Parley changes" }).waitFor();
		await window.page.locator(".monaco-diff-editor .modified", { hasText: "[mcp_servers.parley]" }).waitFor();
		await window.notificationButton("Connect Codex", "Cancel").click();
		await window.page.locator(".tab", { hasText: "what Parley changes" }).waitFor({ state: "detached" });
		assert.deepEqual(config(), before);
	});

	it("leaves the user's files byte for byte as they were", async () => {
		const before = files();
		await window.connect("Codex");
		assert.match(config().toString(), /\[mcp_servers\.parley\]/);
		await window.disconnect("Codex");
		await window.disconnect("Claude Code");
		assert.deepEqual(files(), before);
		assert.ok(!existsSync(state("journal.json")));
		await window.newTerminal();
		await window.typeInTerminal("echo dirs=[$CLAUDE_CODE_PLUGIN_DIRS]");
		await window.shows("dirs=[]");
	});

	it("refuses a file that it cannot read, names the line, and leaves it alone", async () => {
		const before = config();
		writeFileSync(stage.agents.codex.configFile, "model = \n");
		await window.command("Parley: Connect Agents…");
		await window.check("Codex");
		await window.notification("line 1").filter({ hasText: stage.agents.codex.configFile }).waitFor();
		assert.equal(config().toString(), "model = \n");
		writeFileSync(stage.agents.codex.configFile, before);
	});
});

describe("variables that the person's own start-up file sets", () => {
	let stage;
	after(() => stage?.close());

	it("are added to where they name folders, and left alone where they are a limit", async () => {
		stage = await openAgentStage(scripts, ["claude"], {
			settings: { "terminal.integrated.shellIntegration.enabled": true },
		});
		const own = "export CLAUDE_CODE_PLUGIN_DIRS=/mine CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=60000\n";
		appendFileSync(join(stage.home, ".bashrc"), own);
		const window = await stage.window(stage.trusted("web-shop"));
		await window.connect("Claude Code");
		await window.begin();
		await window.typeInTerminal("echo [$CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS $CLAUDE_CODE_PLUGIN_DIRS]");
		await window.shows(`[60000 /mine:${join(stage.home, "state/parley/claude-plugin")}]`);
	});
});
