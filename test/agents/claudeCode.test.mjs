import assert from "node:assert/strict";
import { it } from "node:test";
import { until } from "../support/until.mjs";
import { START_MS } from "./agentWindow.mjs";
import { claude } from "./askingAgents.mjs";
import { describeAsking } from "./askingSuite.mjs";

describeAsking(claude, (here) => {
	it("does not let a sub-agent ask: it learns what to do instead, and nobody is disturbed", async () => {
		const { window, stage } = here;
		await window.typeInTerminal(claude.headless("script:delegate"));
		const refused = await until(
			"a refused call",
			() => stage.model.requests.flatMap(({ items }) => items).find(({ text }) => text.includes("cannot ask the user")),
			START_MS,
		);
		assert.match(refused.text, /return the question or the plan to the agent that started you/);
		await window.shows("The sub-agent is back.");
		await window.waits(0);
		assert.equal(await window.notification("Which colour?").count(), 0);
	});
});
