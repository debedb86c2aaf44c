// What somebody types, reads or points at in the panel stays, whatever agents do meanwhile.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PanelStage } from "./panelStage.mjs";

const stage = new PanelStage();

const outcomes = {
	timeout: { reason: "timeout", response: "" },
	cancelled: { reason: "cancelled", response: "" },
	answered: { reason: "response", response: "Postgres in Docker" },
};

function make(change) {
	return stage.data.snapshot(Date.now(), change);
}
function ask(change) {
	return stage.data.question(Date.now(), change);
}
const steps = (done, count = 30) =>
	Array.from({ length: count }, (_, index) => [
		`Step ${index}: read the module, change it and run the tests again`,
		index < done ? "completed" : index === done ? "in_progress" : "pending",
	]);

/** Shows a snapshot that settles the first of two cards; gives how long it stays, by the clock of the page. */
function timeUntilOneCard(panel, snapshot) {
	return panel.page.evaluate(
		(data) =>
			new Promise((resolve) => {
				const cards = document.querySelector(".cards");
				const start = performance.now();
				window.dispatchEvent(new MessageEvent("message", { data }));
				globalThis.whileStaying = {
					outcome: cards.querySelector(".outcome").innerText,
					count: document.querySelector(".count").textContent,
					secondCardAt: cards.children[1].getBoundingClientRect().y,
				};
				new MutationObserver(() => {
					if (cards.children.length === 1) resolve(performance.now() - start);
				}).observe(cards, { childList: true });
			}),
		snapshot,
	);
}

describe("while the person types", () => {
	it("twenty snapshots in a second change neither text, caret nor focus", async () => {
		const waiting = [ask({ id: "a" })];
		const panel = await stage.open(make({ waiting }));
		const { page } = panel;
		await page.locator("textarea").focus();
		const sentence = "an answer that is typed while the plan moves on";
		const typing = page.keyboard.type(sentence, { delay: 20 });
		for (let done = 0; done < 20; done++) {
			await panel.show(
				make({ waiting, plans: [stage.data.plan(Date.now(), "p", "Plan", steps(done), { revision: done + 1 })] }),
			);
		}
		await typing;
		assert.equal(await page.locator("textarea").inputValue(), sentence);
		assert.equal(await page.locator("textarea").evaluate((field) => field.selectionStart), sentence.length);
		assert.equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
		await page.locator("textarea").blur();
		assert.equal((await panel.posted("draft")).at(-1).text, sentence);
	});

	it("a selection in the text survives, also when a second question comes", async () => {
		const first = ask({ id: "a" });
		const panel = await stage.open(make({ waiting: [first] }));
		const field = panel.page.locator("textarea").first();
		await field.fill("select this word");
		await field.evaluate((element) => element.setSelectionRange(7, 11));
		await panel.show(make({ waiting: [first, ask({ id: "b", text: "Another?" })] }));
		assert.deepEqual(
			await field.evaluate((element) => [
				element.value.slice(element.selectionStart, element.selectionEnd),
				document.activeElement === element,
			]),
			["this", true],
		);
		assert.equal(await panel.page.locator(".count").textContent(), "2");
		assert.match(await panel.live(), /2 items are waiting\./);
	});

	it("a composition is not broken by a snapshot", async () => {
		const waiting = [ask({ id: "a" })];
		const panel = await stage.open(make({ waiting }));
		const client = await panel.page.context().newCDPSession(panel.page);
		await panel.page.locator("textarea").focus();
		await client.send("Input.imeSetComposition", { text: "しつ", selectionStart: 2, selectionEnd: 2 });
		await panel.page.evaluate(() => {
			globalThis.ended = 0;
			document.addEventListener("compositionend", () => globalThis.ended++);
		});
		await panel.show(make({ waiting: [{ ...waiting[0], draft: { text: "し", choice: undefined } }] }));
		await client.send("Input.imeSetComposition", { text: "しつもん", selectionStart: 4, selectionEnd: 4 });
		assert.equal(await panel.page.locator("textarea").inputValue(), "しつもん");
		assert.equal(await panel.page.evaluate(() => globalThis.ended), 0);
	});

	it("the text stays under the keys when the time is over, and goes on as the kept draft", async () => {
		const panel = await stage.open(make({ waiting: [ask({ id: "a" })] }));
		const { page } = panel;
		await page.locator("textarea").focus();
		await page.keyboard.type("half a sen");
		const kept = stage.data.draft(Date.now(), { id: "a", draft: "half a sen" });
		const closed = { drafts: [kept], settled: [{ kind: "question", id: "a", outcome: outcomes.timeout }] };
		await panel.show(make(closed));
		await page.keyboard.type("tence");
		await page.waitForTimeout(2_500);
		assert.equal(await page.locator("textarea").inputValue(), "half a sentence");
		assert.equal(await page.locator(".card").count(), 1);
		assert.equal(await page.locator(".outcome").innerText(), "No answer in time");
		assert.equal(await page.locator("button[type=submit]").isVisible(), false);
		await page.keyboard.press("Enter");
		assert.deepEqual(await panel.posted("answer"), []);
		await page.keyboard.press("Tab");
		await panel.show(make({ drafts: [{ ...kept, draft: "half a sentence" }] }));
		await page.locator(".card.is-closed .draft", { hasText: "half a sentence" }).waitFor();
		assert.deepEqual((await panel.posted("draft")).at(-1), { kind: "draft", id: "a", text: "half a sentence" });
	});

	it("what was typed is there again after the view was hidden", async () => {
		const waiting = [ask({ id: "a" })];
		const panel = await stage.open(make({ waiting }));
		await panel.page.locator("textarea").fill("not sent yet");
		const { text, choice } = (await panel.posted("draft")).at(-1);
		await panel.reopen();
		await panel.show(make({ waiting: [{ ...waiting[0], draft: { text, choice } }] }));
		assert.equal(await panel.page.locator("textarea").inputValue(), "not sent yet");
	});
});

describe("under the pointer", () => {
	it("a settled card shows how it ended and stays for at most two seconds", async () => {
		const waiting = [ask({ id: "a" }), ask({ id: "b", text: "Another?" })];
		const panel = await stage.open(make({ waiting }));
		const { page } = panel;
		await page.locator(".card").first().hover();
		const place = await page.locator(".card").nth(1).boundingBox();
		const stayed = await timeUntilOneCard(
			panel,
			make({ waiting: waiting.slice(1), settled: [{ kind: "question", id: "a", outcome: outcomes.answered }] }),
		);
		assert.deepEqual(await panel.page.evaluate(() => globalThis.whileStaying), {
			outcome: "Answered: Postgres in Docker",
			count: "1",
			secondCardAt: place.y,
		});
		assert.ok(stayed >= 1_950 && stayed < 4_000, `${stayed} ms`);
	});

	it("nothing below a settled card moves, whatever it had shown", async () => {
		const image = { id: "i1", name: "i1.png", bytes: 12, url: `${stage.server.origin}/attached.png` };
		const earlier = { response: "SQLite in memory", agent: "Codex", at: Date.now() - 1_000 };
		const attached = { count: 1, problem: "too-many", name: "b.png" };
		const draft = { text: "my own", choice: "Postgres in Docker" };
		for (const change of [{ images: [image] }, { earlier }, { draft }, { reconnecting: { until: undefined } }]) {
			const waiting = [ask({ id: "a", ...change }), ask({ id: "b", text: "Another?" })];
			const panel = await stage.open(make({ waiting }), { width: 200 });
			const again = [{ ...waiting[0], attached }, waiting[1]];
			if (change.images !== undefined) await panel.show(make({ waiting: again }));
			const second = panel.page.locator(".card").nth(1);
			const { y } = await second.boundingBox();
			const settled = [{ kind: "question", id: "a", outcome: outcomes.cancelled }];
			await panel.show(make({ waiting: waiting.slice(1), settled }));
			assert.equal((await second.boundingBox()).y, y, Object.keys(change)[0]);
		}
		const { approval, ruleStep } = stage.data;
		const step = ruleStep();
		const waiting = [approval(Date.now(), { id: "a", step }), ask({ id: "b" })];
		const panel = await stage.open(make({ waiting }), { width: 300 });
		const second = panel.page.locator(".card").nth(1);
		const { y } = await second.boundingBox();
		const outcome = { decision: "allow_once", reason: "user" };
		await panel.show(make({ waiting: waiting.slice(1), settled: [{ kind: "approval", id: "a", outcome }] }));
		assert.equal((await second.boundingBox()).y, y, "rule");
	});

	it("it leaves as soon as pointer and focus are elsewhere, once it could be read", async () => {
		const panel = await stage.open(make({ waiting: [ask({ id: "a" })] }));
		await panel.page.locator(".card").hover();
		await panel.show(make({ settled: [{ kind: "question", id: "a", outcome: outcomes.cancelled }] }));
		assert.equal(await panel.live(), "Claude Code took the question back.");
		await panel.page.waitForTimeout(1_050);
		const start = Date.now();
		await panel.page.mouse.move(1, 800);
		await panel.page.locator(".card").waitFor({ state: "detached" });
		assert.ok(Date.now() - start < 800);
		assert.equal(await panel.page.getByText("Nothing. You will be told").isVisible(), true);
	});

	it("plans keep their order while the pointer is among them", async () => {
		const plan = (id) => stage.data.plan(Date.now(), id, id, steps(1, 3));
		const panel = await stage.open(make({ plans: [plan("one"), plan("two")] }));
		const titles = () => panel.page.locator(".plan .title").allInnerTexts();
		await panel.page.locator(".plan").first().hover();
		await panel.show(make({ plans: [plan("new"), plan("two"), plan("one")] }));
		assert.deepEqual(await titles(), ["one", "two", "new"]);
		await panel.page.mouse.move(1, 880);
		await panel.show(make({ plans: [plan("new"), plan("two"), plan("one")] }));
		assert.deepEqual(await titles(), ["new", "two", "one"]);
	});
});

describe("where the person reads", () => {
	it("nothing scrolls by itself", async () => {
		const many = Array.from({ length: 30 }, (_, index) => ask({ id: `q${index}`, text: `Question ${index}?` }));
		const panel = await stage.open(make({ waiting: many }), { height: 400 });
		const { page } = panel;
		await page.evaluate(() => scrollTo(0, 900));
		await page.waitForTimeout(100);
		const before = await page.evaluate(() => scrollY);
		const plans = [stage.data.plan(Date.now(), "p", "Plan", steps(3))];
		await panel.show(make({ waiting: [...many, ask({ id: "new", text: "New?" })], plans }));
		await panel.show(
			make({ waiting: many, plans, settled: [{ kind: "question", id: "new", outcome: outcomes.timeout }] }),
		);
		assert.equal(await page.evaluate(() => scrollY), before);
	});

	it("the place in the page is the same after the view was hidden or moved", async () => {
		const many = Array.from({ length: 30 }, (_, index) => ask({ id: `q${index}`, text: `Question ${index}?` }));
		const panel = await stage.open(make({ waiting: many }), { height: 400 });
		await panel.page.mouse.move(100, 200);
		await panel.page.mouse.wheel(0, 900);
		await panel.page.waitForFunction(() => JSON.parse(sessionStorage.getItem("state")).scroll === 900);
		await panel.reopen();
		await panel.show(make({ waiting: many.slice(0, 3) })); // too short yet
		await panel.show(make({ waiting: many }));
		assert.equal(await panel.page.evaluate(() => scrollY), 900);
		await panel.page.evaluate(() => scrollTo(0, 100));
		await panel.page.waitForFunction(() => JSON.parse(sessionStorage.getItem("state")).scroll === 100);
		await panel.show(make({ waiting: many }));
		assert.equal(await panel.page.evaluate(() => scrollY), 100);
	});

	it("the page does not go back to that place once the person has begun, or seconds later", async () => {
		const many = Array.from({ length: 30 }, (_, index) => ask({ id: `q${index}`, text: `Question ${index}?` }));
		const kept = (panel) => panel.page.evaluate(() => JSON.parse(sessionStorage.getItem("state")).scroll);
		for (const begin of [
			({ page }) => page.locator("textarea").first().focus(),
			({ page }) => page.mouse.wheel(0, 1),
			({ page }) => page.waitForTimeout(2_100),
		]) {
			const panel = await stage.open(make({ waiting: many }), { height: 400 });
			await panel.page.evaluate(() => scrollTo(0, 900));
			await panel.page.waitForFunction(() => JSON.parse(sessionStorage.getItem("state")).scroll === 900);
			await panel.reopen();
			await panel.show(make({ waiting: many.slice(0, 1) }));
			assert.equal(await kept(panel), 900);
			await panel.page.mouse.move(100, 200);
			await begin(panel);
			await panel.page.waitForFunction(() => JSON.parse(sessionStorage.getItem("state")).scroll < 200);
			await panel.show(make({ waiting: many }));
			const places = [await panel.page.evaluate(() => scrollY), await kept(panel)];
			assert.ok(Math.max(...places) < 200, `${begin} ${places}`);
		}
	});

	it("one moved step changes no more than six things of the page", async () => {
		const plan = (done, revision) => stage.data.plan(Date.now(), "p", "Plan", steps(done), { revision });
		const panel = await stage.open(make({ plans: [plan(4, 1)] }));
		await panel.page.evaluate(() => {
			globalThis.changes = [];
			new MutationObserver((records) => globalThis.changes.push(...records)).observe(document.getElementById("panel"), {
				subtree: true,
				childList: true,
				attributes: true,
				characterData: true,
			});
		});
		await panel.show(make({ plans: [plan(5, 2)] }));
		const changes = await panel.page.evaluate(() =>
			globalThis.changes.map(({ type, target }) => `${type} ${target.className ?? target.nodeName}`),
		);
		assert.ok(changes.length <= 6, changes.join("\n"));
		assert.equal(
			await panel.page.locator(".step.in_progress .what").innerText(),
			"Step 5: read the module, change it and run the tests again",
		);
	});

	it("what was folded stays folded, in the next page too, and Collapse All folds the rest", async () => {
		const plans = ["one", "two"].map((id) => stage.data.plan(Date.now(), id, id, steps(1, 3)));
		const panel = await stage.open(make({ plans }));
		const expanded = () =>
			panel.page.locator(".plan .fold").evaluateAll((all) => all.map((each) => each.getAttribute("aria-expanded")));
		assert.deepEqual(await expanded(), ["true", "false"]);
		await panel.page.getByRole("button", { name: "two" }).click();
		await panel.page.getByRole("button", { name: "one" }).click();
		assert.deepEqual(await panel.posted("collapse"), [
			{ kind: "collapse", id: "two", folded: false },
			{ kind: "collapse", id: "one", folded: true },
		]);
		await panel.reopen();
		await panel.show(make({ plans }));
		assert.deepEqual(await expanded(), ["false", "true"]);
		await panel.show(make({ plans, folds: { version: 1, folded: { one: true, two: true } } }));
		assert.deepEqual(await expanded(), ["false", "false"]);
	});
});

describe("what the person takes away", () => {
	it("leaves the focus at the top, not nowhere", async () => {
		const { draft } = stage.data;
		const panel = await stage.open(
			make({
				drafts: [draft(Date.now())],
				plans: [stage.data.plan(Date.now(), "p", "Plan", steps(30), { state: "ended" })],
			}),
		);
		const focused = () => panel.page.evaluate(() => document.activeElement.textContent);
		await panel.page.getByRole("button", { name: "Remove this card" }).first().click();
		assert.deepEqual(await panel.posted("discard-draft"), [{ kind: "discard-draft", id: "q4" }]);
		await panel.show(make({}));
		assert.equal(await focused(), "Waiting for you");
	});
});

describe("what is told", () => {
	it("each question is announced once, also to a panel that is opened again", async () => {
		const waiting = [ask({ id: "a", text: "**Which** port?" })];
		const panel = await stage.open(make({ waiting }));
		assert.equal(await panel.live(), "Claude Code asks: Which port?");
		await panel.show(make({ waiting, plans: [stage.data.plan(Date.now(), "p", "Plan", steps(1))] }));
		await panel.reopen();
		await panel.show(make({ waiting }));
		assert.equal(await panel.live(), "");
	});

	it("the last minute is announced once, and seconds never", async () => {
		const waiting = [ask({ id: "a", limitAt: Date.now() + 63_900, closesAt: Date.now() + 63_900 })];
		const panel = await stage.open(make({ waiting }));
		assert.equal(await panel.page.locator(".deadline.is-near").count(), 0);
		await panel.page.locator(".deadline.is-near").waitFor();
		const told = await panel.live();
		assert.match(told, /^(60|59|58) seconds left\.$/);
		await panel.page.waitForTimeout(2_200);
		assert.equal(await panel.live(), told);
		assert.match(await panel.page.locator(".deadline").innerText(), /0:5\d left/);
	});

	it("the countdown goes by the host's clock, wherever that is", async () => {
		const { question, snapshot } = stage.data;
		const far = Date.now() + 3_600_000;
		const panel = await stage.open(
			snapshot(far, { waiting: [question(far, { limitAt: far + 90_900, closesAt: far + 90_900 })] }),
		);
		assert.match((await panel.page.locator(".deadline").innerText()).trim(), /^1:3[01] left/);
	});

	it("a card that another surface sends the person to is unfolded and has the focus", async () => {
		const waiting = [ask({ id: "a" }), ask({ id: "b", text: "Another?" })];
		const panel = await stage.open(make({ waiting }));
		await panel.show(make({ waiting, spotlight: "b" }));
		assert.equal(await panel.page.locator(".card").nth(1).locator("textarea").isVisible(), true);
		assert.equal(
			await panel.page.evaluate(() => document.activeElement.closest("article").contains(document.activeElement)),
			true,
		);
		assert.equal(
			await panel.page
				.locator(".card")
				.nth(1)
				.locator(".fold")
				.evaluate((fold) => document.activeElement === fold),
			true,
		);
	});
});
