// A real agent whose hooks tell where its turns begin: what an id is worth, and where it can be read.
import assert from "node:assert/strict";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { openAgentStage } from "./agentStage.mjs";
import { START_MS } from "./agentWindow.mjs";
import { claude } from "./askingAgents.mjs";
import { isSearch } from "./model/looking.mjs";
import { commandOf, processesNaming } from "./processesNaming.mjs";

const BLOCK = "Parley, for this prompt only";

const ask = (question, context_id) => ({ call: { tool: "clarify", args: { question, choices: ["yes"], context_id } } });
const scripts = {
	other: [ask("Whom does the other ask?", "{{context}}"), { say: "The other is back." }],
	first: [ask("Is this the first turn?", "{{context}}"), { say: "One." }],
	second: [ask("Never shown, stale?", "{{context:1}}"), ask("Is this the second turn?", undefined), { say: "Two." }],
};

describe(`three turns of ${claude.title}`, () => {
	let stage, window;

	before(async () => {
		stage = await openAgentStage(scripts, ["claude"]);
		window = await stage.window(stage.trusted("web-shop"));
		const command = (line) => [{ hooks: [{ type: "command", command: line, timeout: 120 }] }];
		// Its person has hooks of their own, the second of which may take its time.
		const hooks = {
			UserPromptSubmit: command(`touch '${markOf("prompted")}'`),
			Stop: command(`touch '${markOf("stopping")}'; while [ -e '${markOf("hold")}' ]; do sleep 0.1; done`),
		};
		writeFileSync(join(stage.home, ".claude/settings.json"), JSON.stringify({ hooks }));
		await claude.connect(window, stage);
		await window.begin();
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	const markOf = (name) => join(stage.home, `work/${name}`);
	const isMarked = (name) => existsSync(markOf(name));
	const unmark = (name) => rmSync(markOf(name), { force: true });

	/** The newest request of the conversation that runs this script. */
	const newest = (script) =>
		stage.model.requests.findLast(({ items }) => items.some(({ text }) => text.includes(`script:${script}`)));
	const idsIn = (script) =>
		newest(script).items.flatMap(({ text }) => [...text.matchAll(/`context_id`: "([^"]+)"/g)].map(([, id]) => id));
	const resultsIn = (script) => {
		const { items } = newest(script);
		const start = items.findLastIndex(({ text }) => text.includes(`script:${script}`));
		// Where the tools were not loaded yet when the agent began, its model has looked for them first.
		return items.slice(start).filter(({ kind, name }) => kind === "result" && !isSearch(name));
	};

	async function answerNext(question) {
		await window.notification(question).waitFor({ timeout: START_MS });
		unmark("stopping");
		await window.chooseInNotification(question, "yes");
	}

	/** Once the window has heard of the end of the turn before. */
	async function prompt(text) {
		const tellsEnd = (pid) => commandOf(pid).includes("\0hook\0claude-code\0Stop\0");
		const bridges = join(stage.home, "state/parley/bin");
		await until("the end is told", () => isMarked("stopping") && !processesNaming(bridges).some(tellsEnd), START_MS);
		unmark("prompted");
		await window.focusTerminal();
		await window.page.keyboard.type(text);
		// One that comes as fast as what is typed may be part of it.
		await window.pressUntil("Enter", () => isMarked("prompted"));
	}

	it("asks with the id that came with the prompt", async () => {
		await window.typeInTerminal(claude.headless("script:other"));
		await answerNext("Whom does the other ask?");
		await window.shows("The other is back.");
		await window.newTerminal();
		writeFileSync(markOf("hold"), "");
		await window.typeInTerminal(claude.interactive("script:first"));
		await answerNext("Is this the first turn?");
		await window.shows("One.");
		assert.equal(idsIn("first").length, 1);
		assert.notDeepEqual(idsIn("first"), idsIn("other"));
	});

	it("gets an id of its own while hooks of the end before still run; is refused with the old one, asks without one", async () => {
		await prompt("script:second");
		unmark("hold");
		await answerNext("Is this the second turn?");
		await window.shows("Two.");
		const [stale, answer] = resultsIn("second");
		assert.match(stale.text, /not the current turn of this session/);
		assert.equal(stale.isError, true);
		assert.match(answer.text, /"response": ?"yes"/);
		assert.equal(new Set(idsIn("second")).size, 2);
	});

	it("is refused with ids of a session that has ended and of none, and nobody is asked", async () => {
		const [ended] = idsIn("other");
		scripts.third = [
			ask("Never shown, ended?", ended),
			ask("Never shown, made up?", "0b6f9a52-5d5b-4f0e-9a55-0d7c8e1f2a3b"),
			ask("Is this the third turn?", "{{context}}"),
			{ say: "Three." },
		];
		await prompt("script:third");
		await answerNext("Is this the third turn?");
		await window.shows("Three.");
		const [one, two, answer] = resultsIn("third");
		assert.deepEqual([one.isError, two.isError], [true, true]);
		assert.equal(one.text, two.text, "nothing is learnt about other sessions");
		assert.match(answer.text, /"response": ?"yes"/);
	});

	it("is refused with the id of a session that lives beside it", async () => {
		await window.newTerminal();
		scripts.beside = [ask("Does the other wait?", "{{context}}"), { say: "Beside." }];
		await window.typeInTerminal(claude.interactive("script:beside"));
		await window.notification("Does the other wait?").waitFor({ timeout: START_MS });
		scripts.foreign = [ask("Never shown, foreign?", idsIn("third").at(-1)), { say: "Refused." }];
		await window.newTerminal();
		await window.typeInTerminal(claude.headless("script:foreign"));
		await window.shows("Refused.");
		assert.match(resultsIn("foreign")[0].text, /not the current turn of this session/);
		// Its notification may have gone by now.
		await window.command("Parley: Answer the Oldest Question");
		await window.choose("yes");
		await until("it goes on", () => resultsIn("beside").length === 1);
	});

	it("finds each block once, behind its own prompt, and in no system prompt", () => {
		const { items } = newest("third");
		const order = items.flatMap(({ kind, text }) => {
			const script = /^\s*script:(\w+)\s*$/m.exec(text)?.[1];
			const ids = [...text.matchAll(/`context_id`: "([^"]+)"/g)].map(() => "block");
			return kind === "user" ? [...(script === undefined ? [] : [script]), ...ids] : ids;
		});
		assert.deepEqual(order, ["first", "block", "second", "block", "third", "block"]);
		const system = stage.model.requests.map((request) => request.system).join("\n");
		assert.ok(system.length > 0);
		assert.ok(!system.includes(BLOCK));
	});
});
