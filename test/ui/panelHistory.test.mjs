// The history and the earlier answer as the person sees them, in the built page without VS Code.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, it } from "node:test";
import { PanelStage } from "./panelStage.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const stage = new PanelStage();
const MINUTE = 60_000;
const EARLIER = { response: "SQLite in memory,\nbecause it is quick", agent: "Codex", at: Date.UTC(2026, 10, 30, 12) };

const openQuestion = (change) =>
	stage.open(stage.data.snapshot(Date.now(), { waiting: [stage.data.question(Date.now(), change)] }));

const answered = (id, at, change = {}) => ({
	about: "question",
	id,
	at,
	agent: "Claude Code",
	terminal: "claude",
	folder: "web-shop",
	text: `Question ${id}?`,
	outcome: { reason: "response", response: `Answer ${id}` },
	isPrivate: false,
	...change,
});

function historyOf(entries, change = {}) {
	const history = { total: entries.length, matching: entries.length, entries, agents: [], isKept: true, ...change };
	return stage.data.snapshot(Date.now(), { history, folds: { version: 1, folded: { history: false } } });
}

describe("the earlier answer in a card", () => {
	it("is told with day and agent, and goes into the field without being sent", async () => {
		const panel = await openQuestion({ earlier: EARLIER });
		const { page } = panel;
		assert.equal(
			await page.locator(".earlier .caption").innerText(),
			"You answered this on Nov 30, 2026, to Codex: SQLite in memory…",
		);
		await panel.pastGuard();
		await page.getByRole("button", { name: "Use this answer" }).press("Enter");
		assert.equal(await page.getByRole("textbox", { name: "Your own answer" }).inputValue(), EARLIER.response);
		assert.match(await panel.live(), /The earlier answer is filled in\. It is not sent yet\./);
		await page.getByRole("textbox", { name: "Your own answer" }).blur();
		const told = await panel.posted("draft");
		assert.deepEqual([told.at(-1)?.text, await panel.posted("answer")], [EARLIER.response, []]);
	});

	it("chooses the choice that it is, and leaves what is typed", async () => {
		const panel = await openQuestion({ earlier: { ...EARLIER, response: "SQLite in memory" } });
		const field = panel.page.getByRole("textbox", { name: "Your own answer" });
		await field.fill("My own");
		await panel.page.getByRole("button", { name: "Use this answer" }).click();
		assert.equal(await panel.page.getByRole("radio", { name: "SQLite in memory" }).isChecked(), true);
		assert.deepEqual([await field.inputValue(), await panel.posted("answer")], ["My own", []]);
	});

	it("comes behind what is typed", async () => {
		const panel = await openQuestion({ earlier: EARLIER });
		const field = panel.page.getByRole("textbox", { name: "Your own answer" });
		await field.fill("As before:");
		await panel.page.getByRole("button", { name: "Use this answer" }).click();
		assert.equal(await field.inputValue(), `As before:\n${EARLIER.response}`);
	});

	it("is not offered where there is none, nor any more once it may not be used", async () => {
		const panel = await openQuestion({});
		assert.equal(await panel.page.locator(".earlier").isVisible(), false);
		const waiting = (earlier) => [stage.data.question(Date.now(), { earlier })];
		await panel.show(stage.data.snapshot(Date.now(), { waiting: waiting(EARLIER) }));
		assert.equal(await panel.page.locator(".earlier").isVisible(), true);
		await panel.show(stage.data.snapshot(Date.now(), { waiting: waiting(undefined) }));
		assert.equal(await panel.page.locator(".earlier").isVisible(), false);
	});

	it("of 16,000 characters without a space takes three lines, and nothing of it acts", async () => {
		const response = `<img src=x onerror=alert(1)>\u202e${"x".repeat(16_000)}`;
		const panel = await openQuestion({ earlier: { ...EARLIER, response } });
		const box = await panel.page.locator(".earlier .caption").boundingBox();
		assert.ok(box.height < 70, `${box.height}`);
		assert.equal(await panel.page.locator(".earlier img").count(), 0);
		assert.equal(await panel.page.locator(".earlier .hidden-char").innerText(), "U+202E");
		assert.deepEqual(panel.problems, []);
	});
});

describe("an entry of the history", () => {
	it("is made private and back, keeps the focus, and says so in words", async () => {
		const at = Date.now() - MINUTE;
		const panel = await stage.open(historyOf([answered("a", at), answered("b", at - MINUTE)]));
		const { page } = panel;
		const entry = page.locator(".entry").first();
		await entry.locator(".what").click();
		await entry.getByRole("button", { name: "Mark as private" }).press("Enter");
		assert.match(await panel.live(), /No agent is told of a private answer/);
		await panel.show(historyOf([answered("a", at, { isPrivate: true }), answered("b", at - MINUTE)]));
		assert.match(await entry.locator(".more").innerText(), /^Private · Answered: Answer a\n/);
		assert.equal(await page.evaluate(() => document.activeElement?.textContent), "No longer private");
		await page.keyboard.press("Enter");
		assert.deepEqual(await panel.posted("set-private"), [
			{ kind: "set-private", id: "a", on: true },
			{ kind: "set-private", id: "a", on: false },
		]);
		await entry.locator(".what").click();
		assert.equal(await entry.locator(".private").isVisible(), true);
		assert.equal(await page.locator(".entry .private:visible").count(), 1);
	});

	it("whose plan ended again shows how it ended, and when, open or not", async () => {
		const at = new Date(2026, 2, 1, 10, 31).getTime();
		const plan = (change) => ({
			...{ about: "plan", id: "p", at, agent: "Codex", terminal: "codex", folder: "web-shop", title: "Tests" },
			...{ state: "interrupted", steps: [{ id: "1", step: "Run them", status: "pending" }], ...change },
		});
		const ended = { title: "Tests again", state: "ended", steps: [{ id: "1", step: "Run all", status: "completed" }] };
		const panel = await stage.open(historyOf([plan({})]));
		const entry = panel.page.locator(".entry");
		await panel.show(historyOf([plan({ ...ended, at: at + MINUTE })]));
		assert.match(await entry.innerText(), /^Tests again\s+10:32\s+Plan, 1 of 1 done/);
		await entry.locator(".what").click();
		await panel.show(historyOf([plan({ ...ended, at: at + 2 * MINUTE, title: "Third" })]));
		assert.match(await entry.innerText(), /^Third\s[^]*✓ Run all/);
		assert.equal(await entry.locator("time").textContent(), "10:33");
	});

	it("that is no answer has no such button", async () => {
		const panel = await stage.open(stage.states(Date.now()).history);
		for (const entry of await panel.page.locator(".entry").all()) await entry.locator(".what").click();
		assert.equal(await panel.page.getByRole("button", { name: /rivate$/ }).count(), 2);
		await panel.page.evaluate(axe);
		const { violations } = await panel.page.evaluate(() =>
			globalThis.axe.run(document, { rules: { "target-size": { enabled: true } } }),
		);
		assert.deepEqual(
			violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
			[],
		);
	});

	it("that was the only one of its day leaves the focus in the panel when it is removed", async () => {
		const now = Date.now();
		const [old, young] = [answered("a", now - 40 * 24 * 60 * MINUTE), answered("b", now)];
		const panel = await stage.open(historyOf([young, old]));
		const { page } = panel;
		await page.locator(".entry").last().locator(".what").click();
		await page.locator(".entry").last().getByRole("button", { name: "Remove from history" }).press("Enter");
		assert.deepEqual(await panel.posted("remove-history"), [{ kind: "remove-history", id: "a" }]);
		await panel.show(historyOf([young]));
		assert.equal(await page.locator(".entry").count(), 1);
		assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "BODY");
	});
});

describe("the history", () => {
	it("says that nothing new is kept while it is off", async () => {
		const entries = [answered("a", Date.now())];
		const panel = await stage.open(historyOf(entries, { isKept: false }));
		const said = panel.page.getByText("Nothing new is kept: the history is off in the settings.");
		assert.equal(await said.isVisible(), true);
		await panel.show(historyOf(entries));
		assert.equal(await said.isVisible(), false);
	});

	it("shows 250 items by the page, with texts of any length, within its width", async () => {
		const now = Date.now();
		const long = { text: "q".repeat(4_000), outcome: { reason: "response", response: "a ".repeat(8_000) } };
		const all = Array.from({ length: 250 }, (_, at) => answered(`${at}`, now - at * 60 * MINUTE, at % 2 ? long : {}));
		const panel = await stage.open(historyOf(all.slice(0, 50), { total: 250, matching: 250 }), { width: 300 });
		const { page } = panel;
		assert.equal(await page.locator(".entry").count(), 50);
		await page.getByRole("button", { name: "Show more" }).click();
		assert.equal((await panel.posted("show-history")).at(-1).query.limit, 100);
		await panel.show(historyOf(all));
		await page.locator(".entry").nth(1).locator(".what").click();
		assert.equal(await page.locator(".entry").count(), 250);
		assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
		assert.deepEqual(panel.problems, []);
	});
});
