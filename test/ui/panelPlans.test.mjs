// A plan card: how long its steps took, what the last update changed, its revisions, and folding all cards at once.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PanelStage } from "./panelStage.mjs";

const stage = new PanelStage();
const MINUTE = 60_000;

function make(change) {
	return stage.data.snapshot(Date.now(), change);
}

/** `done` of 8 steps are done and the next is at work since `since`; with the change that the last update made. */
function plan(done, { since = Date.now() - MINUTE, ...change } = {}) {
	const steps = Array.from({ length: 8 }, (_, index) => [
		`Step ${index}: read the module, change it and run the tests again`,
		index < done ? "completed" : index === done ? "in_progress" : "pending",
	]);
	const time = (index, workedMs) => ({ id: `s${index}`, startedAt: since - workedMs, workedMs, finalAt: since });
	return stage.data.plan(Date.now(), "p", "Plan", steps, {
		revision: done + 1,
		times: [
			...Array.from({ length: done }, (_, index) => time(index, 4 * MINUTE)),
			{ id: `s${done}`, startedAt: since, workedMs: 0, since },
		],
		changes: [
			{ kind: "status", id: `s${done - 1}`, from: "in_progress", to: "completed" },
			{ kind: "status", id: `s${done}`, from: "pending", to: "in_progress" },
		],
		hasRevisions: true,
		...change,
	});
}

const revision = (n, ...changes) => ({ revision: n, at: Date.now() - (10 - n) * MINUTE, changes });

/** Where everything in the list is. */
function places(panel) {
	return panel.page.locator(".steps .what, .steps .word").evaluateAll((all) =>
		all.map((each) => {
			const { x, y, width, height } = each.getBoundingClientRect();
			return [x, y, width, height].join(" ");
		}),
	);
}

async function lineOfChange(panel) {
	return await panel.page.locator(".last-change").textContent();
}

describe("the time of a step", () => {
	it("stands beside its word, and goes on for the step at work without moving anything", async () => {
		const panel = await stage.open(make({ plans: [plan(2, { since: Date.now() - 57_000 })] }), { width: 300 });
		const took = await panel.page.locator(".step .took").allInnerTexts();
		assert.deepEqual(took.slice(0, 2), ["4 min", "4 min"]);
		assert.match(took[2], /^5[78] s$/);
		assert.deepEqual((await panel.page.locator(".step .word").allTextContents()).slice(0, 2), [
			"4 min Done",
			"4 min Done, changed",
		]);
		const before = await places(panel);
		await panel.page.locator(".step.in_progress .took", { hasText: "59 s" }).waitFor();
		assert.deepEqual(await places(panel), before);
		await panel.page.locator(".step.in_progress .took", { hasText: "1 min" }).waitFor();
		assert.deepEqual(await places(panel), before);
	});

	it("stands still while its agent is away after a reload", async () => {
		const since = Date.now() - 3 * 24 * 60 * MINUTE;
		const panel = await stage.open(make({ plans: [plan(1, { since, isLive: false, reconnecting: {} })] }));
		const times = () => panel.page.locator(".step .took").allInnerTexts();
		const before = await times();
		assert.deepEqual(before, ["4 min", "0 s"]);
		await panel.page.waitForTimeout(1_500);
		assert.deepEqual(await times(), before);
		await panel.show(make({ plans: [plan(1, { since })] }));
		assert.deepEqual(await times(), ["4 min", "72 h 0 min"]);
	});

	it("is not told of a step that waits for its turn again", async () => {
		const panel = await stage.open(stage.states(Date.now())["plan-interrupted"]);
		const rows = await panel.page.locator(".step").evaluateAll((all) => all.map((row) => row.lastChild.textContent));
		assert.deepEqual(rows, ["9 min Done", "1 h 7 min Done", "Pending", "Pending"]);
	});

	it("says from when until when to whom points at it", async () => {
		const panel = await stage.open(make({ plans: [plan(1)] }));
		await panel.page.locator(".took").first().hover();
		assert.match(await panel.page.locator(".took").first().getAttribute("title"), /^\d\d:\d\d – \d\d:\d\d$/);
	});
});

describe("what the last update changed", () => {
	it("is said in a line and marked in the list, until the next update", async () => {
		const panel = await stage.open(make({ plans: [plan(2)] }));
		const marked = () => panel.page.locator(".step.is-changed .what").allInnerTexts();
		const numbers = async () => (await marked()).map((text) => text.slice(0, 6));
		assert.equal(await lineOfChange(panel), "Last change: step 2 done · step 3 in progress");
		assert.deepEqual(await numbers(), ["Step 1", "Step 2"]);
		assert.match(await panel.page.locator(".step.is-changed .word").first().textContent(), /Done, changed$/);
		await panel.show(make({ plans: [plan(3)] }));
		assert.deepEqual(await numbers(), ["Step 2", "Step 3"]);
	});

	it("is summed up where it was a lot", async () => {
		const changes = [
			{ kind: "added", id: "s1" },
			{ kind: "added", id: "s2" },
			{ kind: "renamed", id: "s0", from: "x" },
			{ kind: "removed", id: "gone", step: "x" },
			{ kind: "reordered" },
			{ kind: "title", from: "x" },
			{ kind: "explanation" },
		];
		const panel = await stage.open(make({ plans: [plan(2, { changes })] }));
		assert.equal(
			await lineOfChange(panel),
			"Last change: 2 steps added · step 1 reworded · 1 step removed · new order of the steps · new title",
		);
	});

	it("moves no more than six things of the page when one step moves on", async () => {
		const panel = await stage.open(make({ plans: [plan(4)] }));
		await panel.page.evaluate(() => {
			globalThis.changes = [];
			new MutationObserver((records) => globalThis.changes.push(...records)).observe(document.getElementById("panel"), {
				subtree: true,
				childList: true,
				attributes: true,
				characterData: true,
			});
		});
		await panel.show(make({ plans: [plan(5)] }));
		const changes = await panel.page.evaluate(() =>
			globalThis.changes.map(({ type, target }) => `${type} ${target.className ?? target.nodeName}`),
		);
		assert.ok(changes.length <= 6, changes.join("\n"));
	});
});

describe("the revisions of a plan", () => {
	it("are folded at first, open by keyboard, newest first, and say what changed", async () => {
		const panel = await stage.open(make({ plans: [plan(2)] }));
		const fold = panel.page.getByRole("button", { name: "Revision history" });
		assert.equal(await fold.getAttribute("aria-expanded"), "false");
		await fold.focus();
		await panel.page.keyboard.press("Enter");
		assert.deepEqual(await panel.posted("collapse"), [{ kind: "collapse", id: "p-revisions", folded: false }]);
		const revisions = [
			revision(
				3,
				{ kind: "status", step: "Write", from: "in_progress", to: "completed" },
				{ kind: "renamed", step: "Test all", from: "Test" },
				{ kind: "removed", step: "Sign" },
			),
			revision(1, { kind: "made", steps: 8 }),
		];
		await panel.show(make({ plans: [plan(2, { revisions })] }));
		assert.equal(await fold.getAttribute("aria-expanded"), "true");
		assert.equal(await fold.evaluate((button) => document.activeElement === button), true);
		const list = panel.page.getByRole("list", { name: "Revision history" });
		const shown = (await list.innerText()).replace(/\d\d:\d\d/g, "10:31").split(/\n+/);
		assert.deepEqual(shown, [
			"Revision 3 · 10:31",
			"Write",
			"In progress → Done",
			"Test all",
			"before: Test",
			"Reworded",
			"Sign",
			"Removed",
			"Revision 1 · 10:31",
			"Plan made, steps: 8",
		]);
	});

	it("grow by one at the top, and neither focus nor scroll moves", async () => {
		const folds = { version: 1, folded: { "p-revisions": false } };
		const revisions = Array.from({ length: 15 }, (_, index) =>
			revision(15 - index, { kind: "status", step: "Write", from: "pending", to: "in_progress" }),
		);
		const below = stage.data.plan(Date.now(), "q", "Other plan", [["one", "pending"]]);
		const panel = await stage.open(make({ plans: [plan(2, { revisions, revision: 15 }), below], folds }), {
			height: 300,
		});
		const { page } = panel;
		const other = page.getByRole("button", { name: "Other plan" });
		await other.focus();
		await other.scrollIntoViewIfNeeded();
		await page.waitForTimeout(100);
		const before = (await other.boundingBox()).y;
		const kept = await page.locator(".revisions li").nth(4).elementHandle();
		const grown = [revision(16, { kind: "explanation" }), ...revisions];
		await panel.show(make({ plans: [plan(2, { revisions: grown, revision: 16 }), below], folds }));
		await page.waitForTimeout(100);
		assert.equal(
			await page
				.locator(".revisions .caption")
				.first()
				.innerText()
				.then((text) => text.slice(0, 11)),
			"Revision 16",
		);
		assert.equal(await kept.evaluate((element) => element.isConnected), true);
		assert.equal(await other.evaluate((button) => document.activeElement === button), true);
		assert.ok(Math.abs((await other.boundingBox()).y - before) < 2);
	});

	it("that were open are asked for again by a new page of a new window, once", async () => {
		const panel = await stage.open(make({ plans: [plan(2)] }));
		await panel.page.getByRole("button", { name: "Revision history" }).click();
		await panel.reopen();
		await panel.show(make({ plans: [plan(2)] }));
		await panel.show(make({ plans: [plan(3)] }));
		assert.deepEqual(await panel.posted("collapse"), [{ kind: "collapse", id: "p-revisions", folded: false }]);
	});

	it("are nothing to open where there is only one", async () => {
		const panel = await stage.open(make({ plans: [plan(0, { hasRevisions: false })] }));
		assert.equal(await panel.page.getByRole("button", { name: "Revision history" }).count(), 0);
	});
});

describe("all plans", () => {
	it("collapse and expand at once by the button of their section, which keeps the focus", async () => {
		const plans = ["one", "two", "three"].map((id) => stage.data.plan(Date.now(), id, id, [["a", "pending"]]));
		const panel = await stage.open(make({ plans }));
		const expanded = () =>
			panel.page.locator(".plan .fold").evaluateAll((all) => all.map((each) => each.getAttribute("aria-expanded")));
		await panel.page.getByRole("button", { name: "Collapse all plans" }).press("Enter");
		assert.deepEqual(await expanded(), ["false", "false", "false"]);
		const expand = panel.page.getByRole("button", { name: "Expand all plans" });
		assert.equal(await expand.evaluate((button) => document.activeElement === button), true);
		await expand.press("Enter");
		assert.deepEqual(await expanded(), ["true", "true", "true"]);
		assert.deepEqual(
			(await panel.posted("collapse")).map(({ id, folded }) => `${id} ${folded}`),
			["one true", "two true", "three true", "one false", "two false", "three false"],
		);
		await panel.reopen();
		await panel.show(make({ plans }));
		assert.deepEqual(await expanded(), ["true", "true", "true"]);
	});

	it("have that button also once the person has opened one of them by its own head", async () => {
		const plans = ["one", "two"].map((id) => stage.data.plan(Date.now(), id, id, [["a", "pending"]]));
		const panel = await stage.open(make({ plans, folds: { version: 1, folded: { one: true, two: true } } }));
		await panel.page.getByRole("button", { name: "Expand all plans" }).waitFor();
		await panel.page.getByRole("button", { name: "two", exact: true }).click();
		await panel.page.getByRole("button", { name: "Collapse all plans" }).waitFor();
		await panel.show(make({ plans: plans.slice(0, 1) }));
		assert.equal(await panel.page.getByRole("button", { name: /all plans/ }).count(), 0);
	});
});
