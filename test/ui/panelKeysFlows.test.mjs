// Whatever the panel lets somebody do can be done without a mouse: by Tab to where it is, and a key there.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { load } from "../support/panelPage.mjs";
import { PanelStage } from "./panelStage.mjs";

const { PANEL_COMMANDS } = await load("src/protocol/intents.ts");
const stage = new PanelStage();
/** More than any state has. */
const STOPS_MAX = 80;

/** An act as it is told to the extension, without what it is about. */
const nameOf = ({ kind, what, command, step }) => [kind, what ?? command ?? step?.kind].filter(Boolean).join(" ");

/** What has the focus: the element that a key goes to. */
function focusedKind(page) {
	return page.evaluate(() => {
		const { activeElement } = document;
		if (activeElement === null || activeElement === document.body) return "none";
		if (activeElement.getAttribute("aria-expanded") === "true") return "open";
		// What is being attached would hold the answer back; panelAttach goes through that list by keys.
		if (activeElement.hasAttribute("popovertarget")) return "list";
		return activeElement.getAttribute("type") === "radio" ? "radio" : activeElement.localName;
	});
}

/** Goes to each stop of Tab, and does there what a person would: chooses, types, or presses. */
async function useEachStop(panel, snapshot) {
	const { page } = panel;
	for (let stop = 0; stop < STOPS_MAX; stop++) {
		await page.keyboard.press("Tab");
		const kind = await focusedKind(page);
		if (kind === "none") return;
		if (kind === "radio" || kind === "vscode-checkbox") await page.keyboard.press("Space");
		else if (kind === "vscode-dropdown") await page.keyboard.press("ArrowDown");
		else if (kind === "textarea" || kind === "vscode-text-field") await page.keyboard.type("x");
		else if (kind !== "pre" && kind !== "open" && kind !== "list") await page.keyboard.press("Enter");
		await tellAttached(panel, snapshot);
	}
	throw new Error("Tab does not come to an end");
}

/** As the extension says what became of what was to be attached: until then nothing can be sent. */
async function tellAttached(panel, snapshot) {
	const posted = await panel.posted();
	const isWish = ({ kind }) => kind.startsWith("attach-");
	if (!posted.slice(-1).some(isWish)) return;
	const attached = { count: posted.filter(isWish).length, problem: "no-editor", name: "" };
	const waiting = snapshot.waiting.map((item) => (item.kind === "question" ? { ...item, attached } : item));
	await panel.show({ ...snapshot, waiting });
}

describe("each act of the person", () => {
	it("can be reached by Tab and done by a key, in some state", async () => {
		const done = new Set();
		for (const name of STATES) {
			const snapshot = stage.states(Date.now())[name];
			const panel = await stage.open(snapshot);
			await panel.pastGuard();
			await useEachStop(panel, snapshot);
			for (const intent of await panel.posted()) done.add(nameOf(intent));
			assert.deepEqual(panel.problems, [], name);
		}
		const commands = PANEL_COMMANDS.map((command) => `command ${command}`);
		const missing = [...ACTS, ...commands].filter((act) => !done.has(act));
		assert.deepEqual(missing, []);
	});
});

/** Together they have all acts. */
const STATES = [
	"empty",
	"question-long",
	"question-expired",
	"many",
	"approval-diff",
	"approval-rule",
	"approval-deny",
	"approval-prompt",
	"plan-completed",
	"history",
	"notice-stopped",
	"notice-untrusted",
];

const ACTS = [
	"answer",
	"dismiss",
	"extend",
	"draft",
	"reveal-terminal",
	"open-file",
	"copy draft",
	"copy plan",
	"copy history",
	"copy approval",
	"send-to-terminal",
	"hand-over",
	"discard-draft",
	"allow-once",
	"allow-always",
	"deny",
	"step rule",
	"step deny",
	"decide-in-terminal",
	"open-diff",
	"remove-plan",
	"show-history",
	"collapse",
];

describe("by keys", () => {
	it("sections and cards are folded and unfolded, by Enter and by Space", async () => {
		const panel = await stage.open(stage.states(Date.now()).many);
		const { page } = panel;
		for (const [name, key] of [
			["Codex asks", "Enter"],
			["Plans", "Space"],
			["History", "Enter"],
		]) {
			const fold = page.getByRole("button", { name, exact: true });
			const before = await fold.getAttribute("aria-expanded");
			await fold.focus();
			await page.keyboard.press(key);
			assert.equal(await fold.getAttribute("aria-expanded"), before === "true" ? "false" : "true", name);
			assert.equal(await fold.evaluate((element) => element === document.activeElement), true, name);
		}
	});

	it("the history is searched, filtered, read and copied", async () => {
		const panel = await stage.open(stage.states(Date.now()).history);
		const { page } = panel;
		await page.locator("vscode-text-field").focus();
		await page.keyboard.type("test");
		await page.keyboard.press("Tab");
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("Tab");
		await page.keyboard.press("ArrowDown");
		await page.waitForFunction(() => globalThis.posted.at(-1).query?.text === "test");
		const { query } = (await panel.posted("show-history")).at(-1);
		assert.deepEqual([query.text, query.agentId, query.about], ["test", "claude-code", "question"]);
		await page.keyboard.press("Tab");
		const first = page.locator(".entry .what").first();
		assert.equal(await first.evaluate((element) => element === document.activeElement), true);
		await page.keyboard.press("Enter");
		assert.equal(await first.getAttribute("aria-expanded"), "true");
		await page.locator(".entry .copy").first().focus();
		await page.keyboard.press("Enter");
		assert.deepEqual(await panel.posted("copy"), [{ kind: "copy", what: "history", id: "h1" }]);
	});

	it("a long command is scrolled where it stands", async () => {
		const panel = await stage.open(stage.states(Date.now())["approval-long"]);
		const text = panel.page.locator(".pre").first();
		await text.focus();
		await panel.page.keyboard.press("End");
		await panel.page.waitForFunction(() => document.querySelector(".pre").scrollTop > 100);
		assert.deepEqual(await panel.posted("allow-once"), []);
	});
});
