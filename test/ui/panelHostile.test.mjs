// What agents write cannot become anything but text, links to the web and files of the workspace.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PanelStage } from "./panelStage.mjs";

const stage = new PanelStage();

const HOSTILE = [
	"<script>globalThis.hacked = 1</script><img src=x onerror='globalThis.hacked = 1'>",
	"[a](javascript:globalThis.hacked=1) [b](command:workbench.action.quit) [c](data:text/html,x) [d](vscode://x)",
	"![picture](https://example.com/x.png) [bank](https://evil.example/login) https://example.com/plain",
	'```html" onmouseover="globalThis.hacked=1\n<b onclick="globalThis.hacked=1">x</b>\n```',
	"| <i>a</i> | b |\n|---|---|\n| [x](javascript:0) | `<u>` |",
	"> # <h1>quote</h1>\n\n1. <iframe src=//x>\n7. src/a.ts:12 ../../etc/passwd.txt:1 /etc/hosts.txt:2 /home/ada/web-shop/b.ts:3",
	"re\u202Elease \u200B \u001B[31m and" + " ".repeat(40) + "far away",
].join("\n\n");

const TAGS = [
	"A",
	"B",
	"BLOCKQUOTE",
	"CODE",
	"I",
	"LI",
	"OL",
	"P",
	"PRE",
	"SPAN",
	"TABLE",
	"TBODY",
	"TD",
	"TH",
	"THEAD",
	"TR",
	"UL",
];
const ATTRIBUTES = ["aria-label", "class", "href", "role", "tabindex", "title", "value"];

async function open(change) {
	const { question, snapshot } = stage.data;
	return stage.open(snapshot(Date.now(), { waiting: [question(Date.now(), change)] }));
}

describe("a hostile question", () => {
	it("builds only allowed elements with allowed attributes, and runs nothing", async () => {
		const panel = await open({
			text: HOSTILE,
			choices: [HOSTILE.slice(0, 400), "`code` <b>bold</b> **raw**\nsecond line"],
		});
		const found = await panel.page.locator(".md, .choice > span").evaluateAll((roots) => {
			const all = roots.flatMap((root) => [...root.querySelectorAll("*")]);
			return {
				tags: [...new Set(all.map(({ tagName }) => tagName))],
				attributes: [...new Set(all.flatMap((each) => each.getAttributeNames()))],
				hrefs: all.map((each) => each.getAttribute("href")).filter((href) => href !== null),
				text: roots[0].textContent,
			};
		});
		assert.deepEqual(
			found.tags.filter((tag) => !TAGS.includes(tag)),
			[],
		);
		assert.deepEqual(
			found.attributes.filter((name) => !ATTRIBUTES.includes(name)),
			[],
		);
		assert.deepEqual(found.hrefs, [
			"https://example.com/x.png",
			"https://evil.example/login",
			"https://example.com/plain",
		]);
		for (const part of [
			"<script>globalThis.hacked = 1</script>",
			"[a](javascript:globalThis.hacked=1)",
			"onerror",
			"U+202E",
			"U+200B",
			"U+001B",
			"40 spaces",
		]) {
			assert.ok(found.text.includes(part), part);
		}
		assert.equal(await panel.page.evaluate(() => globalThis.hacked), undefined);
		assert.deepEqual(panel.problems, []);
	});

	it("shows where a link leads, and counts and names what is hidden", async () => {
		const panel = await open({ text: HOSTILE });
		const text = await panel.page.locator(".md").innerText();
		assert.ok(text.includes("bank (https://evil.example/login)"));
		const hint = await panel.page.locator(".hint.strong").innerText();
		assert.equal(hint, "4 hidden characters are shown: right-to-left override, zero width space, escape, 40 spaces.");
	});

	it("opens files of the workspace only, by name and line", async () => {
		const panel = await open({ text: HOSTILE });
		const files = panel.page.locator(".file-ref");
		assert.deepEqual(await files.allInnerTexts(), ["src/a.ts:12", "/home/ada/web-shop/b.ts:3"]);
		await files.first().click();
		await files.last().focus();
		await panel.page.keyboard.press("Enter");
		assert.deepEqual(await panel.posted("open-file"), [
			{ kind: "open-file", session: "session-claude", path: "src/a.ts", line: 12 },
			{ kind: "open-file", session: "session-claude", path: "/home/ada/web-shop/b.ts", line: 3 },
		]);
	});

	it("keeps the numbers of a list as they were written", async () => {
		const panel = await open({ text: "1. one\n3. three" });
		assert.deepEqual(
			await panel.page.locator(".md li").evaluateAll((items) => items.map(({ value }) => value)),
			[1, 3],
		);
	});

	it("written from right to left is laid out so; commands, and what is ours, are not", async () => {
		const arabic = "هل أبدأ؟ ";
		const panel = await open({
			text: `${arabic} OK.\n\nAnd this?\n\n\`\`\`\n${arabic}\n\`\`\``,
			choices: [arabic, "No"],
		});
		const sides = await panel.page.evaluate(() =>
			[".md p:first-child", ".md p:nth-child(2)", ".md pre code", ".choice span", ".title"].map((selector) => {
				const element = document.querySelector(selector);
				const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
				const range = document.createRange();
				range.selectNodeContents(node);
				const text = range.getBoundingClientRect();
				const box = element.getBoundingClientRect();
				return text.left - box.left > box.right - text.right ? "right" : "left";
			}),
		);
		assert.deepEqual(sides, ["right", "left", "left", "right", "left"]);
	});

	it("names of agent, terminal and folder hide nothing either", async () => {
		const source = { ...stage.data.source("Cl\u202Eaude", "t\u200Berm", "<b>x</b>"), session: "s" };
		const panel = await open({ source });
		assert.equal(await panel.page.locator(".title").innerText(), "ClU+202Eaude asks");
		assert.equal(await panel.page.locator(".meta .link").innerText(), "tU+200Berm");
		assert.ok((await panel.page.locator(".meta").innerText()).includes("<b>x</b>"));
	});

	it("hides nothing in the labels and tooltips of what it names", async () => {
		const name = "a\u202Egpj.png";
		const images = [{ id: "i1", name, bytes: 3, url: `${stage.server.origin}/attached.png` }];
		const source = { ...stage.data.source("Claude", "t\u200Berm", "x"), session: "s" };
		const { page } = await open({ source, images });
		const labels = await page.evaluate(() =>
			[...document.querySelectorAll("*")].flatMap((each) => [each.title, each.ariaLabel ?? ""]),
		);
		assert.deepEqual(
			labels.filter((label) => /[\u200B\u202E]/.test(label)),
			[],
		);
		assert.equal(await page.locator(".image .clip").getAttribute("title"), "a[U+202E]gpj.png");
		await page.getByRole("button", { name: "Remove a[U+202E]gpj.png" }).waitFor();
	});
});

describe("the page's policy", () => {
	it("refuses scripts, pictures and connections", async () => {
		const panel = await open({});
		const refused = await panel.page.evaluate(async () => {
			const seen = [];
			document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => seen.push(effectiveDirective));
			const script = document.createElement("script");
			script.textContent = "globalThis.hacked = 1";
			const image = document.createElement("img");
			image.src = "http://127.0.0.1:9/x.png"; // only images of the extension's own folders are shown
			document.body.append(script, image);
			await fetch(`${location.origin}/x`).catch(() => undefined);
			await new Promise((resolve) => setTimeout(resolve, 200));
			return [...new Set(seen)].sort();
		});
		assert.deepEqual(refused, ["connect-src", "img-src", "script-src-elem"]);
		assert.equal(await panel.page.evaluate(() => globalThis.hacked), undefined);
	});
});
