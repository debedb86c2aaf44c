// Answering in the panel without a mouse, with an input method, and against keys meant for something else.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PanelStage } from "./panelStage.mjs";

const stage = new PanelStage();

async function openWith(...changes) {
	const { question, snapshot } = stage.data;
	const now = Date.now();
	const waiting = changes.map((change) => question(now, change));
	const panel = await stage.open(snapshot(now, { waiting }));
	await panel.pastGuard();
	return { panel, page: panel.page, waiting, snapshot: (change) => snapshot(Date.now(), change) };
}

/** What has the focus, as a person would name it. */
function focused(page) {
	return page.evaluate(() => {
		const { activeElement } = document;
		const inner = activeElement?.shadowRoot?.activeElement ?? activeElement;
		return (
			inner?.closest("label")?.innerText.split("\n")[0] ??
			(inner?.getAttribute("aria-label") || activeElement?.textContent)
		);
	});
}

const answers = async (panel) => (await panel.posted("answer")).map(({ id, response }) => [id, response]);

describe("with the keyboard alone", () => {
	it("Tab goes through a card in the order in which it is read", async () => {
		const { page } = await openWith({ id: "a", text: "See src/a.ts:1" }, { id: "b" });
		const order = [];
		for (let stop = 0; stop < 9; stop++) {
			await page.keyboard.press("Tab");
			order.push(await focused(page));
		}
		assert.deepEqual(order, [
			"Claude Code asks",
			"Show terminal claude",
			"src/a.ts:1",
			"Postgres in Docker",
			"Your own answer",
			"Attach",
			"Answer",
			"Dismiss",
			"Keep open",
		]);
	});

	it("a digit chooses, Enter answers, and the focus goes to the next card's title and then to the heading", async () => {
		const { panel, page, waiting, snapshot } = await openWith({ id: "a" }, { id: "b", text: "Another?" });
		await page.locator(".choice input").first().focus();
		await page.keyboard.press("2");
		assert.equal(await focused(page), "SQLite in memory");
		await page.keyboard.press("Enter");
		assert.deepEqual(await answers(panel), [["a", "SQLite in memory"]]);
		const outcome = { reason: "response", response: "SQLite in memory" };
		await panel.show(snapshot({ waiting: waiting.slice(1), settled: [{ kind: "question", id: "a", outcome }] }));
		assert.equal(await page.locator(".outcome").innerText(), "Answered: SQLite in memory");
		assert.equal(await panel.live(), "Answered.");
		assert.equal(await focused(page), "Claude Code asks");
		await page.locator(".card", { hasText: "Answered:" }).waitFor({ state: "detached" });
		// Alone, the second card is open and has no fold; its title keeps the focus.
		assert.equal(await focused(page), "Claude Code asks");
		await panel.pastGuard();
		await page.locator("vscode-button", { hasText: "Dismiss" }).focus();
		await page.keyboard.press("Enter");
		assert.deepEqual(
			(await panel.posted("dismiss")).map(({ id }) => id),
			["b"],
		);
		await panel.show(
			snapshot({ settled: [{ kind: "question", id: "b", outcome: { reason: "dismissed", response: "" } }] }),
		);
		assert.equal(await focused(page), "Waiting for you");
		assert.equal(await panel.live(), "Dismissed.");
	});

	it("arrows move in the choices, Enter on one that is not chosen yet answers with it", async () => {
		const { panel, page } = await openWith({ id: "a" });
		await page.locator(".choice input").first().focus();
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("ArrowDown");
		assert.equal(await focused(page), "The shared test server");
		await page.keyboard.press("Enter");
		assert.deepEqual(await answers(panel), [["a", "The shared test server"]]);
	});

	it("in the field Enter answers, Shift+Enter begins a line, Escape goes to the title and dismisses nothing", async () => {
		const { panel, page } = await openWith({ id: "a" });
		await page.locator("textarea").focus();
		await page.keyboard.type("one");
		await page.keyboard.press("Shift+Enter");
		await page.keyboard.type("two");
		await page.keyboard.press("Escape");
		assert.equal(await focused(page), "Claude Code asks");
		await page.locator("textarea").focus();
		await page.keyboard.press("Enter");
		assert.deepEqual(await answers(panel), [["a", "one\ntwo"]]);
		assert.deepEqual(await panel.posted("dismiss"), []);
	});

	it("an answer that cannot be sent says why, and takes the focus from nowhere", async () => {
		const { panel, page } = await openWith({ id: "a" });
		const send = page.locator("button[type=submit]");
		assert.equal(await send.getAttribute("aria-disabled"), "true");
		assert.equal(await send.getAttribute("disabled"), null);
		await send.focus();
		await page.keyboard.press("Enter");
		await page.locator(".hint:not(.sr-only)", { hasText: "Choose an answer or type your own." }).waitFor();
		assert.equal(await panel.live(), "Choose an answer or type your own.");
		await page.locator("textarea").fill("   ");
		await page.keyboard.press("Enter");
		await page.locator("textarea").fill("x".repeat(16_001));
		await page.keyboard.press("Enter");
		await page.locator(".hint:not(.sr-only)", { hasText: "An answer has at most 16000 characters." }).waitFor();
		assert.deepEqual(await answers(panel), []);
	});

	it("what cannot be kept open says so", async () => {
		const { panel, page } = await openWith({ id: "a", extensionMs: 0 });
		await page.getByRole("button", { name: "Keep open" }).focus();
		await page.keyboard.press("Enter");
		await page.locator(".hint:not(.sr-only)", { hasText: "cannot be kept open" }).waitFor();
		assert.deepEqual(await panel.posted("extend"), []);
	});
});

describe("own words and choices", () => {
	it("typing clears the choice; choosing keeps the text and says that it is not sent", async () => {
		const { panel, page } = await openWith({ id: "a" });
		await page.getByText("SQLite in memory").click();
		await page.locator("textarea").fill("my own");
		assert.equal(await page.locator(".choice input:checked").count(), 0);
		await page.getByText("SQLite in memory").click();
		await page.getByText("Your text stays here and is not sent.").waitFor();
		assert.equal(await page.locator("textarea").inputValue(), "my own");
		await page.locator("button[type=submit]").click();
		assert.deepEqual(await answers(panel), [["a", "SQLite in memory"]]);
	});

	it("a double click on a choice answers with it", async () => {
		const { panel, page } = await openWith({ id: "a" });
		await page.getByText("The shared test server").dblclick();
		assert.deepEqual(await answers(panel), [["a", "The shared test server"]]);
	});

	it("nothing is chosen and nothing has the focus when a question comes", async () => {
		const { page } = await openWith({ id: "a" });
		assert.equal(await page.locator("input:checked").count(), 0);
		assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
	});
});

describe("with an input method", () => {
	it("the Enter that ends a composition sends nothing; the next one does", async () => {
		const { panel, page } = await openWith({ id: "a" });
		const client = await page.context().newCDPSession(page);
		await page.locator("textarea").focus();
		await client.send("Input.imeSetComposition", { text: "しつもん", selectionStart: 4, selectionEnd: 4 });
		await page.evaluate(() => {
			document.addEventListener("keydown", ({ isComposing }) => (globalThis.wasComposing = isComposing), {
				once: true,
			});
		});
		// An input method takes the key: the page sees it go down, and no character comes of it.
		await client.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: "Enter", windowsVirtualKeyCode: 13 });
		assert.equal(await page.evaluate(() => globalThis.wasComposing), true);
		assert.deepEqual(await answers(panel), []);
		await client.send("Input.insertText", { text: "質問" });
		await page.keyboard.press("Enter");
		assert.deepEqual(await answers(panel), [["a", "質問"]]);
	});

	it("neither of the two marks of a composing Enter sends", async () => {
		const { panel, page } = await openWith({ id: "a" });
		await page.locator("textarea").fill("質問");
		await page.locator("textarea").evaluate((field) => {
			for (const mark of [{ isComposing: true }, { keyCode: 229 }]) {
				field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...mark }));
			}
		});
		assert.deepEqual(await answers(panel), []);
	});
});

describe("against keys and clicks that were meant for something else", () => {
	it("a card takes nothing in its first half second", async () => {
		const { question, snapshot } = stage.data;
		const now = Date.now();
		const panel = await stage.open(snapshot(now));
		const typed = question(now, { id: "a", draft: { text: "typed before", choice: undefined } });
		await panel.page.evaluate(
			(data) => {
				window.dispatchEvent(new MessageEvent("message", { data }));
				for (const button of document.querySelectorAll(".actions > .btn")) button.click();
			},
			snapshot(now, { waiting: [typed] }),
		);
		assert.deepEqual([await panel.posted("answer"), await panel.posted("dismiss")], [[], []]);
		await panel.pastGuard();
		await panel.page.locator("button[type=submit]").click();
		assert.deepEqual(await answers(panel), [["a", "typed before"]]);
	});

	it("a click right after a card has left does not hit the one that moved up", async () => {
		const { panel, page, waiting, snapshot } = await openWith(
			{ id: "a" },
			{ id: "b", draft: { text: "", choice: "SQLite in memory" } },
		);
		await page.getByRole("button", { name: "Claude Code asks" }).last().click();
		await panel.pastGuard();
		await page.mouse.move(5, 5);
		// At the very moment when the other card has moved up.
		await page
			.locator(".cards")
			.first()
			.evaluate(
				(cards, data) =>
					new Promise((resolve) => {
						new MutationObserver(() => {
							if (cards.querySelector(".outcome") !== null) return;
							const click = new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true });
							cards.querySelector("button[type=submit]").dispatchEvent(click);
							resolve();
						}).observe(cards, { childList: true });
						window.dispatchEvent(new MessageEvent("message", { data }));
					}),
				snapshot({
					waiting: waiting.slice(1),
					settled: [{ kind: "question", id: "a", outcome: { reason: "timeout", response: "" } }],
				}),
			);
		assert.deepEqual(await answers(panel), []);
		await page.waitForTimeout(550);
		await page.locator("button[type=submit]").click();
		assert.deepEqual(await answers(panel), [["b", "SQLite in memory"]]);
	});

	it("a question whose agent is away takes a draft and no answer", async () => {
		const { panel, page } = await openWith({ id: "a", reconnecting: { until: Date.now() + 14_000 } });
		await page.locator("textarea").fill("soon");
		await page.keyboard.press("Enter");
		await page.locator(".hint:not(.sr-only)", { hasText: "The agent is reconnecting." }).waitFor();
		assert.match(await page.locator(".meta").innerText(), /reconnecting, 1[34] s/);
		assert.deepEqual(await answers(panel), []);
		assert.deepEqual((await panel.posted("draft")).at(-1), { kind: "draft", id: "a", text: "soon" });
	});

	it("an answer that came too late leaves the card as the host says it is", async () => {
		const { panel, page, snapshot } = await openWith({ id: "a" });
		await page.locator("textarea").fill("too late");
		await page.keyboard.press("Enter");
		const kept = stage.data.draft(Date.now(), { id: "a", draft: "too late" });
		await panel.show(
			snapshot({
				settled: [{ kind: "question", id: "a", outcome: { reason: "timeout", response: "" } }],
				drafts: [kept],
			}),
		);
		assert.equal(await panel.live(), "The question of Claude Code has closed without an answer. Your draft is kept.");
		await page.mouse.move(5, 5);
		await page.evaluate(() => document.activeElement.blur());
		await page.locator(".card.is-closed .draft", { hasText: "too late" }).waitFor();
	});
});
