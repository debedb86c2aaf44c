// What real agents want to do, decided in the editor: their own permission prompts, which their hooks bring there, and the
// tool that asks. All live in one window.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { openAgentStage } from "./agentStage.mjs";
import { START_MS } from "./agentWindow.mjs";
import { PROMPTING } from "./approvingAgents.mjs";
import { isSearch } from "./model/looking.mjs";
import { commandOf, killNaming, processesNaming } from "./processesNaming.mjs";

/** What has just appeared or changed in the panel takes no press. */
const PANEL_GUARD_MS = 600;
/** Codex takes keys that follow each other faster for a paste. */
const PASTED_MS = 500;
/** A key that was taken has its effect within this time. */
const KEY_MS = 1_000;
/** What was taken back has gone from the editor within this time. */
const TAKEN_BACK_MS = 3_000;
const scripts = {};
let stage, window, folder;

before(async () => {
	stage = await openAgentStage(
		scripts,
		PROMPTING.map(({ name }) => name),
		{
			settings: {
				"parley.agents": Object.fromEntries(PROMPTING.map(({ id }) => [id, { approvals: true }])),
				"terminal.integrated.enablePersistentSessions": true,
			},
		},
	);
	folder = stage.trusted("web-shop");
	window = await stage.window(folder);
	for (const agent of PROMPTING) await agent.connect(window, stage);
});
after(() => stage?.close());

const card = (text) => window.webview().locator("article.approval:not(:has(.outcome))", { hasText: text });
const isThere = (name) => existsSync(join(folder, name));
const filesLike = (start) => readdirSync(folder).filter((name) => name.startsWith(start));

/** The results of a script that its model has read. */
function results(script) {
	const isOwn = ({ kind, text }) => kind === "user" && new RegExp(`\\bscript:${script}(?![a-z0-9-])`).test(text);
	const items = stage.model.requests.findLast((request) => request.items.some(isOwn))?.items ?? [];
	return items.slice(items.findLastIndex(isOwn)).filter(({ kind, name }) => kind === "result" && !isSearch(name));
}

/** The model's results of a script once there are that many. */
function resultsOf(script, count) {
	return until(
		`${script} has ${count} results`,
		() => results(script).length >= count && results(script).map(({ text }) => text),
		START_MS,
	);
}

/** Presses buttons of a card, each once it takes presses. */
async function press(text, ...names) {
	await window.command("Parley: Focus Panel");
	for (const name of names) {
		const button = card(text).getByRole("button", { name, exact: true });
		await button.waitFor({ timeout: START_MS });
		await window.page.waitForTimeout(PANEL_GUARD_MS);
		await button.click();
	}
}

async function pressKeys(...keys) {
	// While a notification shows, VS Code takes Escape for it.
	await window.command("Notifications: Clear All Notifications");
	await window.focusTerminal();
	for (const key of keys) await window.page.keyboard.press(key);
}

/** Allows it by the agent's own dialog, which takes no key when it has just come. */
async function allowInTerminal(agent, file) {
	await until(`${agent.title} has run it`, async () => {
		if (isThere(file)) return true;
		for (const key of agent.yes) await window.page.keyboard.press(key);
		await window.page.waitForTimeout(KEY_MS);
		return isThere(file);
	});
}

/** The hooks of prompts that wait for an answer, with their launchers. */
function hooksWaiting() {
	const isOfPrompt = (pid) => /\0hook\0[^\0]+\0(PermissionRequest|permission)\0/.test(commandOf(pid));
	return processesNaming(join(stage.home, "state/parley/bin")).filter(isOfPrompt).length;
}

/** The files of stored rules, by name and content. */
function rules() {
	const kept = join(stage.home, "state/parley/approvals");
	const names = existsSync(kept) ? readdirSync(kept) : [];
	return names.map((name) => [name, readFileSync(join(kept, name), "utf8")]);
}

for (const agent of PROMPTING) {
	describe(`${agent.title} wants to run a command`, () => {
		/** The first prompt of the session that is open. */
		let session;
		const named = (name) => `${agent.name}-${name}`;

		before(() => window.command("Terminal: Kill All Terminals"));
		afterEach(async (test) => {
			if (!test.error) return;
			session = undefined;
			await stage.keepEvidence(`${agent.name} ${test.name}`);
		});

		/** Gives its model these steps by a prompt, in the session that is open or in a fresh one. */
		async function prompt(name, ...steps) {
			scripts[named(name)] = [...steps, { say: `End of ${named(name)}.` }];
			await window.command("Notifications: Clear All Notifications");
			if (session !== undefined) {
				await window.focusTerminal();
				await window.page.keyboard.type(`script:${named(name)}`);
				await window.shows(`script:${named(name)}`);
				// An Enter that comes as fast as what is pasted is part of the text.
				await window.page.waitForTimeout(PASTED_MS);
				await window.page.keyboard.press("Enter");
			} else {
				await window.command("Terminal: Kill All Terminals");
				await window.waits(0);
				await window.newTerminal();
				await window.typeInTerminal(agent.line(`script:${named(name)}`));
				session = named(name);
			}
		}

		async function ends(name) {
			await window.shows(`End of ${named(name)}.`);
			await window.waits(0);
		}

		it("and asks for it by the tool: denied, and its model reads so", async () => {
			const action = `touch ${named("asked.txt")}`;
			await prompt("asked", { call: { tool: "request_approval", args: { kind: "command", action } } });
			await press(action, "Deny");
			const [told] = await resultsOf(named("asked"), 1);
			assert.match(told, /"decision": ?"deny"/);
			await ends("asked");
		});

		it("and may once: it runs", async () => {
			const file = named("once.txt");
			await prompt("once", agent.run(`touch ${file}`));
			await window.waits(1, START_MS);
			const toast = window.notification(file);
			await toast.filter({ hasText: new RegExp(`${agent.label} \\(.*web-shop\\) wants to run a command`) }).waitFor();
			await window.shows(agent.waits ?? agent.dialog);
			assert.ok(!isThere(file));
			await press(file, "Allow once");
			await until("it has run", () => isThere(file));
			await ends("once");
		});

		it("and is denied with a message: it does not run, and its model reads the message", async () => {
			const file = named("denied.txt");
			await prompt("denied", agent.run(`touch ${file}`));
			await press(file, "Deny with a message…");
			await card(file).getByRole("textbox", { name: "Message to the agent" }).waitFor();
			await window.page.keyboard.type("Only in the folder tmp, 好吗");
			await window.page.waitForTimeout(PANEL_GUARD_MS);
			await window.page.keyboard.press("Enter");
			const [told] = await resultsOf(named("denied"), 1);
			assert.match(told, /Only in the folder tmp, 好吗/);
			await ends("denied");
			assert.ok(!isThere(file));
		});

		if (agent.tellsFolder) {
			it("and always may: it runs twice for one question, and is asked about what only looks like it", async () => {
				const [made, more] = [named("made"), named("more.txt")];
				const command = `mktemp ${made}.XXXXXX`;
				await prompt("always", agent.run(command), agent.run(command), agent.run(`${command} && touch ${more}`));
				await press(made, "Allow always…");
				await card(made).getByText("Exactly this command").click();
				await press(made, "Save rule and allow");
				await card(more).waitFor({ timeout: START_MS });
				assert.equal((await resultsOf(named("always"), 2)).length, 2);
				assert.equal(filesLike(`${made}.`).length, 2);
				await press(more, "Deny");
				await ends("always");
				assert.equal(filesLike(`${made}.`).length, 2);
				assert.ok(!isThere(more));
			});
		} else {
			it("and no rule is offered: it may run elsewhere, of which its prompt tells nothing", async () => {
				const file = named("always.txt");
				await prompt("always", agent.run(`touch ${file}`));
				await window.command("Parley: Focus Panel");
				await card(file).waitFor({ timeout: START_MS });
				assert.equal(await card(file).getByText("Allow always…").isVisible(), false);
				await press(file, "Deny");
				await ends("always");
				assert.ok(!isThere(file));
			});
		}

		it("and is interrupted meanwhile: the card closes, nothing runs, nothing is stored", async () => {
			const file = named("interrupted.txt");
			const stored = rules();
			await prompt("interrupted", agent.run(`touch ${file}`));
			await window.waits(1, START_MS);
			await pressKeys();
			// A dialog that has just come takes no key; each try waits, as a key too many means something else afterwards.
			await until(
				"it is taken back",
				async () => {
					for (const key of agent.withdraw) await window.page.keyboard.press(key);
					await window.waits(0, TAKEN_BACK_MS);
					return true;
				},
				10_000,
			);
			assert.ok(!isThere(file));
			assert.deepEqual(rules(), stored);
		});

		if (agent.waits === undefined) {
			it("and is allowed in the terminal: the card closes, and a late press changes nothing", async () => {
				const file = named("there.txt");
				const stored = rules();
				await prompt("there", agent.run(`touch ${file}`));
				await window.waits(1, START_MS);
				await window.focusTerminal();
				// VS Code takes a notification away after 12 s, but not from under the pointer.
				await window.notification(file).hover();
				await window.shows(agent.dialog);
				await allowInTerminal(agent, file);
				await window.waits(0, 10_000);
				await window.chooseInNotification(file, "Allow once");
				await window.notification(agent.late).waitFor();
				await ends("there");
				assert.deepEqual(rules(), stored);
			});
		} else {
			it("and is sent back to the terminal: its own dialog decides", async () => {
				const file = named("there.txt");
				await prompt("there", agent.run(`touch ${file}`));
				await window.waits(1, START_MS);
				await window.shows(agent.waits);
				await press(file, "Decide in the terminal");
				await window.waits(0);
				await window.shows(agent.dialog);
				assert.ok(!isThere(file));
				await pressKeys();
				await allowInTerminal(agent, file);
				await ends("there");
			});
		}

		if (!agent.hasDaemon) {
			it("and is killed meanwhile: the card closes, nothing runs, nothing is stored", async () => {
				const file = named("killed.txt");
				const stored = rules();
				await prompt("killed", agent.run(`touch ${file}`));
				await window.waits(1, START_MS);
				killNaming(`script:${session}`);
				session = undefined;
				await window.waits(0, 10_000);
				assert.ok(!isThere(file));
				assert.deepEqual(rules(), stored);
			});
		}
	});
}

describe("the window closes while they wait", () => {
	afterEach(async (test) => {
		if (!test.error) return;
		await stage.keepEvidence(test.name);
	});

	it("and each asks in its own terminal: nothing has run or is stored, and what is said there holds", async () => {
		const stored = rules();
		await window.command("Terminal: Kill All Terminals");
		await window.waits(0);
		for (const [at, agent] of PROMPTING.entries()) {
			const run = agent.run(`touch ${agent.name}-gone.txt`);
			// A prompt comes here only once the agent's server has its session: a call shows that it has.
			const plan = [{ id: "a", step: "Wait", status: "in_progress" }];
			const connected = { call: { tool: "update_plan", args: { title: "The gone window", plan } } };
			scripts[`${agent.name}-gone`] = [connected, run, { say: "Still here." }];
			await window.newTerminal();
			await window.typeInTerminal(agent.line(`script:${agent.name}-gone`));
			await window.waits(at + 1, START_MS);
		}
		const comeBack = await window.startReload();
		// They wait a while for a window that may only be reloading.
		await until("no hook waits for the window any more", () => hooksWaiting() === 0, START_MS);
		assert.deepEqual(
			PROMPTING.filter(({ name }) => isThere(`${name}-gone.txt`)),
			[],
		);
		await comeBack();
		await window.parleyReady();
		for (const agent of [...PROMPTING].reverse()) {
			await window.shows(agent.dialog);
			assert.ok(!isThere(`${agent.name}-gone.txt`));
			await pressKeys();
			await allowInTerminal(agent, `${agent.name}-gone.txt`);
			await window.shows("Still here.");
			await window.command("Terminal: Kill the Active Terminal Instance");
		}
		await window.waits(0);
		assert.deepEqual(rules(), stored);
	});
});
