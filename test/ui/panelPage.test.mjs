// Every state of the panel in four themes and both languages, from the narrowest to the widest place that it can be in.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, it } from "node:test";
import { load, THEMES } from "../support/panelPage.mjs";
import { PanelStage } from "./panelStage.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const { states, following } = await load("test/support/panelStates.ts");
const { PANEL_TEXTS } = await load("src/protocol/texts.ts");
const STATES = Object.keys(states(Date.now()));
/** 200 is a narrow side bar at 200 %. */
const WIDTHS = [200, 300, 380, 640, 900];
const ENGLISH = Object.values(PANEL_TEXTS).filter((text) => text.length > 8 && !text.includes("{"));
const stage = new PanelStage();

/** What axe-core finds wrong, with its best practices; `rules` are the only ones to try, if given. */
async function faults(panel, rules) {
	if (!(await panel.page.evaluate(() => "axe" in globalThis))) await panel.page.evaluate(axe);
	const { violations } = await panel.page.evaluate(
		(only) => globalThis.axe.run(document, { resultTypes: ["violations"], ...only }),
		rules === undefined ? { rules: { "target-size": { enabled: true } } } : { runOnly: rules },
	);
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

async function sidewaysAt(panel, width) {
	await panel.page.setViewportSize({ width, height: 900 });
	const [scroll, client] = await panel.page.evaluate(() => [
		document.documentElement.scrollWidth,
		document.documentElement.clientWidth,
	]);
	return scroll - client;
}

/** Sentences of ours that have no translation. */
async function englishOn(panel) {
	const shown = await panel.page.locator("body").innerText();
	return ENGLISH.filter((text) => shown.includes(text.replaceAll("**", "")));
}

/** In one language: other words bring neither colours nor other places. */
async function tryThemesAndNarrowest(panel) {
	await panel.page.setViewportSize({ width: 200, height: 900 });
	assert.deepEqual(await faults(panel), [], "at 200 px");
	for (const theme of THEMES.slice(1)) {
		await panel.wear(theme);
		// Themes bring nothing but colours.
		assert.deepEqual(await faults(panel, ["color-contrast", "link-in-text-block"]), [], theme);
	}
}

for (const language of ["en", "zh-cn"]) {
	describe(`in ${language}`, () => {
		for (const name of STATES) {
			it(`${name} can be used by everybody, in every theme, and never scrolls sideways`, async () => {
				const panel = await stage.open(states(Date.now() + 900)[name], { language, width: 300 });
				if (name in following(0)) await panel.show(following(Date.now() + 900)[name]);
				assert.deepEqual(await faults(panel), []);
				for (const width of WIDTHS) assert.equal(await sidewaysAt(panel, width), 0, `at ${width} px`);
				if (language === "en") await tryThemesAndNarrowest(panel);
				else assert.deepEqual(await englishOn(panel), []);
				assert.deepEqual(panel.problems, []);
			});
		}
	});
}

it("the open list of what can be attached can be used by everybody, in every theme", async () => {
	const panel = await stage.open(states(Date.now())["question-short"], { width: 300 });
	await panel.page.getByRole("button", { name: "Attach", exact: true }).click();
	await tryThemesAndNarrowest(panel);
	assert.equal(await sidewaysAt(panel, 200), 0);
	assert.equal(await panel.page.locator(".attach").isVisible(), true);
});

describe("a lot at once", () => {
	it("twenty choices of 500 characters are all readable, without a space in them too", async () => {
		const { question, snapshot } = stage.data;
		const now = Date.now();
		const choices = Array.from({ length: 20 }, (_, index) =>
			`${index} ${(index % 2 ? "long words here " : "unbroken").repeat(80)}`.slice(0, 500),
		);
		const panel = await stage.open(snapshot(now, { waiting: [question(now, { choices, text: "x".repeat(4_000) })] }));
		assert.deepEqual(await faults(panel), []);
		for (const width of [200, 300, 420]) assert.equal(await sidewaysAt(panel, width), 0, `at ${width} px`);
		const cut = await panel.page
			.locator(".choice span:not(.key), .md p")
			.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length);
		assert.equal(cut, 0);
		assert.equal(await panel.page.locator(".choice .key").count(), 9);
	});

	it("200 questions are counted and listed, one of them open", async () => {
		const { question, snapshot } = stage.data;
		const now = Date.now();
		const waiting = Array.from({ length: 200 }, (_, index) =>
			question(now, { id: `q${index}`, text: `Question ${index}?` }),
		);
		const panel = await stage.open(snapshot(now));
		const ms = await panel.page.evaluate(
			(data) => {
				const start = performance.now();
				window.dispatchEvent(new MessageEvent("message", { data }));
				document.body.getBoundingClientRect(); // with its layout
				return performance.now() - start;
			},
			snapshot(now, { waiting }),
		);
		assert.ok(ms < 1_000, `${ms} ms`);
		assert.equal(await panel.page.locator(".count").textContent(), "200");
		assert.equal(await panel.page.locator(".card").count(), 200);
		assert.equal(await panel.page.locator(".card:not(.is-folded)").count(), 1);
		for (const width of [200, 300, 420]) assert.equal(await sidewaysAt(panel, width), 0, `at ${width} px`);
		await panel.pastGuard();
		const last = panel.page.locator(".card").last();
		await last.locator(".fold").focus();
		await panel.page.keyboard.press("Enter");
		await last.locator("textarea").focus();
		await panel.page.keyboard.type("the last");
		await panel.page.waitForTimeout(550); // its choices have just been drawn
		await panel.page.keyboard.press("Enter");
		const answers = await panel.posted("answer");
		assert.deepEqual(
			answers.map(({ id, response }) => [id, response]),
			[["q199", "the last"]],
		);
	});
});

it("the notice that Parley is not running leads to a new start and to the Doctor", async () => {
	const panel = await stage.open(stage.states(Date.now())["notice-stopped"]);
	const { page } = panel;
	await page.getByRole("button", { name: "Start again", exact: true }).click();
	await page.getByRole("button", { name: "Run Doctor", exact: true }).click();
	assert.deepEqual(await panel.posted("command"), [
		{ kind: "command", command: "restart" },
		{ kind: "command", command: "doctor" },
	]);
});
