import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { openStage } from "./stage.mjs";

describe("the surfaces of a question", () => {
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

	const ask = (question, ...choices) => window.startAgent(folder, `agent-${++number}`, ["ask", question, ...choices]);

	it("lead from the sample question in the palette to its answer, without an agent", async () => {
		await window.command("Parley: Ask a Sample Question");
		await window.waits(1);
		await window.notification("asks:").waitFor();
		await window.openAnswers("asks:");
		await window.quickInputBox.fill("my own words");
		await window.choose("Answer: “my own words”");
		await window.waits(0);
		await window.notification("asks:").waitFor({ state: "hidden" });
	});

	it("can all be reached by keyboard", async () => {
		const agent = await ask("By keyboard?", "first", "second");
		await window.waits(1);
		await window.commandByKeyboard("Parley: Answer the Oldest Question");
		await window.answers.waitFor();
		await window.pressUntil("ArrowDown", () => window.activeQuickRow("second").isVisible());
		await window.pressUntil("Enter", () => window.quickInput.isHidden());
		assert.equal((await agent.answer()).response, "second");
	});

	it("are reached from a terminal by two keys, of which the shell sees neither", async () => {
		const agent = await ask("From the terminal?", "yes");
		await window.waits(1);
		await window.newTerminal();
		await window.page.keyboard.type("echo kept");
		await window.page.keyboard.press("Control+k");
		await window.page.keyboard.press("q");
		await window.answers.waitFor();
		await window.choose("yes");
		assert.equal((await agent.answer()).response, "yes");
		await window.focusTerminal();
		await window.page.keyboard.type(" > by-keys.txt");
		await window.page.keyboard.press("Enter");
		const file = join(folder, "by-keys.txt");
		await until("the line was run", () => existsSync(file) && readFileSync(file, "utf8") !== "");
		assert.equal(readFileSync(file, "utf8"), "kept\n");
	});

	it("are lists that open by keyboard with a row that Enter takes, and that Escape leaves", async () => {
		const agent = await ask("Listed?", "yes");
		await window.waits(1);
		for (const title of ["Show Inbox", "Answer Question…", "Status", "Doctor", "Manage Approvals"]) {
			await window.commandByKeyboard(`Parley: ${title}`);
			await window.quickInput.locator(".monaco-list-row.focused:not([aria-label^='Parley: '])").waitFor();
			await window.pressUntil("Escape", () => window.quickInput.isHidden());
		}
		await window.commandByKeyboard("Parley: Dismiss Question");
		assert.equal((await agent.answer()).reason, "dismissed");
	});

	it("keep a question open when its list is left with Escape", async () => {
		const agent = await ask("Stay?", "yes");
		await window.openAnswers("Stay?");
		await window.pressUntil("Escape", () => window.quickInput.isHidden());
		await window.waits(1);
		await window.command("Parley: Answer the Oldest Question");
		await window.answers.waitFor();
		await window.choose("yes");
		assert.equal((await agent.answer()).response, "yes");
	});

	it("keep a question open when its notification is closed", async () => {
		const agent = await ask("Closed toast?", "yes");
		await window.notification("Closed toast?").waitFor();
		await window.command("Notifications: Clear All Notifications");
		await window.notification("Closed toast?").waitFor({ state: "hidden" });
		await window.waits(1);
		await window.status.click();
		await window.quickInput.locator(".quick-input-title", { hasText: "Parley: 1 waiting" }).waitFor();
		await window.quickRow("Closed toast?").click();
		await window.answers.waitFor();
		await window.choose("yes");
		assert.equal((await agent.answer()).response, "yes");
	});

	it("list all that wait in the inbox, oldest first", async () => {
		const first = await ask("The first?", "yes");
		await window.waits(1);
		await window.newTerminal();
		const second = await ask("The second?", "yes", "rather not");
		await window.waits(2);
		await window.command("Parley: Show Inbox");
		await window.quickRow("The second?").waitFor();
		const rows = (await window.quickRows()).filter((row) => /The (first|second)\?/.test(row));
		assert.match(rows[0], /The first\?/);
		assert.match(rows[1], /The second\?[\s\S]*2 choices/);
		await window.quickRow("The second?").click();
		await window.answers.waitFor();
		await window.choose("rather not");
		assert.equal((await second.answer()).response, "rather not");
		await window.waits(1);
		await window.command("Parley: Dismiss Question");
		assert.equal((await first.answer()).reason, "dismissed");
	});

	it("give a question more time by Keep Open", async () => {
		const agent = await ask("More time?", "yes");
		await window.waits(1);
		const before = await window.secondsLeft();
		await window.command("Parley: Keep Open");
		await until("more time", async () => (await window.secondsLeft()) > before + 200);
		await window.command("Parley: Dismiss Question");
		assert.equal((await agent.answer()).reason, "dismissed");
	});

	it("stay silent but for the status bar where the person wants that", async () => {
		await window.useFolderSettings(stage, folder, { "parley.attention": "statusBar" });
		const agent = await ask("Silent?", "yes");
		await window.waits(1);
		assert.equal(await window.notification("Silent?").count(), 0);
		assert.equal(await window.quickInput.count(), 0);
		await window.command("Parley: Answer the Oldest Question");
		await window.answers.waitFor();
		await window.choose("yes");
		assert.equal((await agent.answer()).response, "yes");
		await window.useFolderSettings(stage, folder, {});
	});

	it("show the card instead of a notification where the panel is in sight, and take no focus", async () => {
		await window.useFolderSettings(stage, folder, { "parley.attention": "panel" });
		await window.focusPanel();
		await window.focusTerminal();
		const focused = await window.focusedElement();
		const agent = await ask("A card?", "yes");
		await window.webview().locator("article.question", { hasText: "A card?" }).waitFor();
		assert.equal(await window.notification("A card?").count(), 0);
		assert.equal(await window.focusedElement(), focused);
		await window.command("Parley: Dismiss Question");
		assert.equal((await agent.answer()).reason, "dismissed");
		await window.useFolderSettings(stage, folder, {});
	});

	it("open no side bar that is closed, but notify", async () => {
		await window.useFolderSettings(stage, folder, { "parley.attention": "panel" });
		await window.command("View: Show Explorer"); // so that it is open, whatever the test before has left
		await window.command("View: Toggle Primary Side Bar Visibility");
		await window.page.locator(".part.sidebar").waitFor({ state: "hidden" });
		await window.focusTerminal();
		const agent = await ask("No side bar?", "yes");
		await window.notification("No side bar?").waitFor();
		assert.equal(await window.page.locator(".part.sidebar").isVisible(), false);
		await window.command("Parley: Dismiss Question");
		assert.equal((await agent.answer()).reason, "dismissed");
		await window.useFolderSettings(stage, folder, {});
	});

	it("show the question and take the answer in the panel", async () => {
		const agent = await ask("In the panel?", "left", "right");
		await window.waits(1);
		await window.command("Parley: Focus Panel");
		const card = window.openCard("question", "In the panel?");
		await card.locator("label.choice", { hasText: "right" }).click();
		await window.pressInCard(card, "Answer");
		assert.equal((await agent.answer()).response, "right");
		await window.waits(0);
	});

	it("keep what is typed and folded when the view is moved to the other side bar and to the bottom", async () => {
		const agent = await ask("Moved?", "left", "right");
		await window.waits(1);
		await window.newTerminal();
		const other = await ask("And this?");
		await window.waits(2);
		await window.page.keyboard.press("Control+k");
		await window.page.keyboard.press("a");
		const card = window.webview().locator("article.question", { hasText: "Moved?" });
		const field = card.locator("textarea");
		await field.fill("typed before");
		await window.webview().getByRole("button", { name: /asks$/ }).last().click();
		const isOpen = () =>
			window
				.webview()
				.locator(".card.question .fold")
				.evaluateAll((folds) => folds.map((fold) => fold.getAttribute("aria-expanded")));
		for (const [place, part] of [
			["New Secondary Side Bar Entry", ".part.auxiliarybar"],
			["New Panel Entry", ".part.panel"],
		]) {
			await window.moveView("Parley", place);
			await window.page
				.locator(part)
				.getByRole("tab", { name: /^Parley/ })
				.waitFor();
			assert.equal(await field.inputValue(), "typed before", place);
			assert.deepEqual(await isOpen(), ["true", "true"], place);
		}
		// A page that has just begun takes no answer yet.
		await field.focus();
		await window.pressUntil("Enter", () => card.getByText("Answered: typed before").isVisible());
		assert.equal((await agent.answer()).response, "typed before");
		await window.command("View: Reset View Locations");
		await window.command("Parley: Dismiss Question");
		assert.equal((await other.answer()).reason, "dismissed");
	});
});
