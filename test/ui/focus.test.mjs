import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { openStage } from "./stage.mjs";

/** Long enough for a question to arrive while it is typed. */
const SENTENCE = "the quick brown fox jumps over the lazy dog and 13 more words that nobody asked for";
const KEY_DELAY_MS = 40;

describe("a question that arrives while the person works", () => {
	let stage,
		window,
		folder,
		number = 0;

	before(async () => {
		stage = await openStage({ settings: { "files.autoSave": "off", "editor.quickSuggestions": { other: "off" } } });
		folder = stage.folder("web-shop");
		writeFileSync(join(folder, "notes.txt"), "");
		window = await stage.window({ folder });
	});
	after(() => stage?.close());
	beforeEach(() => window.freshTerminal());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	/** Starts an agent in a terminal that asks when `arrive` is called. */
	async function agentThatAsksLater(question, ...choices) {
		const go = join(folder, `go-${++number}`);
		const agent = await window.startAgent(folder, `agent-${number}`, ["ask", question, ...choices], ["--when", go]);
		await agent.first("connected");
		return { agent, arrive: () => writeFileSync(go, "") };
	}

	/** Types the sentence; the question comes after its first words. */
	async function typeThrough(arrive, question) {
		const arrived = window.notification(question).waitFor();
		const half = SENTENCE.length / 4;
		await window.page.keyboard.type(SENTENCE.slice(0, half), { delay: KEY_DELAY_MS });
		arrive();
		await window.page.keyboard.type(SENTENCE.slice(half), { delay: KEY_DELAY_MS });
		await arrived;
	}

	it("takes no key and no focus from the editor", async () => {
		const { agent, arrive } = await agentThatAsksLater("Editor?", "yes", "no");
		await window.openFile("notes.txt");
		const focused = await window.focusedElement();
		await typeThrough(arrive, "Editor?");
		assert.equal(await window.focusedElement(), focused);
		await window.page.keyboard.press("Control+s");
		await until("the file is saved", () => readFileSync(join(folder, "notes.txt"), "utf8") !== "");
		assert.equal(readFileSync(join(folder, "notes.txt"), "utf8"), SENTENCE);
		await window.waits(1);
		assert.deepEqual(agent.all("result"), []);
		await window.command("Parley: Dismiss Question");
		await agent.answer();
	});

	it("takes no key and no focus from the terminal", async () => {
		const { agent, arrive } = await agentThatAsksLater("Terminal?", "yes", "no");
		await window.newTerminal();
		const focused = await window.focusedElement();
		await window.page.keyboard.type("echo ");
		await typeThrough(arrive, "Terminal?");
		await window.page.keyboard.type(" > typed.txt");
		assert.equal(await window.focusedElement(), focused);
		await window.page.keyboard.press("Enter");
		await until("the line was run", () => readFileSync(join(folder, "typed.txt"), "utf8") !== "");
		assert.equal(readFileSync(join(folder, "typed.txt"), "utf8"), `${SENTENCE}\n`);
		await window.waits(1);
		assert.deepEqual(agent.all("result"), []);
		await window.command("Parley: Dismiss Question");
		await agent.answer();
	});

	it("is not answered by what is typed when its list opens by itself", async () => {
		await window.useFolderSettings(stage, folder, { "parley.attention": "quickPick" });
		const { agent, arrive } = await agentThatAsksLater("List?", "the quick", "no");
		await window.openFile("notes.txt");
		await window.page.keyboard.type("a", { delay: KEY_DELAY_MS });
		arrive();
		await window.quickRow("Answer…").waitFor();
		await window.page.keyboard.type("the quick");
		await window.page.keyboard.press("Enter");
		await window.page.keyboard.press("Enter");
		await window.page.keyboard.press("Escape");
		await window.waits(1);
		assert.deepEqual(agent.all("result"), []);
		await window.useFolderSettings(stage, folder, {});
		await window.command("Parley: Dismiss Question");
		assert.equal((await agent.answer()).reason, "dismissed");
	});
});
