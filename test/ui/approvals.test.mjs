// Agents that want to do something, decided in the real workbench.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { until } from "../support/until.mjs";
import { openStage } from "./stage.mjs";

const shots = fileURLToPath(new URL("../../artifacts/ui/", import.meta.url));
/** A surface that has just opened is still fading in. */
const FADED_IN_MS = 400;

describe("an agent in a terminal wants to do something", () => {
	let stage,
		window,
		folder,
		number = 0;

	before(async () => {
		stage = await openStage({ settings: { "terminal.integrated.enablePersistentSessions": true } });
		folder = stage.folder("web-shop");
		mkdirSync(shots, { recursive: true });
		writeFileSync(join(folder, "notes.txt"), "");
		window = await stage.window({ folder });
	});
	after(() => stage?.close());
	beforeEach(() => window.freshTerminal());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	/** The demo agent asks to allow each of these, all at once. */
	async function wants(details, options = [], action = "Do it") {
		await window.focusTerminal();
		return window.startAgent(folder, `agent-${++number}`, ["approve", action, ...details], options);
	}

	/** What the agent got, each request by itself. */
	async function decisions(agent, count = 1) {
		await until("the agent has its answers", () => agent.all("result").length >= count);
		return agent.all("result").map(({ isError, text, structuredContent }) => {
			if (isError) throw new Error(`it was refused: ${text}`);
			return `${structuredContent.decision} (${structuredContent.reason})`;
		});
	}

	const card = (text) => window.openCard("approval", text);

	/** Opens the panel and presses a button of that card. */
	async function pressInCard(text, name, hasWorked) {
		await window.command("Parley: Focus Panel");
		await window.pressInCard(card(text), name, hasWorked);
	}

	async function shoot(name) {
		await window.page.waitForTimeout(FADED_IN_MS);
		await window.screenshot(join(shots, name));
	}

	/** Presses a row that leads to another list, once it takes presses. */
	function pressRow(row, next) {
		return until(`"${row}" is taken`, async () => {
			if (await window.quickRow(next).isVisible()) return true;
			await window
				.quickRow(row)
				.first()
				.click({ timeout: 1_000 })
				.catch(() => {});
			return false;
		});
	}

	it("and may do it once, by the notification", async () => {
		const agent = await wants(["npm run test:unit"]);
		const toast = window.notification("npm run test:unit");
		await toast.waitFor();
		assert.match(await toast.innerText(), /demo \((bash|node) · web-shop\) wants to run a command: npm run test:unit/i);
		await window.waits(1);
		await shoot("approval-notification.png");
		await window.chooseInNotification("npm run test:unit", "Allow once");
		assert.deepEqual(await decisions(agent), ["allow_once (user)"]);
		await window.waits(0);
	});

	it("and is denied by the panel, with a message that reaches it", async () => {
		const agent = await wants(["npm run deploy"]);
		await window.waits(1);
		const field = card("npm run deploy").getByRole("textbox", { name: "Message to the agent" });
		await pressInCard("npm run deploy", "Deny with a message…", () => field.isVisible());
		await window.page.keyboard.type("Only to staging");
		await shoot("approval-deny.png");
		await window.pressUntil("Enter", () => card("npm run deploy").isHidden());
		assert.deepEqual(await decisions(agent), ["deny (user)"]);
		assert.match(agent.all("result")[0].text, /Only to staging/);
		await window.waits(0);
	});

	it("and always may, by a rule that was checked; the next time it is not asked, and the rule can be taken back", async () => {
		const first = await wants(["npm run lint -- --fix"]);
		await window.waits(1);
		const pattern = card("npm run lint").getByText("Commands like this pattern");
		await pressInCard("npm run lint", "Allow always…", () => pattern.isVisible());
		await pattern.click();
		const field = card("npm run lint").getByRole("textbox", { name: "Pattern" });
		await field.fill("npm run");
		await card("npm run lint").getByText("These words leave open what would run. Add the next word.").waitFor();
		await field.fill("npm run lint");
		await card("npm run lint").locator(".checks .word", { hasText: "Allowed" }).first().waitFor();
		await shoot("approval-rule.png");
		await window.pressInCard(card("npm run lint"), "Save rule and allow");
		assert.deepEqual(await decisions(first), ["allow_always (user)"]);
		await window.waits(0);

		const second = await wants(["npm run lint", "npm run lint -- --quiet"]);
		assert.deepEqual(await decisions(second, 2), ["allow_always (remembered)", "allow_always (remembered)"]);
		assert.equal(await window.notification("npm run lint -- --quiet").count(), 0);

		const near = await wants(["npm run lint && npm publish"]);
		await window.waits(1);
		await window.command("Parley: Manage Approvals");
		await window.quickRow("npm run lint and anything after it").waitFor();
		await shoot("approval-manage.png");
		await pressRow("npm run lint and anything after it", "Show the whole rule");
		await shoot("approval-manage-one.png");
		await pressRow("Revoke", "No rule is stored in this workspace");
		await window.page.keyboard.press("Escape");
		await pressInCard("npm publish", "Deny");
		assert.deepEqual(await decisions(near), ["deny (user)"]);

		const third = await wants(["npm run lint"]);
		await window.waits(1);
		await pressInCard("npm run lint", "Deny");
		assert.deepEqual(await decisions(third), ["deny (user)"]);
	});

	it("that is dangerous: only Review, no rule, and the reason is told", async () => {
		const action = "Empty the build folder";
		const agent = await wants(["rm -rf ./build"], [], action);
		const toast = window.notification(action);
		await toast.waitFor();
		assert.match(await toast.innerText(), /wants to run a command: Empty the build folder/);
		assert.equal(await window.notificationButton(action, "Allow once").count(), 0);
		await window.notificationButton(action, "Review…").click();
		await window.quickRow("Read the whole command").waitFor();
		await shoot("approval-list.png");
		const rows = (await window.quickRows()).map((row) => row.trim().split("\n")[0]);
		assert.deepEqual(
			rows.map((row) => row.replace(/Decision.*/, "")),
			[
				"Read the whole command",
				"Deletes folders with all they hold. This can only be allowed once.",
				"Deny",
				"Allow once",
			],
		);
		await window.choose("Read the whole command");
		await card("rm -rf ./build")
			.getByText("Deletes folders with all they hold. This can only be allowed once.")
			.waitFor();
		assert.equal(await card("rm -rf ./build").getByText("Allow always…").isVisible(), false);
		await pressInCard("rm -rf ./build", "Deny");
		assert.deepEqual(await decisions(agent), ["deny (user)"]);
	});

	it("several times at once: all wait, each is decided by itself", async () => {
		const details = ["npm run a", "npm run b", "npm run c", "npm run d"];
		const agent = await wants(details);
		await window.waits(4);
		await window.notification("4 items wait for you.").waitFor();
		await window.command("Parley: Focus Panel");
		await window.webview().locator("article.approval").nth(3).waitFor();
		await shoot("approval-queue.png");
		for (const name of ["Deny", "Allow once", "Deny", "Allow once"]) {
			const open = window.webview().locator("article.approval:not(.is-folded):not(:has(.outcome))").first();
			// By its own title: another one opens in its place once it has left.
			const title = await open.getAttribute("aria-labelledby");
			const own = window.webview().locator(`article[aria-labelledby="${title}"]:not(:has(.outcome))`);
			await window.pressInCard(own, name);
		}
		assert.deepEqual((await decisions(agent, 4)).sort(), [
			"allow_once (user)",
			"allow_once (user)",
			"deny (user)",
			"deny (user)",
		]);
		await window.waits(0);
	});

	it("is decided with the keyboard alone, in the list", async () => {
		const agent = await wants(["npm run keys"]);
		await window.waits(1);
		await window.page.keyboard.press("Control+k");
		await window.page.keyboard.press("q");
		await window.quickRow("Read the whole command").waitFor();
		await window.pressUntil("ArrowDown", () => window.activeQuickRow("Allow once").isVisible());
		await window.pressUntil("Enter", () => window.quickInput.isHidden());
		assert.deepEqual(await decisions(agent), ["allow_once (user)"]);
	});

	it("an edit is shown as a diff, and opened in VS Code's diff editor", async () => {
		const diff = "--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1,2 @@\n-old words\n+new words\n+more words\n";
		writeFileSync(join(folder, "change.diff"), diff);
		const agent = await wants(["@change.diff"], ["--kind", "edit"], "Change the notes");
		await window.waits(1);
		const editor = window.page.locator(".editor-instance .monaco-diff-editor");
		await pressInCard("Change the notes", "Open diff", () => editor.isVisible());
		await editor.locator(".modified .view-line", { hasText: "new words" }).first().waitFor();
		await editor.locator(".original .view-line", { hasText: "old words" }).first().waitFor();
		await shoot("approval-diff.png");
		await pressInCard("Change the notes", "Allow once");
		assert.deepEqual(await decisions(agent), ["allow_once (user)"]);
		await window.command("View: Close All Editors");
	});

	it("takes no focus and no key from the editor, and is decided by nothing that is typed", async () => {
		const go = join(folder, `go-${number}`);
		const agent = await wants(["npm run later"], ["--when", go]);
		await agent.first("connected");
		await window.openFile("notes.txt");
		const focused = await window.focusedElement();
		const sentence = "deny allow once the quick brown fox";
		await window.page.keyboard.type(sentence.slice(0, 10), { delay: 30 });
		writeFileSync(go, "");
		await window.page.keyboard.type(sentence.slice(10), { delay: 30 });
		await window.notification("npm run later").waitFor();
		await window.page.keyboard.press("Control+s");
		await until("the file is saved", () => readFileSync(join(folder, "notes.txt"), "utf8") !== "");
		assert.equal(readFileSync(join(folder, "notes.txt"), "utf8"), sentence);
		assert.equal(await window.focusedElement(), focused);
		await window.waits(1);
		assert.deepEqual(agent.all("result"), []);
		await pressInCard("npm run later", "Deny");
		await decisions(agent);
		await window.command("View: Close All Editors");
	});

	it("is taken back by Ctrl-C and stores nothing", async () => {
		const agent = await wants(["npm run gone"]);
		await window.waits(1);
		await window.focusTerminal();
		// VS Code takes a notification away after 12 s, but not from under the pointer.
		await window.notification("npm run gone").hover();
		await window.page.keyboard.press("Control+c");
		await window.waits(0, 4_000);
		await agent.first("interrupted");
		assert.deepEqual(agent.all("result"), []);
		await window.chooseInNotification("npm run gone", "Allow once");
		await window.notification("This request has closed: the agent took it back.").waitFor();
		await window.command("Parley: Manage Approvals");
		await window.quickRow("No rule is stored in this workspace").waitFor();
		await window.page.keyboard.press("Escape");
	});

	it("waits through a reload of the window and is decided after it", async () => {
		const agent = await wants(["npm run after"]);
		await window.waits(1);
		await window.reload();
		await window.waits(1);
		await until("the agent is back", () => window.secondsLeft());
		await pressInCard("npm run after", "Allow once");
		assert.deepEqual(await decisions(agent), ["allow_once (user)"]);
		await window.waits(0);
	});
});
