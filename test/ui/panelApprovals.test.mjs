// Deciding in the panel: what can be read, what a press means and when it means nothing, with and without a mouse.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PanelStage } from "./panelStage.mjs";

const stage = new PanelStage();
const DECISIONS = ["allow-once", "deny", "allow-always", "decide-in-terminal"];

/** One request in the panel, past its first moments unless `isNew`. */
async function openWith(change = {}, act = {}, { isNew = false, ...options } = {}) {
	const { approval, snapshot } = stage.data;
	const now = Date.now();
	const waiting = [approval(now, change, act)];
	const panel = await stage.open(snapshot(now, { waiting }), options);
	if (!isNew) await panel.pastGuard();
	/** The same request with something different about it. */
	const update = (more) =>
		panel.show(snapshot(Date.now(), { waiting: [approval(Date.now(), { ...change, ...more }, act)] }));
	const settle = (outcome) =>
		panel.show(snapshot(Date.now(), { settled: [{ kind: "approval", id: waiting[0].id, outcome }] }));
	return { panel, page: panel.page, update, settle, snapshot: (more) => snapshot(Date.now(), more) };
}

function focused(page) {
	return page.evaluate(() => {
		const { activeElement } = document;
		const inner = activeElement?.shadowRoot?.activeElement ?? activeElement;
		return (
			inner?.closest("label")?.innerText || inner?.getAttribute("aria-label") || activeElement?.textContent || "nothing"
		);
	});
}

/** What the person has decided, as the extension hears it. */
async function decided(panel) {
	return (await panel.posted()).filter(({ kind }) => DECISIONS.includes(kind));
}

const button = (page, name) => page.getByRole("button", { name, exact: true });

describe("a request", () => {
	it("prefers nothing: Deny and Allow once are alike, in this order, and nothing has the focus", async () => {
		const { panel, page } = await openWith();
		const twins = await page.locator(".card .btn").evaluateAll((all) =>
			all.map((each) => {
				const { width, height } = each.getBoundingClientRect();
				const { backgroundColor, color, fontWeight, borderColor } = getComputedStyle(each);
				return {
					name: each.textContent,
					look: [
						Math.round(width),
						Math.round(height),
						backgroundColor,
						color,
						fontWeight,
						borderColor,
						each.className,
					],
				};
			}),
		);
		assert.deepEqual(
			twins.map(({ name }) => name),
			["Deny", "Allow once"],
		);
		assert.deepEqual(twins[0].look, twins[1].look);
		assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
		assert.equal(await panel.live(), "Claude Code wants to run a command: npm run test:unit -- --watch=false");
		assert.deepEqual(await decided(panel), []);
	});

	for (const [name, posted] of [
		["Deny", { kind: "deny", id: "a1" }],
		["Allow once", { kind: "allow-once", id: "a1" }],
	]) {
		it(`${name} is not taken in its first moments, and then decides`, async () => {
			const { approval, snapshot } = stage.data;
			const panel = await stage.open(snapshot(Date.now()));
			const { page } = panel;
			// In the very task that shows it: these are its first moments on any machine.
			await page.evaluate(
				([data, label]) => {
					window.dispatchEvent(new MessageEvent("message", { data }));
					[...document.querySelectorAll(".card .btn")].find(({ textContent }) => textContent === label).click();
				},
				[snapshot(Date.now(), { waiting: [approval(Date.now())] }), name],
			);
			assert.deepEqual(await decided(panel), []);
			await panel.pastGuard();
			await button(page, name).click();
			assert.deepEqual(await decided(panel), [posted]);
		});
	}

	it("is gone through by Tab in the order in which it is read, and decided with the keyboard alone", async () => {
		const { panel, page, settle } = await openWith({ prompt: "blocked" }, { detail: "npm ci", action: "Install" });
		const order = [];
		for (let stop = 0; stop < 9; stop++) {
			await page.keyboard.press("Tab");
			order.push(await focused(page));
		}
		assert.deepEqual(order, [
			"Show terminal claude",
			"Copy the whole text",
			"The whole command",
			"Deny",
			"Allow once",
			"Allow always…",
			"Deny with a message…",
			"Decide in the terminal",
			"Keep open",
		]);
		await button(page, "Allow once").focus();
		await page.keyboard.press("Enter");
		assert.deepEqual(await decided(panel), [{ kind: "allow-once", id: "a1" }]);
		await settle({ decision: "allow_once", reason: "user" });
		assert.equal(await page.locator(".outcome").innerText(), "Allowed once");
		assert.equal(await panel.live(), "Allowed.");
		assert.equal(await focused(page), "Waiting for you");
		await page.locator(".card").waitFor({ state: "detached" });
	});

	for (const [outcome, line, said] of [
		[{ decision: "deny", reason: "user", message: "Not\u202E now" }, "Denied: NotU+202E now", "Denied."],
		[{ decision: "allow_always", reason: "user" }, "Allowed from now on", "Allowed."],
		[{ decision: "allow_always", reason: "remembered" }, "Allowed by a rule", "Allowed."],
		[{ decision: "deny", reason: "cancelled" }, "Taken back by the agent", "Claude Code took the request back."],
		[{ decision: "none", reason: "terminal" }, "Decided in the terminal", "Decided in the terminal."],
		[
			{ decision: "deny", reason: "timeout" },
			"Denied: no decision in time",
			"The request of Claude Code has closed without a decision and counts as denied.",
		],
		[
			{ decision: "none", reason: "timeout" },
			"No decision in time, the agent asks in its terminal",
			"The request of Claude Code has closed without a decision. It asks in its terminal.",
		],
	]) {
		it(`that has ended says so in the place of its buttons: ${line}`, async () => {
			const { panel, page, settle } = await openWith();
			await settle(outcome);
			assert.equal(await page.locator(".outcome").innerText(), line);
			assert.equal(await page.locator(".card .btn").count(), 0);
			assert.equal(await panel.live(), said);
		});
	}

	it("that is dangerous says why and offers no rule; so does one whose agent could not be verified", async () => {
		const { page, update } = await openWith({ dangers: ["recursiveDelete", "privilege"], canAllowAlways: false });
		const why =
			"Deletes folders with all they hold. Runs with an administrator’s rights. This can only be allowed once.";
		await page.locator(".hint.strong", { hasText: why }).waitFor();
		assert.equal(await page.getByText("Allow always…").isVisible(), false);
		const refuted = { ...stage.data.source(), isRefuted: true };
		await update({ id: "a2", source: refuted, canAllowAlways: false });
		await page.getByText("not verified: says it is Claude Code").waitFor();
		await page.getByText("Parley could not verify who asks. This can only be allowed once.").waitFor();
	});

	it("whose agent is away says so and decides nothing; it can be decided when the agent is back", async () => {
		const { panel, page, update } = await openWith({ reconnecting: { until: Date.now() + 14_000 }, extensionMs: 0 });
		for (const name of ["Deny", "Allow once"]) await button(page, name).click({ force: true });
		assert.deepEqual(await decided(panel), []);
		assert.equal(await panel.live(), "The agent is reconnecting. You can decide when it is back.");
		await page.getByText("reconnecting, 1").waitFor();
		await update({ reconnecting: undefined, extensionMs: 300_000 });
		await page.locator(".hint", { hasText: "You can decide when it is back." }).waitFor({ state: "hidden" });
		await button(page, "Deny").click();
		assert.deepEqual(await decided(panel), [{ kind: "deny", id: "a1" }]);
	});

	it("gives the decision back to a terminal that waits, and says when the terminal asks too", async () => {
		const { panel, page, update } = await openWith({ prompt: "blocked" });
		await page.getByText("The agent’s terminal takes no decision while it waits here.").waitFor();
		await button(page, "Decide in the terminal").click();
		assert.deepEqual(await decided(panel), [{ kind: "decide-in-terminal", id: "a1" }]);
		await update({ id: "a2", prompt: "beside" });
		await page.getByText("The agent asks in its terminal too. The first decision counts.").waitFor();
		assert.equal(await button(page, "Decide in the terminal").count(), 0);
	});

	it("whose decision could not be stored says so", async () => {
		const { page, update } = await openWith();
		await update({ hasFailed: true });
		await page.getByText("That could not be stored, so nothing was allowed. The log says why.").waitFor();
	});

	it("is kept open, and says when it cannot be", async () => {
		const { panel, page, update } = await openWith();
		await button(page, "Keep open").click();
		assert.deepEqual(await panel.posted("extend"), [{ kind: "extend", id: "a1" }]);
		await update({ extensionMs: 0 });
		await button(page, "Keep open").click({ force: true });
		assert.equal(await panel.live(), "It cannot be kept open any longer.");
	});
});

describe("denying with a message", () => {
	const step = (message) => ({ step: { kind: "deny", message } });

	it("opens a field that gets the focus, tells what is typed, and denies on Enter", async () => {
		const { panel, page, update } = await openWith();
		await button(page, "Deny with a message…").click();
		assert.deepEqual(await panel.posted("step"), [{ kind: "step", id: "a1", step: { kind: "deny", message: "" } }]);
		await update(step(""));
		assert.equal(await focused(page), "Message to the agent");
		await panel.pastGuard();
		await page.keyboard.type("Use the staging copy");
		await update(step("Use"));
		assert.equal(await page.locator("textarea").inputValue(), "Use the staging copy");
		await page.keyboard.press("Shift+Enter");
		await page.keyboard.type("please");
		await page.keyboard.press("Enter");
		assert.deepEqual(await decided(panel), [{ kind: "deny", id: "a1", message: "Use the staging copy\nplease" }]);
		const told = (await panel.posted("step")).at(-1).step;
		assert.deepEqual(told, { kind: "deny", message: "Use the staging copy\nplease" });
	});

	it("is there again in a page that begins anew", async () => {
		const { page } = await openWith(step("Not tod"));
		assert.equal(await page.locator("textarea").inputValue(), "Not tod");
		assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
	});

	it("leaves Enter to an input method, Escape to the title, and goes back without a decision", async () => {
		const { panel, page, update } = await openWith(step("好"));
		await page.locator("textarea").focus();
		await page.evaluate(() => {
			const composing = new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true });
			document.querySelector("textarea").dispatchEvent(composing);
		});
		await page.keyboard.press("Escape");
		assert.equal(await focused(page), "Claude Code wants to run a command");
		await page.locator("vscode-button", { hasText: "Back" }).click();
		assert.deepEqual((await panel.posted("step")).at(-1), { kind: "step", id: "a1" });
		await update({ step: undefined });
		assert.equal(await focused(page), "Deny with a message…");
		assert.deepEqual(await decided(panel), []);
	});

	it("keeps a message that was not sent when the request closes: under the keys, to be copied, until it is removed", async () => {
		const { panel, page, settle } = await openWith(step("Not now"));
		const field = page.locator("textarea");
		await field.focus();
		await page.keyboard.press("End");
		await settle({ decision: "deny", reason: "cancelled" });
		await page.keyboard.type(", use staging");
		await page.keyboard.press("Enter");
		assert.deepEqual(
			[await field.inputValue(), await page.locator(".outcome").innerText(), await decided(panel)],
			["Not now, use staging", "Taken back by the agent", []],
		);
		assert.equal(
			await panel.live(),
			"Claude Code took the request back. Your message was not sent. It stays here until you remove it or close the panel.",
		);
		await page.evaluate(() => {
			Object.defineProperty(navigator, "clipboard", {
				value: { writeText: async (text) => (globalThis.copied = text) },
			});
		});
		await page.locator("vscode-button", { hasText: "Copy" }).click();
		assert.equal(await page.evaluate(() => globalThis.copied), "Not now, use staging");
		await page.evaluate(() => document.activeElement.blur());
		await page.waitForTimeout(2_500);
		assert.deepEqual(
			[await field.inputValue(), await field.evaluate((each) => each.readOnly)],
			["Not now, use staging", true],
		);
		await page.locator("vscode-button", { hasText: "Remove" }).click();
		await page.locator(".card").waitFor({ state: "detached" });
		assert.equal(await focused(page), "Waiting for you");
	});

	it("keeps nothing where the message went to the agent, or nothing was written", async () => {
		for (const [message, outcome] of [
			["Not now ", { decision: "deny", reason: "user", message: "Not now" }],
			[" ", { decision: "deny", reason: "timeout" }],
		]) {
			const { page, settle } = await openWith(step(message));
			await settle(outcome);
			assert.equal(await page.locator("textarea").count(), 0);
		}
	});

	it("says no longer that the agent is away once it is back", async () => {
		const { page, update } = await openWith({ ...step("No"), reconnecting: { until: undefined } });
		await page.locator("vscode-button", { hasText: "Deny" }).click();
		const away = await page.locator(".form .hint:visible").innerText();
		await update({ reconnecting: undefined });
		assert.deepEqual(
			[away, await page.locator(".form .hint:visible").count()],
			["The agent is reconnecting. You can decide when it is back.", 0],
		);
	});

	it("says when the message is too long", async () => {
		const { panel, page } = await openWith(step("x".repeat(16_001)));
		await page.locator("vscode-button", { hasText: "Deny" }).click();
		assert.equal(await panel.live(), "A message has at most 16000 characters.");
		assert.deepEqual(await decided(panel), []);
	});
});

describe("allowing from now on", () => {
	const rule = (change) => ({ step: stage.data.ruleStep(change) });
	const untouched = () => rule({ covers: undefined, pattern: "npm run test:unit -- --watch=false", checks: [] });
	const save = (page) => page.getByRole("button", { name: "Save rule and allow" });

	it("shows the rule first, with nothing chosen, and saves none until something is", async () => {
		const { panel, page, update } = await openWith();
		await button(page, "Allow always…").click();
		assert.deepEqual(await panel.posted("step"), [{ kind: "step", id: "a1", step: { kind: "rule" } }]);
		await update(untouched());
		assert.equal(await focused(page), "Allow this from now on?");
		assert.equal(await panel.live(), "Check the rule before it is stored.");
		assert.equal(await page.locator(".choice input:checked").count(), 0);
		assert.deepEqual(await page.locator(".facts dd").allInnerTexts(), [
			"Claude Code only",
			"web-shop only",
			"/home/ada/web-shop",
			"Commands",
		]);
		await panel.pastGuard();
		await save(page).click({ force: true });
		assert.equal(await panel.live(), "Choose what the rule covers.");
		assert.deepEqual(await decided(panel), []);
	});

	it("takes nothing in the first moments of the rule", async () => {
		const { panel, page, snapshot } = await openWith();
		await button(page, "Allow always…").click();
		const waiting = [stage.data.approval(Date.now(), rule({ covers: "exact" }))];
		await page.evaluate((data) => {
			window.dispatchEvent(new MessageEvent("message", { data }));
			document.querySelector("button[type=submit]").click();
		}, snapshot({ waiting }));
		assert.deepEqual(await decided(panel), []);
		await panel.pastGuard();
		await save(page).click();
		assert.deepEqual(await decided(panel), [
			{ kind: "allow-always", id: "a1", covers: "exact", pattern: "npm run test:unit" },
		]);
	});

	it("edits the pattern with the keyboard alone, checks it, and saves what is seen", async () => {
		const { panel, page, update } = await openWith(untouched());
		await page.locator(".choice input").first().focus();
		await page.keyboard.press("Space");
		await page.keyboard.press("ArrowDown");
		assert.equal((await panel.posted("step"))[0].step.covers, "exact");
		await page.keyboard.press("Tab");
		assert.equal(await focused(page), "Pattern");
		await page.keyboard.press("End");
		for (let key = 0; key < " -- --watch=false".length; key++) await page.keyboard.press("Backspace");
		await update(rule({ pattern: "npm run test:unit" }));
		assert.deepEqual(await page.locator(".checks li").allInnerTexts(), [
			"npm run test:unit -- --watch=false\nAllowed",
			"npm run test:unit\nAllowed",
			"npm run test:e2e\nAsks you",
		]);
		await page.keyboard.press("Enter");
		assert.deepEqual(await decided(panel), [
			{ kind: "allow-always", id: "a1", covers: "pattern", pattern: "npm run test:unit" },
		]);
	});

	it("refuses a pattern that is longer than any command, and says so", async () => {
		const { panel, page } = await openWith(rule({ covers: "pattern" }));
		const field = page.locator("input.field");
		const before = await field.inputValue();
		await field.focus();
		const isTaken = await field.evaluate((element) => {
			const clipboardData = new DataTransfer();
			clipboardData.setData("text/plain", "x".repeat(65_537));
			const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
			return element.dispatchEvent(paste);
		});
		assert.equal(isTaken, false);
		assert.equal(await field.inputValue(), before);
		assert.equal(await panel.live(), "This pattern does not cover the command itself.");
	});

	for (const [problem, text] of [
		["no-match", "This pattern does not cover the command itself."],
		["too-wide", "These words leave open what would run. Add the next word."],
		["not-stored", "The rule could not be stored, so nothing was allowed. The log says why."],
	]) {
		it(`says what is wrong in place, and loses nothing: ${problem}`, async () => {
			const { page, update } = await openWith(rule());
			await page.locator("input.field").fill("npm run x");
			await update(rule({ pattern: "npm run x", problem, checks: [] }));
			await page.locator(".hint.strong", { hasText: text }).waitFor();
			assert.equal(await page.locator("input.field").inputValue(), "npm run x");
			const isSaved = problem === "not-stored" ? null : "true";
			assert.equal(await save(page).getAttribute("aria-disabled"), isSaved);
		});
	}

	it("says where rules are kept, and leads to them", async () => {
		const { panel, page } = await openWith(rule());
		await page.getByText("Scripts that the command runs can change later.").waitFor();
		await button(page, "Manage approvals").click();
		assert.deepEqual(await panel.posted("command"), [{ kind: "command", command: "manageApprovals" }]);
	});
});

describe("what is to be decided", () => {
	it("is shown to its last character, hidden ones labelled, and can be copied", async () => {
		const detail = `echo ${"a ".repeat(2_400)}\u202E\u200B\u001B[2K\uD800\r\n; rm -rf ~`;
		const { panel, page } = await openWith({ dangers: ["recursiveDelete"] }, { action: "Say a", detail });
		const text = await page.locator("pre").innerText();
		assert.ok(text.endsWith("U+202EU+200BU+001B[2KU+D800↵\n; rm -rf ~"), text.slice(-80));
		assert.equal(text.length > 4_800, true);
		const names = "right-to-left override, zero width space, escape, half of a character";
		await page.getByText(`4 hidden characters are shown: ${names}.`).waitFor();
		await page.getByText("Scroll to read all 4824 characters").waitFor();
		await page.getByRole("button", { name: "Copy the whole text" }).click();
		assert.deepEqual(await panel.posted("copy"), [{ kind: "copy", what: "approval", id: "a1" }]);
		const box = page.locator("pre");
		assert.equal(
			await box.evaluate((each) => each.scrollHeight > each.clientHeight && each.scrollWidth <= each.clientWidth),
			true,
		);
		await box.focus();
		await page.keyboard.press("End");
		await page.waitForFunction(() => document.querySelector("pre").scrollTop > 0);
	});

	it("is never taken for Markdown, HTML or an icon", async () => {
		const detail = "<img src=x onerror=alert(1)> **b** [a](command:x) $(trash) `c`";
		const { panel, page } = await openWith({}, { action: "<b>x</b> [y](http://z)", detail, reason: "<i>r</i>" });
		assert.equal(await page.locator("pre").innerText(), detail);
		await page.locator(".wanted", { hasText: "<b>x</b> [y](http://z)" }).waitFor();
		await page.getByText("Reason given: <i>r</i>").waitFor();
		assert.equal(await page.locator(".card img, .card b, .card a, .card pre i").count(), 0);
		assert.deepEqual(panel.problems, []);
	});

	it("is a diff with its lines, numbers and counts; it opens beside the file", async () => {
		const { panel, page } = await openWith(
			{},
			{
				kind: "edit",
				action: "Raise it",
				detail: "--- a/a\u200B.ts\n+++ b/a\u200B.ts\n@@ -9,2 +9,2 @@\n-x\n+y\u202E\n z\n",
			},
		);
		assert.deepEqual(await page.locator(".ln").allInnerTexts(), ["9\n-\nx", "9\n+\nyU+202E", "10\n \nz"]);
		assert.equal(await page.locator(".file .name").innerText(), "aU+200B.ts");
		await page.getByText("Lines added: 1, removed: 1").waitFor({ state: "attached" });
		await page.getByText("1 hidden character is shown: right-to-left override.").waitFor();
		await button(page, "Open diff").click();
		await page.locator(".file .name").click();
		assert.deepEqual(await panel.posted("open-diff"), [{ kind: "open-diff", id: "a1", file: 0 }]);
		assert.deepEqual(await panel.posted("open-file"), [
			{ kind: "open-file", session: "session-claude", path: "a\u200B.ts", line: 9 },
		]);
	});

	it("opens no file outside the workspace", async () => {
		for (const path of ["/etc/passwd", "../../secret", "a/../../b"]) {
			const detail = `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-x\n+y`;
			const { page } = await openWith({}, { kind: "edit", detail });
			assert.equal(await page.locator("span.name", { hasText: path }).count(), 1);
		}
	});

	it("may be a diff of 10,000 lines: the panel answers at once, and shows more on demand", async () => {
		const lines = Array.from({ length: 10_000 }, (_, at) => (at % 2 ? `+line ${at}` : `-line ${at}`));
		const detail = ["--- a/big.ts", "+++ b/big.ts", "@@ -1,5000 +1,5000 @@", ...lines].join("\n");
		const { panel, page } = await openWith({}, { kind: "edit", detail }, { isNew: true });
		assert.equal(await page.locator(".ln").count(), 400);
		await page.getByText("Scroll to read all 10000 lines").waitFor();
		await panel.pastGuard();
		await button(page, "Show 9600 more lines").click();
		assert.equal(await page.locator(".ln").count(), 2_400);
		for (let press = 0; press < 4; press++) await page.getByRole("button", { name: /^Show \d+ more lines$/ }).click();
		assert.equal(await page.locator(".ln").last().innerText(), "5000\n+\nline 9999");
		assert.equal(await page.getByRole("button", { name: /^Show \d+ more lines$/ }).count(), 0);
		await button(page, "Deny").click();
		assert.deepEqual(await decided(panel), [{ kind: "deny", id: "a1" }]);
	});

	it("is kept by the page where a later snapshot leaves a very long one out", async () => {
		const { panel, page, snapshot } = await openWith({}, { kind: "other", detail: "d".repeat(50_000) });
		const known = stage.data.approval(Date.now(), { isDetailKnown: true }, { kind: "other", detail: undefined });
		const other = stage.data.approval(Date.now(), { id: "a2" });
		await panel.show(snapshot({ waiting: [known, other] }));
		assert.equal(
			await page
				.locator("pre")
				.first()
				.evaluate((each) => each.textContent.length),
			40_000,
		);
		await page.locator(".fold").first().click();
		await page.locator(".fold").first().click();
		await button(page, "Show more").click();
		assert.equal(
			await page
				.locator("pre")
				.first()
				.evaluate((each) => each.textContent.length),
			50_000,
		);
	});

	it("may be a text of 200,000 characters, piece by piece and whole in the end", async () => {
		const detail = `${"é".repeat(199_999)}!`;
		const { page } = await openWith({}, { kind: "other", detail });
		const seen = () => page.locator("pre").evaluate((each) => each.textContent.length);
		assert.equal(await seen(), 40_000);
		for (let press = 0; press < 4; press++) await button(page, "Show more").click();
		assert.equal(await seen(), 200_000);
		assert.equal(await button(page, "Show more").count(), 0);
	});
});

describe("several at once", () => {
	it("fifty requests are counted and listed, one of them open; a card that leaves takes no press for the next", async () => {
		const { approval, snapshot } = stage.data;
		const now = Date.now();
		const waiting = Array.from({ length: 50 }, (_, at) => approval(now, { id: `a${at}` }, { action: `Act ${at}` }));
		const panel = await stage.open(snapshot(now, { waiting }));
		assert.equal(await panel.page.locator(".count").textContent(), "50");
		assert.equal(await panel.page.locator(".card.approval").count(), 50);
		assert.equal(await panel.page.locator(".card:not(.is-folded)").count(), 1);
		await panel.pastGuard();
		await button(panel.page, "Deny").focus();
		await panel.page.keyboard.press("Enter");
		const settled = [{ kind: "approval", id: "a0", outcome: { decision: "deny", reason: "user" } }];
		await panel.show(snapshot(Date.now(), { waiting: waiting.slice(1), settled }));
		assert.equal(await focused(panel.page), "Claude Code wants to run a command");
		assert.deepEqual(await decided(panel), [{ kind: "deny", id: "a0" }]);
	});

	it("one that comes before its session's question goes above it, under nobody's hand", async () => {
		const { approval, question, snapshot } = stage.data;
		const waiting = [question(Date.now()), question(Date.now(), { id: "q2", text: "Another?" })];
		const panel = await stage.open(snapshot(Date.now(), { waiting }));
		await panel.pastGuard();
		const { page } = panel;
		await page.getByRole("textbox").first().fill("Neither");
		await page
			.locator(".cards")
			.first()
			.evaluate((cards) => {
				new MutationObserver(() => {
					const click = new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true });
					cards.querySelector("button[type=submit]").dispatchEvent(click);
				}).observe(cards, { childList: true });
			});
		await panel.show(snapshot(Date.now(), { waiting: [approval(Date.now()), ...waiting] }));
		assert.deepEqual(await page.locator(".card .title").allInnerTexts(), [
			"Claude Code wants to run a command",
			"Claude Code asks",
			"Claude Code asks",
		]);
		assert.equal(await page.getByRole("textbox").first().inputValue(), "Neither");
		assert.equal(await focused(page), "Your own answer");
		assert.deepEqual(await panel.posted("answer"), []);
		await page.waitForTimeout(550);
		await button(page, "Answer").click();
		assert.deepEqual(
			(await panel.posted("answer")).map(({ id, response }) => [id, response]),
			[["q1", "Neither"]],
		);
	});

	it("requests and questions wait side by side", async () => {
		const panel = await stage.open(stage.states(Date.now())["approval-many"]);
		const live = await panel.live();
		assert.match(live, /Claude Code wants to run a command: Commit and push the retry fix/);
		assert.match(live, /Codex wants to edit a file: Raise the request limit for partners/);
		assert.match(live, /Claude Code asks: .* 3 items are waiting\./);
	});
});
