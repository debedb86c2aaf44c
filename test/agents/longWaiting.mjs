// Interactive sessions of several agents side by side in one window, each with a question that stays open for long.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../support/until.mjs";
import { openAgentStage } from "./agentStage.mjs";
import { isSearch } from "./model/looking.mjs";

const question = ({ label }) => `How long does ${label} wait?`;
const script = ({ name }) => `wait-${name}`;
const ANSWER = "at last";

/** Starts each agent with a question, waits that long, and answers them all. Gives the stage. */
export async function waitTogether(agents, seconds) {
	const steps = (agent) => [
		{ call: { tool: "clarify", args: { question: question(agent), choices: [ANSWER] } } },
		{ say: "It waited." },
	];
	const scripts = Object.fromEntries(agents.map((agent) => [script(agent), steps(agent)]));
	const names = agents.map(({ name }) => name);
	const stage = await openAgentStage(scripts, names);
	try {
		const folder = stage.trusted("web-shop");
		const window = await stage.window(folder);
		await window.useFolderSettings(stage, folder, { "parley.question.timeLimit": seconds + 600 });
		for (const agent of agents) await window.connect(agent.label);
		for (const [place, agent] of agents.entries()) {
			await window.newTerminal();
			await window.typeInTerminal(agent.interactive(`script:${script(agent)}`));
			await window.waits(place + 1, 60_000);
		}
		await pause(seconds * 1000);
		// One that its agent has given up is not among them any more.
		await until("all are answered", async () => {
			if (await window.status.filter({ hasText: /^\s*Parley\s*$/ }).isVisible()) return true;
			await window.command("Parley: Answer the Oldest Question");
			await window.choose(ANSWER);
			return false;
		});
	} catch (error) {
		await stage.keepEvidence("long wait");
		await stage.close();
		throw error;
	}
	return stage;
}

/** The agent's model has read one result: the answer, as the result of its call. */
export async function assertAnswered(stage, agent) {
	const [answer, ...more] = await until(`${agent.label} goes on`, () => {
		const answers = answersOf(stage, agent);
		return answers.length > 0 && answers;
	});
	assert.match(answer, new RegExp(`"response": ?"${ANSWER}"`));
	assert.deepEqual(more, []);
}

/** The results that the agent's model has read, in its longest request. */
function answersOf({ model }, agent) {
	const own = model.requests
		.map(({ items }) => items)
		.filter((items) => items.some(({ kind, text }) => kind === "user" && text.includes(`script:${script(agent)}`)))
		.map((items) => items.filter(({ kind, name }) => kind === "result" && !isSearch(name)).map(({ text }) => text));
	return own.sort((one, other) => other.length - one.length)[0] ?? [];
}
