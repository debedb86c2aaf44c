// Every agent that can be had here in one home: connected, told by its own word, put back.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { openAgentStage } from "./agentStage.mjs";
import { versionOf } from "./installedAgents.mjs";
import { makeMessy } from "./messyConfigs.mjs";

/** The name in pins.json, the label in Parley's list, how the agent is asked for its servers, if it can be, and what it says then. */
const AGENTS = [
	["claude", "Claude Code", "claude mcp list", /plugin:parley:parley: .*Connected/],
	["codex", "Codex", "codex mcp list", /^parley .* enabled/m],
	["opencode", "OpenCode", "opencode mcp list", /✓ *parley/],
	["gemini", "Gemini CLI", "gemini mcp list", /parley.*Connected/],
	["qwen", "Qwen Code", "qwen mcp list", /parley: .* Connected/],
	["copilot", "Copilot CLI", "copilot mcp list", /parley/],
	["kilo", "Kilo", "kilo mcp list", /✓ *parley/],
	["pi", "Pi", "pi mcp list", /parley/],
	["grok", "Grok", "grok mcp doctor", /parley/],
	["droid", "Droid", "droid mcp list", /parley/],
	["cline", "Cline"],
	["kimi", "Kimi"],
	["dsh", "DeepSeek Harness", "dsh --profile headless --dump-config", /serverName: parley/],
];

const LISTING = AGENTS.filter(([, , line]) => line !== undefined);

describe("all agents in one home full of their user's own files", () => {
	let stage, window, original;

	before(async () => {
		stage = await openAgentStage(
			{},
			AGENTS.map(([name]) => name),
		);
		makeMessy(stage.home);
		window = await stage.window(stage.trusted("web-shop"));
		original = files();
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	/** What a person has in that home, by path. */
	function files() {
		const names = readdirSync(stage.home, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => relative(stage.home, join(entry.parentPath, entry.name)))
			.filter((name) => !/^(state|\.cache|tmp-|work|\.local\/share\/code-server)|\blogs?\b/.test(name))
			.sort();
		return new Map(names.map((name) => [name, readFileSync(join(stage.home, name), "latin1")]));
	}

	/** What an agent has made for itself meanwhile may stay. */
	function assertPutBack(before) {
		const now = files();
		const isNews = ([path]) => !before.has(path);
		assert.deepEqual(new Map([...now].filter((entry) => !isNews(entry))), before);
		const left = [...now].filter((entry) => isNews(entry) && /parley-bridge|state\/parley/.test(entry.join("\n")));
		assert.deepEqual(left, []);
	}

	it("are connected one by one, and put back byte for byte", async () => {
		for (const [, label] of AGENTS) await window.connect(label);
		assert.throws(() => assertPutBack(original));
		for (const [, label] of AGENTS) await window.disconnect(label);
		assertPutBack(original);
	});

	describe("and connected again", () => {
		let answers;

		before(async () => {
			for (const [, label] of AGENTS) await window.connect(label);
			answers = join(stage.home, "work/answers");
			const lines = LISTING.map(([name, , line]) => `timeout 60 ${line} >${answers}-${name} 2>&1 </dev/null`);
			const script = join(stage.home, "work/list.sh");
			writeFileSync(script, `${lines.join("\n")}\ntouch ${answers}-all\n`);
			await window.newTerminal();
			await window.typeInTerminal(`bash ${script}`);
			await until("all have answered", () => existsSync(`${answers}-all`), LISTING.length * 60_000);
		});

		for (const [name, label, line, said] of LISTING) {
			it(`${label} ${versionOf(name)} says so itself: ${line}`, () => {
				assert.match(readFileSync(`${answers}-${name}`, "utf8"), said);
			});
		}

		it("leave nothing of ours when they are disconnected, and their user's files as they were or as the agent wrote them", async () => {
			const meanwhile = files();
			for (const [, label] of AGENTS) await window.disconnect(label);
			const now = files();
			const ours = [...now].filter(([, text]) => /parley-bridge|state\/parley/.test(text)).map(([path]) => path);
			assert.deepEqual(ours, []);
			// Some agents write into their files at a start; those have nothing of ours.
			const isKept = ([path, text]) => now.get(path) === text || now.get(path) === meanwhile.get(path);
			const changed = [...original].filter((entry) => !isKept(entry)).map(([path]) => path);
			assert.deepEqual(changed, []);
		});
	});
});
