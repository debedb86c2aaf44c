// What somebody hears, or sees with other colours and without motion, is what all others see, in the same order.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { THEMES } from "../support/panelPage.mjs";
import { PanelStage } from "./panelStage.mjs";

const stage = new PanelStage();
const STOPS_MAX = 80;

/** In the page: texts that stand wholly above the one that is read before them. */
function readUpwards() {
	const walker = document.createTreeWalker(document.getElementById("panel"), NodeFilter.SHOW_TEXT);
	const found = [];
	let before = { top: 0, right: 0, text: "" };
	while (walker.nextNode()) {
		const { currentNode } = walker;
		const parent = currentNode.parentElement;
		if (currentNode.data.trim() === "" || !parent.checkVisibility()) continue;
		if (parent.closest(".sr-only, [aria-hidden=true]") !== null) continue;
		const range = document.createRange();
		range.selectNodeContents(currentNode);
		const { top, bottom, left, right, width } = range.getBoundingClientRect();
		if (width === 0) continue; // in an element that draws itself
		if (top >= (parent.closest(".pre")?.getBoundingClientRect().bottom ?? Infinity)) continue; // scrolled away
		// The next column begins further up.
		if (bottom <= before.top && left < before.right) found.push(`${before.text} > ${currentNode.data}`);
		before = { top, right, text: currentNode.data };
	}
	return found;
}

/** In the page: what draws the ring of what has the focus, if anything does. */
function ringOfFocus() {
	const { activeElement } = document;
	if (activeElement === null || activeElement === document.body) return undefined;
	const inner = activeElement.shadowRoot?.activeElement ?? activeElement;
	const parts = [...(activeElement.shadowRoot?.querySelectorAll("[part]") ?? [])];
	const around = [activeElement, inner, activeElement.closest("label, .field"), ...parts].filter(
		(each) => each !== null,
	);
	const ring = getComputedStyle(document.documentElement).getPropertyValue("--vscode-focusBorder");
	const probe = document.createElement("i");
	probe.style.color = ring;
	document.body.append(probe);
	const { color } = getComputedStyle(probe);
	probe.remove();
	const isDimmed = (element) => Number(getComputedStyle(element).opacity) < 1;
	const outside = [];
	for (let each = activeElement; each !== null; each = each.parentElement) outside.push(each);
	const hasRing = around.some((element) => {
		const { outlineStyle, outlineColor, outlineWidth, borderTopColor } = getComputedStyle(element);
		return (outlineStyle !== "none" && outlineWidth !== "0px" && outlineColor === color) || borderTopColor === color;
	});
	return {
		hasRing,
		isDimmed: outside.some(isDimmed),
		what: inner.outerHTML,
	};
}

describe("in every state", () => {
	it("the order of reading is that of the screen, 200, 300 and 700 px wide", async () => {
		for (const [name, state] of Object.entries(stage.states(Date.now()))) {
			const { page } = await stage.open(state);
			for (const width of [200, 300, 700]) {
				await page.setViewportSize({ width, height: 2_400 });
				assert.deepEqual(await page.evaluate(readUpwards), [], `${name}, ${width} px`);
			}
		}
	});

	it("the focus is seen wherever it is, in one theme after the other", async () => {
		for (const [index, [name, state]] of Object.entries(stage.states(Date.now())).entries()) {
			const panel = await stage.open(state, { width: 300, theme: THEMES[index % THEMES.length] });
			for (let stop = 0; stop < STOPS_MAX; stop++) {
				await panel.page.keyboard.press("Tab");
				const ring = await panel.page.evaluate(ringOfFocus);
				if (ring === undefined) break;
				assert.deepEqual([ring.hasRing, ring.isDimmed], [true, false], `${name}: ${ring.what}`);
			}
		}
	});
});

describe("a screen reader", () => {
	it("is told who asks, where, what, and the ways to answer", async () => {
		const { snapshot, question } = stage.data;
		const now = Date.now() + 900;
		const { page } = await stage.open(snapshot(now, { waiting: [question(now)] }));
		const tree = await page.locator("main").ariaSnapshot();
		const lines = tree.split("\n").map((line) => line.trim());
		const parts = [
			'- heading "Parley" [level=1]',
			'- region "Waiting for you":',
			'- heading "Waiting for you" [level=2]',
			"- text: 1 item",
			'- article "Claude Code asks":',
			'- heading "Claude Code asks" [level=3]',
			"- timer: 4:12 left",
			'- button "Show terminal claude"',
			"- paragraph: Which database should the integration tests use?",
			'- group "Which database should the integration tests use?":',
			'- radio "Postgres in Docker"',
			'- radio "SQLite in memory"',
			'- radio "The shared test server"',
			'- textbox "Your own answer":',
			'- button "Attach"',
			'- button "Answer" [disabled]',
			'- button "Dismiss"',
			'- button "Keep open"',
		];
		assert.deepEqual(
			parts.filter((part) => lines.some((line) => line.startsWith(part))),
			parts,
			tree,
		);
		const places = parts.map((part) => lines.findIndex((line) => line.startsWith(part)));
		assert.deepEqual(
			places,
			[...places].sort((a, b) => a - b),
			tree,
		);
	});

	it("hears each thing that comes once, and nothing of plans, seconds and what it has heard", async () => {
		const { snapshot, question, approval, plan } = stage.data;
		const panel = await stage.open(snapshot(Date.now()));
		await panel.page.evaluate(() => {
			globalThis.heard = [];
			const region = document.getElementById("live");
			new MutationObserver(() => region.textContent && globalThis.heard.push(region.textContent)).observe(region, {
				childList: true,
				subtree: true,
				characterData: true,
			});
		});
		const asked = question(Date.now(), { id: "a", text: "Which port?" });
		const wanted = approval(Date.now(), { id: "b" });
		const steps = (done) => [1, 2, 3, 4].map((step) => [`Step ${step}`, step <= done ? "completed" : "pending"]);
		await panel.show(snapshot(Date.now(), { waiting: [asked] }));
		for (let done = 0; done < 4; done++)
			await panel.show(snapshot(Date.now(), { waiting: [asked], plans: [plan(Date.now(), "p", "Plan", steps(done))] }));
		await panel.show(snapshot(Date.now(), { waiting: [asked, wanted] }));
		await panel.page.waitForTimeout(1_200); // a second of the clocks goes by
		await panel.show(snapshot(Date.now(), { waiting: [asked, wanted] }));
		const heard = await panel.page.evaluate(() => globalThis.heard);
		assert.equal(heard.length, 2, heard.join("\n"));
		assert.match(heard[0], /^Claude Code asks: Which port\?$/);
		assert.match(heard[1], /^Claude Code wants to run a command: .*npm run test:unit.* 2 items are waiting\.$/);
	});
});

describe("who wants no motion", () => {
	const spins = (page) =>
		page
			.locator(".codicon-modifier-spin")
			.first()
			.evaluate((sign) => getComputedStyle(sign).animationName !== "none");

	it("gets none, by the system's setting or by VS Code's", async () => {
		const state = stage.states(Date.now())["plan-running"];
		const still = await stage.open(state, { motion: "reduce" });
		assert.equal(await spins(still.page), false);
		const { page } = await stage.open(state, { motion: "no-preference" });
		assert.equal(await spins(page), true);
		await page.evaluate(() => document.body.classList.add("vscode-reduce-motion"));
		assert.equal(await spins(page), false);
	});
});

describe("in the colours of the system", () => {
	it("what is chosen, done and focused is still told apart", async () => {
		const { page } = await stage.open(stage.states(Date.now()).many, { theme: "hc-light", width: 300 });
		await page.emulateMedia({ forcedColors: "active", colorScheme: "light" });
		const seen = await page.evaluate(() => {
			const color = (selector, pseudo) => getComputedStyle(document.querySelector(selector), pseudo).backgroundColor;
			return [
				color(".choice input:checked", "::after") !== color(".choice input:checked"),
				color(".bar > .completed") !== color(".bar > i:not(.completed, .in_progress)"),
			];
		});
		assert.deepEqual(seen, [true, true]);
	});
});
