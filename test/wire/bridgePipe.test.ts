import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BridgeProcess, stateWithBridge } from "../support/bridgeHarness";
import { LiveWindow } from "../support/liveWindow";
import { until } from "../support/until.mjs";

let installed: Awaited<ReturnType<typeof stateWithBridge>>;
let window: LiveWindow;
let bridge: BridgeProcess | undefined;

beforeAll(async () => {
	installed = await stateWithBridge();
	window = await LiveWindow.open(installed.state);
});
afterAll(async () => {
	await window.dispose();
	installed.dispose();
});
afterEach(async () => {
	await bridge?.stop();
	await until("nothing is open", () => window.openQuestions.length === 0);
});

const CLARIFY = { name: "clarify", arguments: { question: "Which database?", choices: ["Postgres", "SQLite"] } };

test("an agent's MCP client works with its window as with a server of its own", async () => {
	const client = new Client({ name: "agent", version: "1" });
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [installed.bridge, "--agent", "claude-code", "--clarify", "--budget", "4000"],
		env: { PARLEY_WINDOW: window.path },
		stderr: "pipe",
	});
	await client.connect(transport);
	const tools = (await client.listTools()).tools.map(({ name }) => name);
	const progress: string[] = [];
	const asked = client.callTool(CLARIFY, undefined, {
		onprogress: ({ message = "" }) => progress.push(message),
	});
	const { question, session } = await window.question();
	await until("progress was told", () => progress.length > 0);
	const plan = await client.callTool({
		name: "update_plan",
		arguments: { plan: [{ id: "1", step: "Ask", status: "in_progress" }] },
	});
	await window.answer("SQLite");
	const { structuredContent } = await asked;
	const { agent, tools: on, budgetMs, key } = session.intro;
	await client.close();
	expect({
		tools,
		question,
		agent: agent.id,
		on,
		budgetMs,
		key,
		plan: plan.structuredContent,
		structuredContent,
	}).toMatchObject({
		tools: ["clarify", "update_plan", "request_approval"],
		question: { text: "Which database?", choices: ["Postgres", "SQLite"] },
		agent: "claude-code",
		on: { clarify: true, approvals: true },
		budgetMs: 4_000_000,
		key: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
		plan: { revision: 1 },
		structuredContent: { response: "SQLite", reason: "response" },
	});
});

test("stdout carries nothing but protocol and stderr nothing at all", async () => {
	bridge = new BridgeProcess(installed.bridge, { window: window.path, words: ["--agent", "codex", "--clarify"] });
	await bridge.initialize();
	const asked = bridge.request("tools/call", CLARIFY);
	await window.answer("Postgres");
	await asked;
	await bridge.request("tools/list");
	bridge.child.stdin.end();
	await bridge.ended;
	expect({ noise: bridge.noise, stderr: bridge.stderr, said: bridge.said.map(({ id }) => id) }).toEqual({
		noise: [],
		stderr: "",
		said: [1, 2, 3],
	});
});

test.each([0, "", "0", "你好", -1])("a call under the id %j is answered, and can be taken back", async (id) => {
	bridge = new BridgeProcess(installed.bridge, { window: window.path, words: ["--clarify"] });
	await bridge.initialize();
	const first = bridge.request("tools/call", CLARIFY, id);
	await window.answer("Postgres");
	const answered = await first;
	bridge.said.length = 0;
	bridge.send({ id, method: "tools/call", params: CLARIFY });
	const asked = await window.question();
	bridge.send({ method: "notifications/cancelled", params: { requestId: id } });
	await until("the question is closed", () => window.openQuestions.length === 0);
	const pong = await bridge.request("ping", {}, "pong");
	expect({
		answered: answered.result?.["structuredContent"],
		outcome: window.life.desk.clarifications.outcomeOf(asked.id)?.reason,
		pong: pong.result,
		said: bridge.said.map((each) => each.id),
	}).toMatchObject({ answered: { response: "Postgres" }, outcome: "cancelled", pong: {}, said: ["pong"] });
});

test("a call that is taken back in the same breath never stays", async () => {
	bridge = new BridgeProcess(installed.bridge, { window: window.path, words: ["--clarify"] });
	await bridge.initialize();
	for (let id = 100; id < 120; id++) {
		bridge.send({ id, method: "tools/call", params: CLARIFY });
		bridge.send({ method: "notifications/cancelled", params: { requestId: id } });
	}
	const plan = { plan: [{ id: "1", step: "Go on", status: "pending" }] };
	const planned = await bridge.request("tools/call", { name: "update_plan", arguments: plan });
	await until("no question is open", () => window.openQuestions.length === 0);
	const asked = bridge.request("tools/call", CLARIFY);
	await window.answer("SQLite");
	expect({
		planned: planned.result?.["isError"],
		answered: (await asked).result?.["structuredContent"],
		said: bridge.said.flatMap(({ id }) => (typeof id === "number" && id >= 100 ? [id] : [])),
	}).toMatchObject({ planned: undefined, answered: { response: "SQLite" }, said: [] });
});

test.each(["项目/仓库", "مشروع", "with space", "line\nbreak", 'it\'s 100%25 "ü" 🌍'])(
	"the working directory %j arrives as it is",
	async (name) => {
		const cwd = join(installed.state.root, "work", name);
		mkdirSync(cwd, { recursive: true });
		bridge = new BridgeProcess(installed.bridge, { window: window.path, cwd });
		await bridge.initialize();
		expect(window.claims.at(-1)).toEqual({ cwd, pid: bridge.child.pid });
	},
);

test("a message of a megabyte is refused under its id, and what is open stays open", async () => {
	bridge = new BridgeProcess(installed.bridge, { window: window.path, words: ["--clarify"] });
	await bridge.initialize();
	const asked = bridge.request("tools/call", CLARIFY);
	await window.question();
	const huge = { name: "clarify", arguments: { question: "x".repeat(1024 * 1024) } };
	const refused = await bridge.request("tools/call", huge, "huge");
	bridge.sendLine("{ this is no JSON");
	await window.answer("SQLite");
	expect({ refused: refused.error, answered: (await asked).result?.["structuredContent"] }).toMatchObject({
		refused: {
			code: -32600,
			message: "Invalid request: the message is larger than 262144 bytes. No answer was given; this is not consent.",
		},
		answered: { response: "SQLite" },
	});
	expect(bridge.said).toContainEqual({
		jsonrpc: "2.0",
		id: null,
		error: { code: -32700, message: "Parse error: the line is no JSON" },
	});
});

test("a message just below the limit passes and gets the window's own refusal", async () => {
	bridge = new BridgeProcess(installed.bridge, { window: window.path, words: ["--clarify"] });
	await bridge.initialize();
	const question = "x".repeat(256 * 1024 - 200);
	const { result } = await bridge.request("tools/call", { name: "clarify", arguments: { question } });
	expect(result).toMatchObject({
		isError: true,
		content: [{ text: expect.stringContaining("invalid_input") as unknown }],
	});
});

test("words that make no sense end the bridge with one line that says which", async () => {
	bridge = new BridgeProcess(installed.bridge, { window: window.path, words: ["--budget", "soon"] });
	expect([await bridge.ended, bridge.stderr, bridge.said]).toEqual([
		2,
		'parley-bridge: --budget does not take "soon"\n',
		[],
	]);
});
