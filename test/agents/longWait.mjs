// The budget of each agent shown once, outside the gate: `node test/agents/longWait.mjs --minutes 6 [claude codex …]`.
import { parseArgs } from "node:util";
import * as asking from "./askingAgents.mjs";
import { ANSWER, openTogether } from "./together.mjs";

const { values, positionals } = parseArgs({
	options: { minutes: { type: "string", default: "6" } },
	allowPositionals: true,
});
const seconds = Number(values.minutes) * 60;
const agents = Object.values(asking).filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const together = await openTogether(agents);
try {
	await together.limitQuestions(seconds + 600);
	await together.askAll("long");
	await together.window.page.waitForTimeout(seconds * 1_000);
	await together.answerAll();
	for (const agent of agents) {
		const results = await together.resultsOf(agent, "long").catch((error) => [error.message]);
		const isAnswered = results.length === 1 && results[0].includes(ANSWER);
		console.log(`${agent.title}, ${values.minutes} minutes: ${isAnswered ? "answered" : results.join("; ")}`);
		if (!isAnswered) process.exitCode = 1;
	}
} finally {
	await together.close();
}
