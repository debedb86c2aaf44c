// What the panel needs of its component library: a successor of the toolkit has to do all of this. Sizes are those of the
// panel's design.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PanelStage } from "./panelStage.mjs";

const stage = new PanelStage();

async function openState(name) {
	return stage.open(stage.states(Date.now() + 900)[name]);
}
const height = async (element) => Math.round((await element.boundingBox()).height);

describe("button", () => {
	it("is 26 px high, has its text as its name, and is pressed by mouse, Enter and Space", async () => {
		const panel = await openState("empty");
		const sample = panel.page.getByRole("button", { name: "Ask me a sample question" });
		assert.equal(await height(sample), 26);
		await sample.click();
		await sample.focus();
		await panel.page.keyboard.press("Enter");
		await panel.page.keyboard.press("Space");
		assert.equal((await panel.posted("command")).length, 3);
	});

	it("looks like the native button beside it", async () => {
		const panel = await openState("question-expired");
		const looks = (element) =>
			element.evaluate((each) => {
				const outer = getComputedStyle(each);
				const inner = getComputedStyle(each.shadowRoot?.querySelector("[part=control]") ?? each);
				return [
					outer.backgroundColor,
					outer.color,
					outer.borderRadius,
					inner.borderColor,
					inner.fontSize,
					inner.fontFamily,
					each.offsetHeight,
				];
			});
		const native = await looks(panel.page.locator("button.btn", { hasText: "Send to terminal" }));
		assert.deepEqual(await looks(panel.page.locator("vscode-button.btn", { hasText: "Copy answer" })), native);
	});

	it("does not send the form that it stands in", async () => {
		const panel = await openState("question-near");
		await panel.pastGuard();
		await panel.page.locator("vscode-button", { hasText: "Dismiss" }).click();
		assert.deepEqual(
			(await panel.posted()).map(({ kind }) => kind).filter((kind) => kind === "answer" || kind === "dismiss"),
			["dismiss"],
		);
	});
});

describe("badge", () => {
	it("shows a count and says it in words", async () => {
		const panel = await openState("many");
		assert.equal(await panel.page.locator(".count").innerText(), "4");
		assert.equal(await panel.page.locator(".section-head .sr-only").innerText(), "4 items");
		assert.equal(await height(panel.page.locator(".count")), 18);
	});
});

describe("checkbox", () => {
	it("has its label as its name and tells each change once, by mouse and by Space", async () => {
		const panel = await openState("question-expired");
		const box = panel.page.getByRole("checkbox", { name: "Hand over with this agent’s next question, marked as late" });
		await box.click();
		await panel.page.locator("[role=checkbox][aria-checked=true]").waitFor();
		await panel.show(stage.data.snapshot(Date.now(), { drafts: [stage.data.draft(Date.now(), { handOver: true })] }));
		await box.focus();
		await panel.page.keyboard.press("Space");
		assert.deepEqual(
			(await panel.posted("hand-over")).map(({ on }) => on),
			[true, false],
		);
	});

	it("that cannot be changed says so and stays", async () => {
		const { draft, snapshot } = stage.data;
		const panel = await stage.open(
			snapshot(Date.now(), { drafts: [draft(Date.now(), { canHandOver: false, toTerminal: "agent-gone" })] }),
		);
		const box = panel.page.getByRole("checkbox");
		assert.equal(await box.getAttribute("aria-readonly"), "true");
		await box.click({ force: true });
		assert.deepEqual(await panel.posted("hand-over"), []);
		assert.equal(await panel.page.getByText("It cannot be handed over").isVisible(), true);
		await panel.page.locator("button.btn").focus();
		await panel.page.keyboard.press("Enter");
		assert.equal(
			await panel.page.locator(".hint", { hasText: "This agent no longer runs in that terminal." }).isVisible(),
			true,
		);
		assert.deepEqual(await panel.posted("send-to-terminal"), []);
	});
});

describe("dropdown and search field", () => {
	it("are 26 px high, have names, and tell what is chosen and typed", async () => {
		const panel = await openState("history");
		const { page } = panel;
		const agent = page.getByRole("combobox", { name: "Agent" });
		assert.equal(await height(page.locator("vscode-dropdown").first()), 26);
		assert.equal(await height(page.locator("vscode-text-field")), 26);
		await agent.focus();
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("Enter");
		await page.getByRole("textbox", { name: "Search history" }).fill("test");
		await page.waitForFunction(() => globalThis.posted.at(-1).query?.text === "test");
		assert.deepEqual((await panel.posted("show-history")).at(-1).query, {
			text: "test",
			agentId: "claude-code",
			limit: 50,
		});
		await panel.show(stage.states(Date.now()).history);
		assert.equal(await page.locator("mark").first().innerText(), "test");
	});
});
