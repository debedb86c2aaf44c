// How long a question may stay open in interactive sessions. One that is answered waits long enough for every limit that
// a client has by default below that, and for Claude Code to let a call go on in the background, where its model goes on
// without the answer.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { claude, codex, grok, opencode, pi } from "./askingAgents.mjs";
import { ANSWER, openTogether } from "./together.mjs";

const UNANSWERED_S = 30;
const ANSWERED_S = 130;
const agents = [claude, codex, opencode, pi, grok];

describe("a question that stays open", () => {
	let together;
	before(async () => {
		together = await openTogether(agents);
	});
	after(() => together?.close());
	afterEach((test) => test.error && together.stage.keepEvidence(test.name));

	describe(`for ${UNANSWERED_S} s without an answer`, () => {
		before(async () => {
			await together.limitQuestions(UNANSWERED_S);
			await together.askAll("unanswered");
		});

		for (const agent of agents) {
			it(`is a timeout for ${agent.title}, and not consent`, async () => {
				const [result, ...more] = await together.resultsOf(agent, "unanswered", UNANSWERED_S * 1_500);
				assert.match(result, agent.unanswered);
				assert.match(result, /timeout/);
				assert.deepEqual(more, []);
			});
		}
	});

	describe(`for ${ANSWERED_S} s until it is answered`, () => {
		before(async () => {
			await together.limitQuestions(ANSWERED_S + 300);
			await together.askAll("answered");
			await together.window.page.waitForTimeout(ANSWERED_S * 1_000);
			await together.answerAll();
		});

		for (const agent of agents) {
			it(`is answered for ${agent.title}, as the result of its call`, async () => {
				const [result, ...more] = await together.resultsOf(agent, "answered");
				assert.match(result, new RegExp(`"response": ?"${ANSWER}"`));
				assert.deepEqual(more, []);
			});
		}
	});
});
