// Agents' own permission prompts, brought into the editor.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { openAgentStage } from "./agentStage.mjs";
import { claude, codex } from "./askingAgents.mjs";

/** A hook waits 20 s for a window that reloads. */
const GIVES_UP_MS = 25_000;

/** The agent's id, how its model runs a command, and what its own prompt says. */
const AGENTS = [
	{
		agent: claude,
		id: "claude-code",
		run: (command) => ({ tool: "Bash", args: { command, description: "A command of the test" } }),
		line: (prompt) => `claude --permission-mode default '${prompt}'`,
		ownPrompt: "Do you want to proceed?",
	},
	{
		agent: codex,
		id: "codex",
		// Its sandbox asks for nothing: the model wants to leave it.
		run: (cmd) => ({
			tool: "exec_command",
			args: { cmd, sandbox_permissions: "require_escalated", justification: "A command of the test" },
		}),
		line: (prompt) => `codex -a on-request '${prompt}'`,
		ownPrompt: "Would you like to run the following command?",
	},
];

for (const { agent, id, run, line, ownPrompt } of AGENTS) {
	describe(`${agent.title} wants to run a command`, () => {
		// A model does not answer before its agent has started its servers.
		const wants = (command) => ({ call: run(command), afterMs: 3_000 });
		const says = (text) => ({ say: `${text}: {{result}}` });
		const scripts = {
			once: [wants("touch once.txt"), says("Once")],
			denied: [wants("touch denied.txt"), says("Denied")],
			always: [
				wants("touch always.txt"),
				wants("touch always.txt"),
				wants("touch always.txt near.txt"),
				says("Always"),
			],
			interrupted: [wants("touch interrupted.txt"), says("Interrupted")],
			closed: [wants("touch closed.txt"), says("Closed")],
		};
		let stage, window, folder;

		before(async () => {
			stage = await openAgentStage(scripts, [agent.name], {
				settings: {
					"parley.agents": { [id]: { approvals: true } },
					"terminal.integrated.enablePersistentSessions": true,
				},
			});
			folder = stage.trusted("web-shop");
			window = await stage.window(folder);
			await agent.connect(window, stage);
		});
		after(() => stage?.close());
		beforeEach(() => window.begin());
		afterEach((test) => test.error && stage.keepEvidence(`${agent.name} ${test.name}`));

		const card = (text) => window.webview().locator("article.approval:not(:has(.outcome))", { hasText: text });
		const isThere = (name) => existsSync(join(folder, name));
		const results = (script) => {
			const own = ({ items }) => items.some(({ text }) => text.includes(`script:${script}`));
			const items = stage.model.requests.findLast(own)?.items ?? [];
			return items.filter(({ kind }) => kind === "result").map(({ text }) => text);
		};

		async function start(script) {
			await window.typeInTerminal(line(`script:${script}`));
			await window.waits(1, 60_000);
		}

		/** Presses a button of the card, once it takes presses. */
		async function press(text, name) {
			await window.command("Parley: Focus Panel");
			const button = card(text).getByRole("button", { name, exact: true });
			await button.waitFor();
			await window.page.waitForTimeout(600);
			await button.click();
		}

		it("which runs when it is allowed once", async () => {
			await start("once");
			assert.ok(!isThere("once.txt"));
			await press("touch once.txt", "Allow once");
			await until("it has run", () => isThere("once.txt"));
			await until("the model goes on", () => results("once").length === 1);
			await window.waits(0);
		});

		it("which does not run when it is denied, and its model is told so", async () => {
			await start("denied");
			await press("touch denied.txt", "Deny");
			const [told] = await until("the model goes on", () => results("denied").length > 0 && results("denied"));
			assert.match(told, /den|reject|not allow|block/i);
			assert.ok(!isThere("denied.txt"));
			await window.waits(0);
		});

		it("which runs twice after one question when it is always allowed; a near one is asked about", async () => {
			await start("always");
			await press("touch always.txt", "Allow always…");
			await card("touch always.txt").getByText("Exactly this command").click();
			await press("touch always.txt", "Save rule and allow");
			await card("touch always.txt near.txt").waitFor({ timeout: 60_000 });
			assert.equal(results("always").length, 2);
			await press("touch always.txt near.txt", "Deny");
			await until("the model goes on", () => results("always").length === 3);
			assert.deepEqual([isThere("always.txt"), isThere("near.txt")], [true, false]);
		});

		it("and is interrupted: nothing runs and nothing is stored", async () => {
			const stored = rules();
			await start("interrupted");
			await window.command("Notifications: Clear All Notifications");
			await window.focusTerminal();
			await window.page.keyboard.press("Escape");
			await window.waits(0, 10_000);
			assert.ok(!isThere("interrupted.txt"));
			assert.deepEqual(rules(), stored);
		});

		it("and the window is closed: its own prompt is there", async () => {
			await start("closed");
			const openAgain = await window.startReload();
			await pause(GIVES_UP_MS);
			await openAgain();
			await window.parleyReady();
			await window.shows(ownPrompt);
			assert.ok(!isThere("closed.txt"));
			await window.waits(0);
		});

		/** The files of stored rules, by name and content. */
		function rules() {
			const kept = join(stage.home, "state/parley/approvals");
			const names = existsSync(kept) ? readdirSync(kept) : [];
			return names.map((name) => [name, readFileSync(join(kept, name), "utf8")]);
		}
	});
}
