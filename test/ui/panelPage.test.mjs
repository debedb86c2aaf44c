// Every state of the panel in three themes, at the widths of a side bar, in both languages; screenshots in artifacts/panel/.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { PanelStage } from "./panelStage.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = fileURLToPath(new URL("../../artifacts/panel/", import.meta.url));
mkdirSync(shots, { recursive: true });

const STATES = [
	"empty",
	"idle",
	"question-short",
	"question-long",
	"question-near",
	"question-hold",
	"question-expired",
	"reconnecting",
	"refuted",
	"many",
	"approval-command",
	"approval-diff",
	"approval-danger",
	"approval-rule",
	"approval-rule-exact",
	"approval-rule-no-match",
	"approval-deny",
	"approval-prompt",
	"approval-beside",
	"approval-reconnecting",
	"approval-long",
	"approval-many",
	"plan-running",
	"plan-completed",
	"plan-interrupted",
	"plan-failed",
	"history",
	"notice-stopped",
	"notice-untrusted",
];
const SHOT_WIDTHS = [300, 420];
const stage = new PanelStage();

/** What axe-core finds wrong, with its best practices. */
async function faults(panel) {
	await panel.page.evaluate(axe);
	const { violations } = await panel.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
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

for (const theme of ["dark", "light", "hc"]) {
	describe(`in the ${theme} theme`, () => {
		for (const name of STATES) {
			it(`${name} can be used by everybody and never scrolls sideways`, async () => {
				const panel = await stage.open(stage.states(Date.now() + 900)[name], { theme });
				assert.deepEqual(await faults(panel), []);
				for (const width of SHOT_WIDTHS) {
					assert.equal(await sidewaysAt(panel, width), 0, `at ${width} px`);
					await panel.page.screenshot({ path: join(shots, `${name}-${theme}-${width}.png`), fullPage: true });
				}
				assert.equal(await sidewaysAt(panel, 200), 0, "at 200 px");
				assert.deepEqual(panel.problems, []);
			});
		}
	});
}

describe("in Simplified Chinese", () => {
	for (const name of STATES) {
		it(`${name} has no English text of ours`, async () => {
			const state = stage.states(Date.now() + 900)[name];
			const panel = await stage.open(state, { theme: "light", language: "zh-cn", width: 300 });
			const { PANEL_TEXTS } = await stage.load("src/protocol/texts.ts");
			const sentences = Object.values(PANEL_TEXTS).filter((text) => text.length > 8 && !text.includes("{"));
			const shown = await panel.page.locator("body").innerText();
			assert.deepEqual(
				sentences.filter((text) => shown.includes(text.replaceAll("**", ""))),
				[],
			);
			await panel.page.screenshot({ path: join(shots, `${name}-light-300-zh-cn.png`), fullPage: true });
		});
	}
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
		const panel = await stage.open(snapshot(now, { waiting }));
		assert.equal(await panel.page.locator(".count").textContent(), "200");
		assert.equal(await panel.page.locator(".card").count(), 200);
		assert.equal(await panel.page.locator(".card:not(.is-folded)").count(), 1);
		for (const width of [200, 300, 420]) assert.equal(await sidewaysAt(panel, width), 0, `at ${width} px`);
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
