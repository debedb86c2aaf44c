// An answer with an image: what each agent gives its model of it. And the answers of before, which an agent reads as a
// resource with its own tool.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { until } from "../support/until.mjs";
import { openAgentStage } from "./agentStage.mjs";
import { START_MS } from "./agentWindow.mjs";
import { claude, codex, grok, opencode, pi } from "./askingAgents.mjs";
import { isSearch } from "./model/looking.mjs";

const ICON = fileURLToPath(new URL("../../media/icon.png", import.meta.url));
const TEXT = "As in this picture";

/**
 * Whether the model sees the image, if it is one that can; the path of its file reads each. Codex shows its model only
 * the structured content, and has a tool that shows an image of a path.
 */
const AGENTS = [
	[claude, { isSeen: true }],
	[codex, { isSeen: false }],
	[opencode, { isSeen: true }],
	[pi, { isSeen: true }],
	[grok, { isSeen: true }],
];

const questionOf = ({ label }) => `How shall ${label} draw it?`;

describe("an answer with text and an image", () => {
	const scripts = {};
	let stage, window;

	before(async () => {
		const names = AGENTS.map(([{ name }]) => name);
		stage = await openAgentStage(scripts, names, { settings: { "parley.history.reuse": true } });
		window = await stage.window(stage.trusted("web-shop"));
		for (const [{ label }] of AGENTS) await window.connect(label);
	});
	after(() => stage?.close());
	beforeEach(() => window.begin());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	async function start(agent, script, ...steps) {
		scripts[script] = [...steps, { say: `End of ${script}.` }];
		await window.typeInTerminal(agent.headless(`script:${script}`));
	}

	/** Writes into the card of a question, attaches the image, and answers. */
	async function answerWithImage(question) {
		await window.waits(1, START_MS);
		await window.command("Parley: Focus Panel");
		const card = window.openCard("question", question);
		await card.locator("textarea").fill(TEXT);
		await card.locator("input[type=file]").setInputFiles(ICON);
		await until("the image is shown", () => card.locator(".thumb").evaluate(({ naturalWidth }) => naturalWidth > 0));
		await window.pressInCard(card, "Answer");
	}

	/** The newest result in a script's conversation, as its model has read it, and how many images came with it. */
	function resultOf(script) {
		const isOwn = ({ kind, text }) => kind === "user" && text.includes(`script:${script}`);
		const { items, images } = stage.model.requests.findLast((request) => request.items.some(isOwn));
		return { images, text: items.findLast(({ kind, name }) => kind === "result" && !isSearch(name)).text };
	}

	for (const [agent, { isSeen }] of AGENTS) {
		const seen = isSeen ? "and sees the image" : "and where the image is";
		it(`goes to the model of ${agent.title}, which reads the text ${seen}`, async () => {
			const script = `image-${agent.name}`;
			const question = questionOf(agent);
			await start(agent, script, { call: { tool: "clarify", args: { question } } });
			await answerWithImage(question);
			await window.shows(`End of ${script}.`);
			const { text, images } = resultOf(script);
			assert.match(text, new RegExp(`"response": ?"${TEXT}"`));
			assert.match(text, /"path": ?"\/[^"]+\.png"/);
			assert.equal(images, isSeen ? 1 : 0);
		});
	}

	for (const [agent, tool, server] of [
		[claude, "ReadMcpResourceTool", "plugin:parley:parley"],
		[codex, "read_mcp_resource", "parley"],
	]) {
		it(`is read later by ${agent.title} as a resource, with its own ${tool}`, async () => {
			const script = `resource-${agent.name}`;
			await start(agent, script, { call: { tool, args: { server, uri: "parley://answers" } } });
			await window.shows(`End of ${script}.`);
			const { text } = resultOf(script);
			for (const quoted of [questionOf(claude), TEXT]) assert.ok(text.includes(quoted), text);
		});
	}
});
