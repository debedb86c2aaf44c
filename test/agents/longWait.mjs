// The budget of each agent shown once, outside the gate: `node test/agents/longWait.mjs --minutes 6 [claude codex …]`.
import { parseArgs } from "node:util";
import * as asking from "./askingAgents.mjs";
import { assertAnswered, waitTogether } from "./longWaiting.mjs";

const { values, positionals } = parseArgs({
	options: { minutes: { type: "string", default: "6" } },
	allowPositionals: true,
});
const agents = Object.values(asking).filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const stage = await waitTogether(agents, Number(values.minutes) * 60);
for (const agent of agents) {
	const failed = await assertAnswered(stage, agent).catch((error) => error);
	const shown = failed === undefined ? "its call was answered" : `failed: ${failed.message}`;
	console.log(`${agent.title}, after ${values.minutes} minutes: ${shown}`);
	if (failed !== undefined) process.exitCode = 1;
}
await stage.close();
