// Interactive sessions of several agents side by side in one window, each with a question of its own.
import { until } from "../support/until.mjs";
import { openAgentStage } from "./agentStage.mjs";
import { START_MS } from "./agentWindow.mjs";
import { isSearch } from "./model/looking.mjs";

export const ANSWER = "at last";

/** Opens a window with all the agents connected: {stage, window, limitQuestions, askAll, answerAll, resultsOf, close}. */
export async function openTogether(agents) {
	const scripts = {};
	const stage = await openAgentStage(
		scripts,
		agents.map(({ name }) => name),
	);
	const folder = stage.trusted("web-shop");
	const window = await stage.window(folder);
	for (const agent of agents) await agent.connect(window, stage);
	return {
		stage,
		window,
		/** How long questions from now on stay open, in seconds. */
		limitQuestions: (seconds) => window.useFolderSettings(stage, folder, { "parley.question.timeLimit": seconds }),
		/** Starts each agent in a terminal and waits until all ask. `round` tells these questions from others. */
		async askAll(round) {
			await window.command("Terminal: Kill All Terminals");
			for (const agent of agents) {
				const question = `How long does ${agent.label} wait?`;
				scripts[scriptOf(agent, round)] = [
					{ call: { tool: "clarify", args: { question, choices: [ANSWER] } } },
					{ say: "It waited." },
				];
				await window.newTerminal();
				await window.typeInTerminal(agent.interactive(`script:${scriptOf(agent, round)}`));
				await until(`${agent.label} asks`, () => asks(stage, agent, round), START_MS);
			}
		},
		/** Answers every question that is still open. */
		answerAll: () =>
			until(
				"all are answered",
				async () => {
					if (await window.status.filter({ hasText: /^\s*Parley\s*$/ }).isVisible()) return true;
					await window.command("Parley: Answer the Oldest Question");
					await window.choose(ANSWER);
					return false;
				},
				START_MS,
			),
		/** What the agent's model reads as results in that round, once there is something. */
		resultsOf: (agent, round, ms) =>
			until(
				`${agent.label} goes on`,
				() => {
					const results = conversations(stage, agent, round).map(toolResults);
					return results.find(({ length }) => length > 0);
				},
				ms,
			),
		close: () => stage.close(),
	};
}

function scriptOf({ name }, round) {
	return `${round}-${name}`;
}

function asks(stage, agent, round) {
	const isAbout = ({ items }) => isOfScript(items, scriptOf(agent, round));
	return stage.model.requests.some((request) => isAbout(request) && calls(request.reply, "clarify"));
}

/** Also through a tool that calls others. */
function calls({ call }, tool) {
	return call !== undefined && !isSearch(call.tool.name) && JSON.stringify(call).includes(tool);
}

/** What was said until then, the newest first. */
function conversations(stage, agent, round) {
	const all = stage.model.requests.map(({ items }) => items);
	return all.filter((items) => isOfScript(items, scriptOf(agent, round))).reverse();
}

function isOfScript(items, script) {
	return items.some(({ kind, text }) => kind === "user" && text.includes(`script:${script}`));
}

function toolResults(items) {
	return items.filter(({ kind, name }) => kind === "result" && !isSearch(name)).map(({ text }) => text);
}
