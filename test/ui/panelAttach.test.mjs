// What goes with an answer beside typed words: excerpts that the host puts into the field, and images.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PanelStage } from "./panelStage.mjs";

const stage = new PanelStage();
const MIB = 1024 * 1024;

async function openWith(change = {}) {
	const { question, snapshot } = stage.data;
	const panel = await stage.open(snapshot(Date.now(), { waiting: [question(Date.now(), { id: "q1", ...change })] }));
	await panel.pastGuard();
	const { page } = panel;
	return {
		panel,
		page,
		field: page.locator("textarea"),
		send: page.locator("button[type=submit]"),
		press: (name) => page.getByRole("button", { name }).click(),
		show: (next) =>
			panel.show(snapshot(Date.now(), { waiting: [question(Date.now(), { id: "q1", ...change, ...next })] })),
	};
}

/** Pastes or drops a file of that many bytes, and text beside it if there is any. */
function transfer(page, kind, { name = "shot.png", bytes = 12, text = "" } = {}) {
	return page.locator("textarea").evaluate(
		(field, [type, fileName, size, plain]) => {
			const data = new DataTransfer();
			const content = new Uint8Array(size);
			content.set([0x89, 0x50, 0x4e, 0x47]);
			data.items.add(new File([content], fileName, { type: "image/png" }));
			if (plain !== "") data.setData("text/plain", plain);
			const init = { bubbles: true, cancelable: true };
			const event =
				type === "paste"
					? new ClipboardEvent("paste", { ...init, clipboardData: data })
					: new DragEvent("drop", { ...init, dataTransfer: data });
			return !field.dispatchEvent(event);
		},
		[kind, name, bytes, text],
	);
}

const sent = async (panel) =>
	(await panel.posted("attach-image")).map(({ id, name, data }) => [id, name, Object.keys(data).length]);
const image = (id, name = `${id}.png`) => ({ id, name, bytes: 12, url: `${stage.server.origin}/attached.png` });
const note = (count, problem, name = "a.png") => ({ count, problem, name });

describe("an excerpt of the editor", () => {
	it("is asked for with what is typed, and comes into the field with the caret behind it", async () => {
		const { panel, page, field, press, show } = await openWith();
		await field.fill("see");
		await press("Attach the editor’s selection");
		await press("Attach the current file");
		assert.deepEqual(
			(await panel.posted()).filter(({ kind }) => kind.startsWith("attach-")),
			[
				{ kind: "attach-selection", id: "q1", text: "see" },
				{ kind: "attach-file", id: "q1", text: "see" },
			],
		);
		await field.focus();
		const text = "see\n\nsrc/a.ts:1\n";
		await show({ draft: { text, choice: undefined }, draftVersion: 1, attached: note(2, undefined, "src/a.ts") });
		assert.equal(await field.inputValue(), text);
		assert.equal(await field.evaluate((element) => element.selectionStart), text.length);
		assert.equal(await panel.live(), "Attached: src/a.ts");
		await page.keyboard.type("!");
		assert.equal(await field.inputValue(), `${text}!`);
	});

	it("does not fight with typing: what was typed meanwhile stays, and the host hears of both", async () => {
		const { page, field, press, show } = await openWith();
		await field.fill("see");
		await press("Attach the editor’s selection");
		await field.focus();
		await page.keyboard.press("End");
		await page.keyboard.type(" this");
		const draft = { text: "see\n\nsrc/a.ts:1\n", choice: undefined };
		await show({ draft, draftVersion: 1, attached: note(1, undefined) });
		assert.equal(await field.inputValue(), "see this\n\nsrc/a.ts:1\n");
		await page.waitForFunction(
			(text) => globalThis.posted.some((each) => each.kind === "draft" && each.text === text),
			"see this\n\nsrc/a.ts:1\n",
		);
		// The same version again changes nothing: the page is ahead.
		await page.keyboard.type("?");
		await show({ draft, draftVersion: 1, attached: note(1, undefined) });
		assert.equal(await field.inputValue(), "see this\n\nsrc/a.ts:1\n?");
	});

	it("that is on its way holds the answer, and one that never comes does not hold it for ever", async () => {
		const { panel, field, send, press, page } = await openWith();
		await field.fill("see");
		await press("Attach the current file");
		assert.equal(await send.getAttribute("title"), "Something is still being attached.");
		await field.press("Enter");
		assert.deepEqual(await panel.posted("answer"), []);
		await page.waitForFunction(() => !document.querySelector("button[type=submit]").hasAttribute("aria-disabled"));
	});

	it("that there is none of is told in the card and aloud, and the text stays", async () => {
		const { panel, page, field, press, show } = await openWith();
		await field.fill("see");
		for (const [problem, told] of [
			["no-editor", "No text editor is open."],
			["no-selection", "Nothing is selected in a.png."],
			["not-text", "a.png is no text."],
			["no-room", "a.png does not fit: an answer has at most 16000 characters."],
		]) {
			await press("Attach the editor’s selection");
			const count = (await panel.posted("attach-selection")).length;
			await show({ draft: { text: "see", choice: undefined }, attached: note(count, problem) });
			await page.locator(".attached .hint", { hasText: told }).waitFor();
			assert.equal(await panel.live(), told);
		}
		assert.equal(await field.inputValue(), "see");
	});
});

describe("an image", () => {
	it("is pasted, dropped or chosen, and each goes to the host once", async () => {
		const { panel, page } = await openWith();
		assert.equal(await transfer(page, "paste"), true);
		assert.equal(await transfer(page, "drop", { name: "dropped.png" }), true);
		await page.locator("input[type=file]").setInputFiles({
			name: "chosen.png",
			mimeType: "image/png",
			buffer: Buffer.alloc(5),
		});
		await page.waitForFunction(() => globalThis.posted.filter(({ kind }) => kind === "attach-image").length === 3);
		assert.deepEqual(await sent(panel), [
			["q1", "shot.png", 12],
			["q1", "dropped.png", 12],
			["q1", "chosen.png", 5],
		]);
	});

	it("beside text in the clipboard is left alone: the text is pasted", async () => {
		const { panel, page } = await openWith();
		assert.equal(await transfer(page, "paste", { text: "a table" }), false);
		assert.deepEqual(await sent(panel), []);
	});

	it("of 20 MB is refused in the page, and what is typed stays", async () => {
		const { panel, page, field, send } = await openWith();
		await field.fill("see");
		await transfer(page, "paste", { name: "<b>huge.png", bytes: 20 * MIB });
		const told = "<b>huge.png is too large: an image has at most 3.5 MB.";
		await page.locator(".attached .hint", { hasText: told }).waitFor();
		assert.equal(await panel.live(), told);
		assert.deepEqual(await sent(panel), []);
		assert.equal(await send.getAttribute("aria-disabled"), null);
		assert.equal(await field.inputValue(), "see");
	});

	it("that the host refuses is told, and goes away from there at the next try", async () => {
		const { panel, page, show } = await openWith();
		for (const [problem, told] of [
			["not-image", "a.png is no PNG, JPEG, GIF or WebP image."],
			["too-many", "An answer has at most 4 images."],
			["too-much", "a.png is too much: the images of an answer have at most 7 MB together."],
			["not-stored", "a.png could not be stored. The log says why."],
		]) {
			await transfer(page, "paste", { name: "a.png" });
			assert.equal(await page.locator(".attached .hint").isVisible(), false);
			await page.waitForFunction(() => globalThis.posted.at(-1).kind === "attach-image");
			await show({ attached: note((await sent(panel)).length, problem) });
			await page.locator(".attached .hint", { hasText: told }).waitFor();
		}
	});

	it("is shown with its name, needs words beside it, and goes along with them", async () => {
		const { panel, page, field, send, show } = await openWith({ images: [image("i1", "first.png"), image("i2")] });
		assert.deepEqual(await page.locator(".image .clip").allInnerTexts(), ["first.png", "i2.png"]);
		await page.waitForFunction(() => [...document.querySelectorAll(".thumb")].every((each) => each.naturalWidth > 0));
		assert.equal(await send.getAttribute("title"), "Write or choose an answer to go with the image.");
		await send.click({ force: true });
		assert.deepEqual(await panel.posted("answer"), []);
		await field.fill("like this");
		await send.click();
		assert.deepEqual(await panel.posted("answer"), [
			{ kind: "answer", id: "q1", response: "like this", images: ["i1", "i2"] },
		]);
		await show({ images: [] });
		assert.deepEqual(panel.problems, []);
	});

	it("is taken out by keyboard; the focus goes to the next one, and then to the field", async () => {
		const { panel, page, show } = await openWith({ images: [image("i1"), image("i2")] });
		await page.getByRole("button", { name: "Remove i1.png" }).focus();
		await page.keyboard.press("Enter");
		assert.deepEqual(await panel.posted("remove-image"), [{ kind: "remove-image", id: "q1", image: "i1" }]);
		assert.equal(await panel.live(), "Removed: i1.png");
		await show({ images: [image("i2")] });
		assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Remove i2.png");
		await page.keyboard.press("Enter");
		await show({ images: [] });
		assert.equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
		assert.equal(await page.locator(".images").isVisible(), false);
	});

	it("whose file is gone has an icon in its place, and can still be taken out", async () => {
		const { page } = await openWith({ images: [{ ...image("i1"), url: "data:image/png;base64,AAAA" }] });
		await page.locator(".image .codicon-file-media").waitFor();
		await page.getByRole("button", { name: "Remove i1.png" }).waitFor();
	});

	it("stands in how the question ended, and nothing more can be attached then", async () => {
		const { panel, page } = await openWith({ images: [image("i1")] });
		const images = [{ id: "i1", name: "i1.png", mimeType: "image/png", bytes: 12, path: "/state/images/i1.png" }];
		const outcome = { reason: "response", response: "so", images };
		await panel.show(stage.data.snapshot(Date.now(), { settled: [{ kind: "question", id: "q1", outcome }] }));
		assert.equal(await page.locator(".outcome").innerText(), "Answered: so (with i1.png)");
		assert.equal(await page.locator(".attach").count(), 0);
		await transfer(page, "drop");
		assert.deepEqual(await sent(panel), []);
	});
});
