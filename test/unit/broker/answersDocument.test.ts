import { describe, expect, it } from "vitest";
import { answersDocument } from "../../../src/broker/answersDocument";
import type { EarlierAnswer } from "../../../src/core/earlierAnswers";

const answer = (question: string, response: string): EarlierAnswer => ({
	agent: "Claude Code",
	at: 0,
	question,
	response,
});

const questionsIn = (text: string): readonly string[] =>
	(JSON.parse(text) as { answers: readonly { question: string }[] }).answers.map(({ question }) => question);

describe("the document of earlier answers", () => {
	it("leaves out an answer that has no room, and no other one for it", () => {
		// Each character takes six bytes there.
		const { text, count } = answersDocument([
			answer("Newest?", "<".repeat(12_000)),
			answer("Older?", "y"),
			answer("Oldest?", "n"),
		]);
		expect([questionsIn(text), count]).toEqual([["Older?", "Oldest?"], 2]);
	});

	it("stays within its bytes", () => {
		const many = Array.from({ length: 500 }, (_, n) => answer(`Question ${n}?`, "<".repeat(n)));
		const { text, count } = answersDocument(many);
		expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64 * 1_024);
		expect(questionsIn(text)).toHaveLength(count);
	});
});
