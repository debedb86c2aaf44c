import assert from "node:assert/strict";
import { it } from "node:test";
import { until } from "../support/until.mjs";
import { describeAsking } from "./askingSuite.mjs";

const claude = {
	name: "claude",
	label: "Claude Code",
	headless: (prompt) => `claude -p '${prompt}'`,
	interactive: (prompt) => `claude '${prompt}'`,
	// It gives its model the structured content only, so the note stands there.
	unanswered: /"response": ?"", ?"reason": ?"(dismissed|timeout)".*not consent/,
};

describeAsking(claude, (here) => {
	it("does not let a sub-agent ask: it learns what to do instead, and nobody is disturbed", async () => {
		const { window, stage } = here;
		await window.typeInTerminal(claude.headless("script:delegate"));
		const refused = await until("a refused call", () =>
			stage.model.requests.flatMap(({ items }) => items).find(({ text }) => text.includes("cannot ask the user")),
		);
		assert.match(refused.text, /return the question or the plan to the agent that started you/);
		await window.shows("The sub-agent is back.");
		await window.waits(0);
		assert.equal(await window.notification("Which colour?").count(), 0);
	});

	// Its interactive sessions let a call go on in the background after 120 s, and the model goes on without the answer.
	it("gets an answer after 130 s as the result of its call", { timeout: 240_000 }, async () => {
		const { window, stage } = here;
		await window.typeInTerminal(claude.interactive("script:colour"));
		await window.waits(1, 60_000);
		const asked = stage.model.requests.length;
		await window.page.waitForTimeout(130_000);
		assert.equal(stage.model.requests.length, asked, "the model heard nothing meanwhile");
		// Its notification has left by itself.
		await window.command("Parley: Answer the Oldest Question");
		await window.choose("blue");
		await window.shows('The user chose "blue", reason "response".');
	});
});
