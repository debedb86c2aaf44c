import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { openStage } from "./stage.mjs";

/** The limit that is set here, and the hold that typing adds once. */
const CLOSED_MS = 30_000 + 60_000 + 10_000;

describe("an answer that was not sent in time", () => {
	let stage, window, folder;

	before(async () => {
		stage = await openStage({ settings: { "parley.question.timeLimit": 30 } });
		folder = stage.folder("web-shop");
		window = await stage.window({ folder });
		await window.newTerminal();
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	it("is kept as a draft, and is handed over with the next answer when the person says so", async () => {
		const agent = await window.startAgent(folder, "agent", ["twice", "Which city?", "Which street?"]);
		await window.openAnswers("Which city?");
		await window.quickInputBox.fill("Bern, I think");
		await window.page.keyboard.press("Escape");
		// For the second one: the first has its limit already.
		await window.useFolderSettings(stage, folder, { "parley.question.timeLimit": 300 });

		assert.deepEqual(pick(await agent.answer(CLOSED_MS)), { response: "", reason: "timeout" });
		await window.notification("Your draft is kept.").waitFor();
		await window.notificationButton("Your draft is kept.", "Open").click();
		const drafts = window.webview().locator("section", { hasText: "Unsent drafts" });
		await drafts.getByText("Bern, I think").waitFor();
		await drafts.getByText(/^Hand over with/).click();

		await window.waits(1);
		await window.command("Parley: Answer the Oldest Question");
		await window.answers.waitFor();
		assert.equal(await window.quickInputBox.inputValue(), "", "the draft belongs to the other question");
		await window.quickInputBox.fill("Main street");
		await window.choose("Answer: “Main street”");
		await agent.first("bye");
		const [, second] = agent.all("result");
		assert.deepEqual(pick(second.structuredContent), { response: "Main street", reason: "response" });
		assert.deepEqual(
			second.structuredContent.late_answers.map(({ question, response, turn }) => ({ question, response, turn })),
			[{ question: "Which city?", response: "Bern, I think", turn: "current" }],
		);
	});
});

function pick({ response, reason }) {
	return { response, reason };
}
