import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { until } from "../support/until.mjs";
import { openStage } from "./stage.mjs";

const ICON = fileURLToPath(new URL("../../media/icon.png", import.meta.url));

/** What is gone for the agent is gone for the person this soon. */
const GONE_MS = 2_000;

describe("an agent in a terminal asks", () => {
	let stage,
		window,
		folder,
		number = 0;

	before(async () => {
		stage = await openStage();
		folder = stage.folder("web-shop");
		window = await stage.window({ folder });
	});
	after(() => stage?.close());
	beforeEach(() => window.freshTerminal());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	const ask = (question, choices = []) => window.startAgent(folder, `agent-${++number}`, ["ask", question, ...choices]);

	it("and gets the choice that is pressed in the notification", async () => {
		const agent = await ask("Which colour?", ["green", "blue"]);
		const toast = window.notification("Which colour?");
		await toast.waitFor();
		// VS Code names a terminal after what runs in it, as soon as it has noticed.
		assert.match(await toast.innerText(), /demo \((bash|node) · web-shop\) asks: Which colour\?/i);
		await window.waits(1);
		await window.chooseInNotification("Which colour?", "green");
		assert.deepEqual(pick(await agent.answer()), { response: "green", reason: "response" });
		await window.waits(0);
		await toast.waitFor({ state: "hidden" });
	});

	it("and gets the choice that is pressed in the list", async () => {
		const agent = await ask("Which size?", ["small", "a rather large one that no button holds"]);
		await window.openAnswers("Which size?");
		await window.choose("a rather large one that no button holds");
		assert.deepEqual(pick(await agent.answer()), {
			response: "a rather large one that no button holds",
			reason: "response",
		});
		await window.waits(0);
	});

	it("and gets the person's own words", async () => {
		const agent = await ask("Which name?", ["Anna", "Bert"]);
		await window.openAnswers("Which name?");
		await window.quickInputBox.fill("Clara, 克拉拉");
		await window.choose("Answer: “Clara, 克拉拉”");
		assert.deepEqual(pick(await agent.answer()), { response: "Clara, 克拉拉", reason: "response" });
	});

	it("and gets in the panel what is selected in the editor, and an image", async () => {
		writeFileSync(join(folder, "port.ts"), "// the port\nexport const port = 8080;\n");
		await window.openFile("port.ts");
		await window.page.keyboard.press("Control+g");
		await window.quickInputBox.fill(":2");
		await window.page.keyboard.press("Enter");
		await window.page.keyboard.press("Shift+End");
		await window.focusTerminal();
		const agent = await ask("Which line is it?");
		await window.waits(1);
		await window.command("Parley: Focus Panel");
		const card = window.openCard("question", "Which line is it?");
		await card.getByRole("button", { name: "Attach", exact: true }).click();
		await card.getByRole("button", { name: "Attach the editor’s selection" }).click();
		const excerpt = "port.ts:2\n```typescript\nexport const port = 8080;\n```\n";
		await until("the excerpt is in the field", async () => (await card.locator("textarea").inputValue()) === excerpt);
		await card.locator("input[type=file]").setInputFiles(ICON);
		await until("the image is shown", () => card.locator(".thumb").evaluate(({ naturalWidth }) => naturalWidth > 0));
		await window.pressInCard(card, "Answer");
		const { response, images } = await agent.answer();
		assert.equal(response, excerpt);
		assert.deepEqual(
			images.map(({ name, path }) => [name, readFileSync(path).equals(readFileSync(ICON))]),
			[["icon.png", true]],
		);
		await window.waits(0);
	});

	it("and learns that the question was dismissed", async () => {
		const agent = await ask("Shall I delete it?", ["yes", "no"]);
		await window.openAnswers("Shall I delete it?");
		await window.choose("Dismiss");
		assert.deepEqual(pick(await agent.answer()), { response: "", reason: "dismissed" });
		assert.match((await agent.first("result")).text, /not consent/);
		await window.waits(0);
	});

	it("and takes it back with Ctrl-C: everything of it has gone within 2 s", async () => {
		const agent = await ask("Shall I go on?", ["yes"]);
		await window.waits(1);
		await window.notification("Shall I go on?").waitFor();
		await window.focusPanel();
		const card = window.openCard("question", "Shall I go on?");
		await card.waitFor();
		await window.focusTerminal();
		// VS Code takes a notification away after 10 s, but not from under the pointer.
		await window.notification("Shall I go on?").hover();
		await window.page.keyboard.press("Control+c");
		const pressedAt = Date.now();
		await Promise.all([window.waits(0, GONE_MS), card.waitFor({ state: "hidden", timeout: GONE_MS })]);
		assert.ok(Date.now() - pressedAt < GONE_MS);
		await agent.first("interrupted");
		assert.deepEqual(agent.all("result"), []);
		// VS Code lets nobody take a notification back: pressing it says what became of the question.
		await window.chooseInNotification("Shall I go on?", "yes");
		await window.notification("This question has closed: the agent took it back.").waitFor();
	});

	it("and is taken for gone within 2 s when it is killed", async () => {
		const agent = await ask("Still there?", ["yes"]);
		await window.waits(1);
		const { pid } = await agent.first("connected");
		process.kill(pid, "SIGKILL");
		await window.waits(0, GONE_MS);
	});

	it("and learns that nobody answered in time", async () => {
		await window.useFolderSettings(stage, folder, { "parley.question.timeLimit": 30 });
		const agent = await ask("Anybody there?", ["yes"]);
		await window.waits(1);
		assert.ok((await window.secondsLeft()) <= 30);
		const start = Date.now();
		assert.deepEqual(pick(await agent.answer(60_000)), { response: "", reason: "timeout" });
		assert.ok(Date.now() - start > 20_000, "it waited");
		assert.match((await agent.first("result")).text, /not consent/);
		await window.waits(0);
	});
});

function pick({ response, reason }) {
	return { response, reason };
}
