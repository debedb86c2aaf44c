// Long enough for every limit that a client has by default below that, and for Claude Code to let a call of an
// interactive session go on in the background, where its model goes on without the answer.
import { after, before, describe, it } from "node:test";
import { claude, codex, grok, opencode, pi } from "./askingAgents.mjs";
import { assertAnswered, waitTogether } from "./longWaiting.mjs";

const SECONDS = 130;
const agents = [claude, codex, opencode, pi, grok];

describe(`a question that stays open for ${SECONDS} s`, () => {
	let stage;
	before(
		async () => {
			stage = await waitTogether(agents, SECONDS);
		},
		{ timeout: 400_000 },
	);
	after(() => stage?.close());

	for (const agent of agents) {
		it(`is answered for ${agent.title}, as the result of its call`, () => assertAnswered(stage, agent));
	}
});
