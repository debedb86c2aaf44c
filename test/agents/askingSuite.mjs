import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { openAgentStage } from "./agentStage.mjs";
import { START_MS } from "./agentWindow.mjs";
import { scripts } from "./scripts.mjs";

const GONE_WITHIN_MS = 2_000;
const TRIES = 3;

/**
 * What each agent of askingAgents.mjs must do in a terminal of the workbench, connected by Parley's own command. `more`
 * adds tests of its own.
 */
export function describeAsking(agent, more = () => {}) {
	describe(`${agent.title} in a terminal`, () => {
		const here = {};

		before(async () => {
			here.stage = await openAgentStage(scripts, [agent.name]);
			here.folder = here.stage.trusted("web-shop");
			here.window = await here.stage.window(here.folder);
			await agent.connect(here.window, here.stage);
		});
		after(() => here.stage?.close());
		beforeEach(() => here.window.begin());
		afterEach((test) => test.error && here.stage.keepEvidence(`${agent.name} ${test.name}`));

		for (const [mode, line] of [
			["headless", agent.headless],
			["interactive", agent.interactive],
		]) {
			describe(mode, () => {
				const start = async (script) => here.window.typeInTerminal(line(`script:${script}`));

				it("asks, waits, and goes on with the choice that was pressed", async () => {
					const { window } = here;
					await start("colour");
					await window.waits(1, START_MS);
					const toast = window.notification("Which colour?");
					await toast
						.filter({ hasText: new RegExp(`${agent.label} \\(.* · web-shop\\) asks: Which colour\\?`) })
						.waitFor();
					await window.chooseInNotification("Which colour?", "blue");
					await window.shows('The user chose "blue", reason "response".');
					await window.waits(0);
				});

				it("goes on with the person's own words", async () => {
					const { window } = here;
					await start("name");
					await window.notification("Which name?").waitFor({ timeout: START_MS });
					await window.openAnswers("Which name?");
					await window.quickInputBox.fill("Clara 克拉拉");
					await window.choose("Answer: “Clara 克拉拉”");
					await window.shows('The user chose "Clara');
					assert.match(here.stage.lastResult(), /"response": ?"Clara 克拉拉"/);
				});

				it("learns that the question was dismissed", async () => {
					const { window } = here;
					await start("colour");
					await window.waits(1, START_MS);
					await window.openAnswers("Which colour?");
					await window.choose("Dismiss");
					await window.shows('The user chose "", reason "dismissed".');
					assert.match(here.stage.lastResult(), agent.unanswered);
				});

				it("takes its question back when the person interrupts it: it is gone within 2 s", async () => {
					const { window } = here;
					const taken = [];
					do {
						// What was interrupted may still be there.
						if (taken.length > 0) await window.begin();
						await start("colour");
						await window.waits(1, START_MS);
						// While a notification shows, VS Code takes Escape for it.
						await window.command("Notifications: Clear All Notifications");
						await window.focusTerminal();
						const keys = mode === "interactive" ? agent.interrupt : ["Control+c"];
						const pressed = performance.now();
						for (const key of keys) await window.page.keyboard.press(key);
						await window.waits(0);
						taken.push(performance.now() - pressed);
						// A machine that had something else to do may have been slow, but not each time.
					} while (taken.at(-1) > GONE_WITHIN_MS && taken.length < TRIES);
					assert.ok(Math.min(...taken) <= GONE_WITHIN_MS, `it took ${taken.join(", ")} ms`);
				});

				it("moves its plan, which ends complete", async () => {
					const { window } = here;
					await start("plan");
					await window.waits(1, START_MS);
					await window.command("Parley: Focus Panel");
					const card = window.webview().locator(".plan", { hasText: "the move" }).first();
					await card.filter({ hasText: "1 of 3 done" }).waitFor();
					// Its notification may have gone by now.
					await window.command("Parley: Answer the Oldest Question");
					await window.choose("yes");
					await card.filter({ hasText: "3 of 3 done" }).waitFor();
					await window.shows("All three steps are done.");
				});
			});
		}

		more(here);
	});
}
