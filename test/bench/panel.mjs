// The panel with 100 plans of 30 steps, all open: first render and one step that moves, in Chromium, against a page that
// writes the same list by innerHTML. Medians; rounds of the two pages take turns.
import { launchBrowser } from "../support/host/chromium.mjs";
import { load, PanelServer } from "../support/panelPage.mjs";
import { median, round } from "./measure.mjs";

const CARDS = 100;
const STEPS = 30;
const ROUNDS = 15;
const WARM_UP = 3;

const STYLE =
	"body{font:13px sans-serif;margin:0}.card{border:1px solid #ccc;margin:6px;padding:6px}.head{display:flex;gap:6px}.bar{height:3px;background:#ddd}.bar>i{display:block;height:3px;background:#07c}li{display:flex;gap:6px;list-style:none}ol{margin:0;padding:0}.completed .t{text-decoration:line-through}";

const { plan, snapshot } = await load("test/support/panelData.ts");
const now = Date.now();
const steps = (done) =>
	Array.from({ length: STEPS }, (_, index) => [
		`Step ${index}: read the module, change it and run the tests again`,
		index < done ? "completed" : index === done ? "in_progress" : "pending",
	]);
const plans = Array.from({ length: CARDS }, (_, index) =>
	plan(now, `card-${index}`, `Task ${index}`, steps(4), { explanation: "Tests first, then the tokenizer." }),
);
const open = Object.fromEntries(plans.map(({ id }) => [id, false]));
const folds = { version: 1, folded: open };
const before = snapshot(now, { plans, folds });
const after = snapshot(now, {
	plans: plans.map((card, index) =>
		index === CARDS / 2
			? plan(now, card.id, card.title, steps(5), { ...card, revision: 5, steps: plan(now, "x", "x", steps(5)).steps })
			: card,
	),
	folds,
});

const browser = await launchBrowser();
const server = await PanelServer.start();
try {
	const options = { width: 320, height: 900 };
	const panel = await server.open(browser, options);
	const yardstick = await browser.newPage({ viewport: options });
	await panel.page.evaluate(panelUnderTest);
	await yardstick.setContent(`<!doctype html><style>${STYLE}</style><div id=root></div>`);
	await yardstick.evaluate(innerHtml);
	const results = { panel: [], yardstick: [] };
	for (let turn = -WARM_UP; turn < ROUNDS; turn++) {
		for (const [name, page] of [
			["panel", panel.page],
			["yardstick", yardstick],
		]) {
			const times = await page.evaluate(measure, [before, after, { ...before, plans: [] }]);
			if (turn >= 0) results[name].push(times);
		}
	}
	const rows = [
		["rendered", "first render + layout ms", "≤ 25, × ≤ 0.25"],
		["painted", "first render painted ms", "≤ 60, × ≤ 0.25"],
		["script", "first render, script alone ms", undefined],
		["moved", "one step + clone + layout ms", "≤ 6"],
		["movedAfterClone", "one step + layout after the clone ms", "≤ 1.5"],
	];
	for (const [key, metric, goal] of rows) {
		const parley = median(results.panel.map((times) => times[key]));
		const html = median(results.yardstick.map((times) => times[key]));
		console.log(
			JSON.stringify({
				bench: "panel",
				case: `${CARDS} plans × ${STEPS} steps / innerHTML`,
				metric,
				parley: round(parley, 1),
				yardstick: round(html, 1),
				ratio: round(parley / html),
				goal,
			}),
		);
	}
} finally {
	await browser.close();
	await server.close();
}

/** Each page defines `show(snapshot)`, which is done when it returns, and `list`, whose layout is forced. */
function panelUnderTest() {
	globalThis.list = document.getElementById("panel");
	globalThis.show = (data) => window.dispatchEvent(new MessageEvent("message", { data }));
}

/** The same list as a page would write it that keeps nothing: one string, lightly styled. */
function innerHtml() {
	const icons = { pending: "○", in_progress: "◐", completed: "●" };
	const words = { pending: "pending", in_progress: "in progress", completed: "done" };
	const done = (list) => list.filter(({ status }) => status === "completed").length;
	const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
	const step = ({ step: text, status }) =>
		`<li class="${status}"><span aria-hidden=true>${icons[status]}</span><span class=t>${escaped(text)}</span><span class=w>${words[status]}</span></li>`;
	const card = ({ id, title, source, explanation, steps: list }) =>
		`<section class=card data-id="${escaped(id)}" aria-label="${escaped(title)}"><div class=head><b>${escaped(title)}</b><span>${escaped(source.agent)} · ${escaped(source.terminal.name)} · ${escaped(source.folder)}</span><span class=n>${done(list)}/${list.length} done</span></div><div class=bar><i style="width:${(100 * done(list)) / list.length}%"></i></div><p>${escaped(explanation)}</p><ol>${list.map(step).join("")}</ol></section>`;
	globalThis.list = document.getElementById("root");
	globalThis.show = ({ plans: all }) => {
		globalThis.list.innerHTML = all.map(card).join("");
	};
}

async function measure([first, next, none]) {
	const { list, show } = globalThis;
	const layout = () => list.lastElementChild?.getBoundingClientRect();
	const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
	const data = structuredClone(first);
	show(structuredClone(none));
	await frame();
	const start = performance.now();
	show(data);
	const script = performance.now() - start;
	layout();
	const rendered = performance.now() - start;
	await frame();
	const painted = performance.now() - start;
	const moving = performance.now();
	const cloned = structuredClone(next);
	const afterClone = performance.now();
	show(cloned);
	layout();
	const end = performance.now();
	return { script, rendered, painted, moved: end - moving, movedAfterClone: end - afterClone };
}
