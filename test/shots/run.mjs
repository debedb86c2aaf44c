// `npm run shots`: pictures of the built panel in every state, theme, width and language, and contact sheets to look at
// them side by side, in artifacts/shots/. `npm run shots -- plan many` takes only the states whose names hold a word.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "../support/host/chromium.mjs";
import { load, PanelServer, THEMES } from "../support/panelPage.mjs";
import { contactSheet, contents } from "./contactSheet.mjs";
import { MOMENTS } from "./moments.mjs";

const LANGUAGES = ["en", "zh-cn"];
const WIDTHS = [300, 420, 700];
/** More than any state needs: what is out of sight is not drawn. */
const HEIGHT = 2_400;
/** Half an hour past ten, so that "today" and the times of the history are the same in every run. */
const NOW = new Date(2026, 4, 12, 10, 32).getTime();

const shots = fileURLToPath(new URL("../../artifacts/shots/", import.meta.url));
const words = process.argv.slice(2);
const isWanted = (name) => words.length === 0 || words.some((word) => name.includes(word));

const { states, following } = await load("test/support/panelStates.ts");
const names = Object.keys(states(NOW)).filter(isWanted);
const moments = MOMENTS.filter(({ name }) => isWanted(name));
rmSync(shots, { recursive: true, force: true });
mkdirSync(shots, { recursive: true });

const started = Date.now();
const server = await PanelServer.start();
const browser = await launchBrowser();
const problems = [];
const sheets = [];
let count = 0;
try {
	for (const language of LANGUAGES) await takeStates(language);
	for (const moment of moments) await takeMoment(moment);
	for (const sheet of sheets) contactSheet(shots, sheet);
	contents(shots, sheets);
} finally {
	await browser.close();
	await server.close();
}
console.log(`${count} pictures, ${sheets.length} sheets, ${((Date.now() - started) / 1_000).toFixed(0)} s: ${shots}`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** One page per language: each state begins it anew, and then it only changes its theme and width. */
async function takeStates(language) {
	const panel = await open({ language });
	for (const name of names) {
		await panel.page.evaluate(() => sessionStorage.clear());
		await panel.reopen();
		await panel.show(states(NOW)[name]);
		if (name in following(NOW)) await panel.show(following(NOW)[name]);
		for (const width of WIDTHS) {
			await panel.page.setViewportSize({ width, height: HEIGHT });
			for (const theme of THEMES) {
				await panel.wear(theme);
				await take(panel, [theme, width, language].join("-"), name);
			}
		}
	}
	await panel.close();
}

/** A state in which somebody does something. */
async function takeMoment({ name, state, act, width = 300, zoom = 1, motion }) {
	for (const theme of THEMES) {
		const panel = await open({ theme, width, zoom, motion });
		await panel.show(states(NOW)[state]);
		await act?.(panel.page).catch(({ message }) => problems.push(`${name}, ${theme}: ${message}`));
		await take(panel, `${theme}-moments`, name, zoom);
		await panel.close();
	}
}

async function open(options) {
	const panel = await server.open(browser, { height: HEIGHT, ...options });
	await panel.page.clock.setFixedTime(NOW);
	return panel;
}

async function take(panel, sheet, name, zoom = 1) {
	const file = join(sheet, `${name}.png`);
	const clip = await panel.page.evaluate(contentBox);
	await panel.page.screenshot({ path: join(shots, file), clip });
	const found = sheets.find((each) => each.name === sheet) ?? { name: sheet, columnWidth: clip.width, pictures: [] };
	if (found.pictures.length === 0) sheets.push(found);
	found.pictures.push({ name, file, zoom });
	problems.push(...panel.problems.splice(0).map((problem) => `${file}: ${problem}`));
	count++;
}

/** Runs in the page: what is drawn, with an open list that hangs over the end. */
function contentBox() {
	const ends = [...document.querySelectorAll("#panel, vscode-dropdown.open vscode-option")].map(
		(element) => element.getBoundingClientRect().bottom,
	);
	return { x: 0, y: 0, width: innerWidth, height: Math.ceil(Math.max(...ends)) + 4 };
}
