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
		press: async (name) => {
			await page.getByRole("button", { name: "Attach", exact: true }).click();
			await page.getByRole("button", { name }).click();
		},
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
	it("is asked for with what is typed, one at a time, and comes into the field with the caret behind it", async () => {
		const { panel, page, field, press, show } = await openWith();
		await field.fill("see");
		await press("Attach the editor’s selection");
		await page.getByRole("button", { name: "Attach", exact: true }).click();
		const second = page.getByRole("button", { name: "Attach the current file" });
		assert.equal(await second.getAttribute("aria-disabled"), "true");
		await second.click({ force: true });
		assert.equal(await page.locator(".hint", { hasText: "Something is still being attached." }).isVisible(), true);
		assert.equal(await panel.live(), "Something is still being attached.");
		assert.deepEqual(
			(await panel.posted()).filter(({ kind }) => kind.startsWith("attach-")),
			[{ kind: "attach-selection", id: "q1", text: "see" }],
		);
		await field.focus();
		const text = "see\n\nsrc/a.ts:1\n";
		await show({ draft: { text, choice: undefined }, draftVersion: 1, attached: note(1, undefined, "src/a.ts") });
		assert.equal(await field.inputValue(), text);
		assert.equal(await field.evaluate((element) => element.selectionStart), text.length);
		assert.equal(await panel.live(), "Attached: src/a.ts");
		await page.keyboard.type("!");
		assert.equal(await field.inputValue(), `${text}!`);
		await press("Attach the current file");
		assert.deepEqual(await panel.posted("attach-file"), [{ kind: "attach-file", id: "q1", text: `${text}!` }]);
	});

	it("leaves the caret where the person types, and a composition whole", async () => {
		const { page, field, press, show } = await openWith();
		await field.fill("see that");
		await press("Attach the editor’s selection");
		await field.focus();
		await field.evaluate((element) => element.setSelectionRange(3, 3));
		await page.keyboard.type(" how");
		const client = await page.context().newCDPSession(page);
		await client.send("Input.imeSetComposition", { text: "しつ", selectionStart: 2, selectionEnd: 2 });
		await page.evaluate(() => {
			globalThis.ended = 0;
			document.addEventListener("compositionend", () => globalThis.ended++);
		});
		const draft = { text: "see that\n\nX\n", choice: undefined };
		await show({ draft, draftVersion: 1, attached: note(1, undefined) });
		assert.deepEqual([await page.evaluate(() => globalThis.ended), await field.inputValue()], [0, "see howしつ that"]);
		await client.send("Input.insertText", { text: "質" });
		await page.keyboard.type(".");
		assert.equal(await field.inputValue(), "see how質. that\n\nX\n");
		await page.waitForFunction(
			(text) => globalThis.posted.findLast(({ kind }) => kind === "draft").text === text,
			"see how質. that\n\nX\n",
		);
	});

	it("is not asked for where the answer has no room left", async () => {
		const { panel, field, press } = await openWith();
		await field.fill("x".repeat(16_001));
		await press("Attach the current file");
		assert.equal(await panel.live(), "An answer has at most 16000 characters.");
		assert.deepEqual(await panel.posted("attach-file"), []);
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
		assert.equal(await field.inputValue(), "see this?\n\nsrc/a.ts:1\n");
	});

	it("that is on its way holds the answer, and one that never comes does not hold it for ever", async () => {
		const { panel, field, send, press, page } = await openWith();
		await page.clock.install();
		await field.fill("see");
		await press("Attach the current file");
		assert.equal(await send.getAttribute("title"), "Something is still being attached.");
		await field.press("Enter");
		assert.deepEqual(await panel.posted("answer"), []);
		await page.clock.fastForward(30_000);
		assert.equal(await send.getAttribute("aria-disabled"), "true");
		await page.clock.fastForward(31_000);
		assert.equal(await send.getAttribute("aria-disabled"), null);
	});

	it("that is awaited keeps what is typed from the host, unless the page goes away", async () => {
		const { panel, page, field, press } = await openWith();
		await field.fill("see");
		await press("Attach the current file");
		await field.focus();
		await page.keyboard.type(" this");
		const last = async () => (await panel.posted("draft")).at(-1).text;
		await page.evaluate(() => window.dispatchEvent(new Event("blur")));
		assert.equal(await last(), "see");
		await page.evaluate(() => {
			Object.defineProperty(document, "visibilityState", { value: "hidden" });
			document.dispatchEvent(new Event("visibilitychange"));
		});
		assert.match(await last(), /this/);
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

describe("the list of what can be attached", () => {
	const focused = (page) => page.evaluate(() => document.activeElement.textContent || document.activeElement.title);

	it("opens and goes by keys, and gives the focus back to its button", async () => {
		const { panel, page, field, show } = await openWith();
		const open = page.getByRole("button", { name: "Attach", exact: true });
		const list = page.getByRole("group", { name: "Attach" });
		await field.focus();
		await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
		assert.equal(await focused(page), "Attach the editor’s selection");
		await page.keyboard.press("ArrowUp");
		assert.equal(await focused(page), "Attach an image…");
		await page.keyboard.press("Escape");
		assert.deepEqual([await list.isVisible(), await focused(page)], [false, "Attach"]);
		for (const stops of [0, 1]) {
			await page.keyboard.press("Space");
			for (let stop = 0; stop < stops; stop++) await page.keyboard.press("Tab");
			await page.keyboard.press("Enter");
			assert.deepEqual([await list.isVisible(), await focused(page)], [false, "Attach"]);
			await show({ attached: note(stops + 1, "no-editor", "") });
		}
		const chosen = page.waitForEvent("filechooser");
		await page.keyboard.press("Enter");
		for (let stop = 0; stop < 2; stop++) await page.keyboard.press("ArrowDown");
		await page.keyboard.press("Enter");
		await chosen;
		const told = (await panel.posted()).map(({ kind }) => kind).filter((kind) => kind.startsWith("attach-"));
		assert.deepEqual(told, ["attach-selection", "attach-file"]);
		await page.keyboard.press("Tab");
		assert.equal(await focused(page), "Answer");
		assert.equal(await open.getAttribute("aria-expanded"), null);
	});

	it("takes no room: a card has the height of its text, its choices and its buttons", async () => {
		for (const language of ["en", "zh-cn"]) {
			const { question, snapshot } = stage.data;
			const waiting = [question(Date.now(), { text: "A?" })];
			const { page } = await stage.open(snapshot(Date.now(), { waiting }), { language, width: 300 });
			const heights = () =>
				page.evaluate(() => ["textarea", ".actions", ".card"].map((part) => document.querySelector(part).offsetHeight));
			const resting = await heights();
			assert.deepEqual(resting.slice(0, 2), [24, 26], language);
			await page.locator(".card .icon-btn").click();
			await page.locator(".attach").waitFor();
			assert.deepEqual(await heights(), resting);
			// Over the page, not beyond its edges.
			const { x, width } = await page.locator(".attach").boundingBox();
			assert.ok(x >= 0 && x + width <= 300, `${x} ${width}`);
			await page.mouse.click(5, 5);
			assert.equal(await page.locator(".attach").isVisible(), false);
		}
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

	it("that is on its way keeps nothing else from the host", async () => {
		const earlier = { response: "as before", agent: "Claude Code", at: 1 };
		const { panel, page, field, show } = await openWith({ choices: ["Postgres", "SQLite"], earlier });
		await transfer(page, "paste");
		await page.getByText("Postgres").first().click();
		await page.waitForFunction(() => globalThis.posted.findLast(({ kind }) => kind === "draft")?.choice === "Postgres");
		await page.getByText("Use this answer").click();
		await page.waitForFunction(() => globalThis.posted.findLast(({ kind }) => kind === "draft")?.text === "as before");
		await show({ draft: { text: "", choice: undefined }, images: [image("i1")], attached: note(1, undefined) });
		assert.equal(await field.inputValue(), "as before");
		assert.deepEqual((await panel.posted("draft")).at(-1), { kind: "draft", id: "q1", text: "as before" });
	});

	it("beyond those that an answer takes does not leave the page", async () => {
		const { panel, page } = await openWith({ images: [image("i1"), image("i2"), { ...image("i3"), bytes: 4 * MIB }] });
		const file = (name, bytes) => ({ name, mimeType: "image/png", buffer: Buffer.alloc(bytes) });
		const choose = (...files) => page.locator("input[type=file]").setInputFiles(files);
		await choose(file("big.png", 3.2 * MIB));
		const tooMuch = "big.png is too much: the images of an answer have at most 7 MB together.";
		await page.locator(".attached .hint", { hasText: tooMuch }).waitFor();
		await choose(file("fourth.png", 5), file("fifth.png", 5));
		await page.locator(".attached .hint", { hasText: "An answer has at most 4 images." }).waitFor();
		assert.deepEqual(await sent(panel), [["q1", "fourth.png", 5]]);
	});

	it("that is read too late for its question goes nowhere", async () => {
		const { panel, page } = await openWith();
		await page.evaluate(() => {
			File.prototype.arrayBuffer = () =>
				new Promise((resolve) => (globalThis.read = () => resolve(new ArrayBuffer(5))));
		});
		await transfer(page, "paste");
		const settled = [{ kind: "question", id: "q1", outcome: { reason: "timeout", response: "" } }];
		await panel.show(stage.data.snapshot(Date.now(), { settled }));
		await page.evaluate(() => globalThis.read());
		assert.deepEqual(await sent(panel), []);
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
			const before = (await sent(panel)).length;
			await transfer(page, "paste", { name: "a.png" });
			assert.equal(await page.locator(".attached .hint").isVisible(), false);
			await page.waitForFunction(
				(count) => globalThis.posted.filter(({ kind }) => kind === "attach-image").length > count,
				before,
			);
			await show({ attached: note(before + 1, problem) });
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
		assert.equal(await page.getByRole("button", { name: "Attach", exact: true }).count(), 0);
		assert.equal(await page.getByRole("button", { name: "Remove i1.png" }).count(), 0);
		await transfer(page, "drop");
		assert.deepEqual(await sent(panel), []);
	});
});

describe("text of a million characters", () => {
	/** Pastes or drops text; what the field would take of it is put in as the browser does. */
	const put = (page, kind, text) =>
		page.locator("textarea").evaluate(
			(field, [type, plain]) => {
				const data = new DataTransfer();
				data.setData("text/plain", plain);
				const init = { bubbles: true, cancelable: true };
				return field.dispatchEvent(
					type === "paste"
						? new ClipboardEvent("paste", { ...init, clipboardData: data })
						: new DragEvent("drop", { ...init, dataTransfer: data }),
				);
			},
			[kind, text],
		);

	it("is refused at once where an answer is typed, and what stands there stays", async () => {
		const { panel, page, field } = await openWith();
		await field.fill("see");
		for (const kind of ["paste", "drop"]) {
			assert.equal(await put(page, kind, "x".repeat(1_000_000)), false);
			assert.equal(await panel.live(), "An answer has at most 16000 characters.");
			await page.locator(".hint:not(.sr-only)", { hasText: "An answer has at most 16000 characters." }).waitFor();
			await field.press("End");
			await page.keyboard.type("!");
		}
		assert.equal(await field.inputValue(), "see!!");
		// So much can still be kept, and shortened.
		assert.equal(await put(page, "paste", "x".repeat(65_536 - 5)), true);
		assert.equal(await put(page, "paste", "x".repeat(65_536 - 4)), false);
		await field.selectText();
		assert.equal(await put(page, "paste", "x".repeat(65_536)), true);
	});

	it("is refused by the clipboard’s own keys", async () => {
		const { page, field } = await openWith();
		await field.fill("see");
		await page.evaluate(() => {
			document.addEventListener("copy", (event) => {
				event.clipboardData.setData("text/plain", "x".repeat(1_000_000));
				event.preventDefault();
			});
		});
		await field.press("ControlOrMeta+c");
		await field.press("ControlOrMeta+v");
		await page.locator(".hint:not(.sr-only)", { hasText: "An answer has at most 16000 characters." }).waitFor();
		assert.equal(await field.inputValue(), "see");
	});

	it("is refused where a denial is explained", async () => {
		const { approval, snapshot } = stage.data;
		const waiting = [approval(Date.now(), { step: { kind: "deny", message: "not so" } })];
		const panel = await stage.open(snapshot(Date.now(), { waiting }));
		assert.equal(await put(panel.page, "paste", "x".repeat(1_000_000)), false);
		assert.equal(await panel.live(), "A message has at most 16000 characters.");
		assert.equal(await panel.page.locator("textarea").inputValue(), "not so");
	});
});
