import { expect, test } from "vitest";
import { call, RelayHarness, WINDOW } from "../../support/relayHarness";

const NOT_CONNECTED = {
	isError: true,
	content: [
		{
			type: "text",
			text: "not_connected: no editor window is connected. Nobody was asked and no answer was given; this is not consent.",
		},
	],
};

function idleIntroduction(capabilities: Record<string, unknown>): Record<string, unknown> {
	return {
		jsonrpc: "2.0",
		id: "init",
		result: {
			protocolVersion: "2025-06-18",
			capabilities,
			serverInfo: { name: "parley", version: "1" },
			instructions: expect.stringContaining("No window is connected here") as unknown,
		},
	};
}

test("an agent outside any window sees a healthy server without tools, and nothing is polled", async () => {
	const outside = new RelayHarness("outside");
	await outside.initialize();
	await outside.send({ method: "notifications/initialized" });
	await outside.send({ id: 1, method: "tools/list" });
	await outside.send({ id: 2, method: "ping" });
	await outside.send(call(3));
	await outside.send({ id: 4, method: "prompts/list" });
	expect({ said: outside.heard(), armed: outside.clock.armed, reads: outside.readsOfFile }).toEqual({
		said: [
			idleIntroduction({ tools: { listChanged: true } }),
			{ jsonrpc: "2.0", id: 1, result: { tools: [] } },
			{ jsonrpc: "2.0", id: 2, result: {} },
			{ jsonrpc: "2.0", id: 3, result: NOT_CONNECTED },
			{ jsonrpc: "2.0", id: 4, error: { code: -32601, message: "Method not found: prompts/list" } },
		],
		armed: 0,
		reads: 0,
	});
});

test.each(["gemini-cli-mcp-client-parley", "qwen-cli-mcp-client-parley", "grok-shell-parley"])(
	"%s, which takes an empty server for a broken one, sees one resource, also after the window has come",
	async (name) => {
		const harness = new RelayHarness();
		harness.window = undefined;
		await harness.initialize(name);
		await harness.pass(2_000);
		await harness.send({ id: 1, method: "resources/list" });
		const idle = harness.heard();
		harness.window = WINDOW;
		await harness.pass(1_000);
		await harness.send({ id: 2, method: "resources/list" });
		const resources = { resources: [{ uri: "parley://status", name: "Status", mimeType: "text/plain" }] };
		expect({ idle, joined: harness.heard() }).toEqual({
			idle: [
				idleIntroduction({ tools: { listChanged: true }, resources: {} }),
				{ jsonrpc: "2.0", id: 1, result: resources },
			],
			joined: [
				{ jsonrpc: "2.0", method: "notifications/tools/list_changed" },
				{ jsonrpc: "2.0", id: 2, result: resources },
			],
		});
	},
);

test("reads from the window what such an agent was told of there, and nothing while no window is there", async () => {
	const harness = new RelayHarness();
	harness.window = undefined;
	await harness.initialize("gemini-cli-mcp-client-parley");
	await harness.pass(2_000);
	harness.heard();
	const read = (id: number) => ({ id, method: "resources/read", params: { uri: "parley://answers" } });
	await harness.send(read(1));
	const idle = harness.heard();
	harness.window = WINDOW;
	await harness.pass(1_000);
	await harness.send(read(2));
	expect({ idle, posted: harness.session.methods }).toMatchObject({
		idle: [{ id: 1, error: { code: -32601 } }],
		posted: ["notifications/initialized", "resources/read"],
	});
});

test("a window that is late within two seconds answers the introduction itself", async () => {
	const harness = new RelayHarness();
	harness.window = undefined;
	await harness.initialize();
	await harness.send({ id: 1, method: "tools/list" });
	await harness.pass(1_800);
	const held = harness.heard();
	harness.window = WINDOW;
	await harness.pass(150);
	expect({ held, said: harness.heard(), posted: harness.session.methods, armed: harness.clock.armed }).toEqual({
		held: [],
		said: [JSON.parse(harness.session.answer)],
		posted: ["tools/list"],
		armed: 0,
	});
});

test("a window that comes later than that is joined within two seconds, and the agent is told of its tools", async () => {
	const harness = new RelayHarness();
	harness.window = undefined;
	await harness.initialize();
	await harness.send({ id: 1, method: "tools/list" });
	await harness.pass(2_000);
	const idle = harness.heard();
	await harness.pass(600_000);
	const reads = harness.readsOfFile;
	harness.window = WINDOW;
	await harness.pass(1_000);
	expect({ idle, said: harness.heard(), posted: harness.session.methods, reads: reads <= 620 }).toEqual({
		idle: [idleIntroduction({ tools: { listChanged: true } }), { jsonrpc: "2.0", id: 1, result: { tools: [] } }],
		said: [{ jsonrpc: "2.0", method: "notifications/tools/list_changed" }],
		posted: ["notifications/initialized"],
		reads: true,
	});
});

test.each([
	["a new one in its place", { token: "1".repeat(64), instance: "two" }],
	["the same one after a restart", { token: "1".repeat(64), url: "http://127.0.0.1:2" }],
])("a window that stays unreachable in its file is tried seldom, %s at once", async (_which, other) => {
	const harness = new RelayHarness();
	harness.isReachable = false;
	await harness.initialize();
	await harness.pass(2_000);
	const before = harness.attempts;
	await harness.pass(55_000);
	const attempts = harness.attempts - before;
	harness.isReachable = true;
	harness.window = { ...WINDOW, ...other };
	await harness.pass(1_000);
	expect({ attempts: attempts <= 6, sessions: harness.sessions.length }).toEqual({ attempts: true, sessions: 1 });
});

test("a probe for a later protocol gets a quick no, before and after the introduction", async () => {
	const harness = new RelayHarness();
	await harness.send({ id: 0, method: "server/discover" });
	await harness.initialize();
	await harness.send({ id: 1, method: "server/discover" });
	const no = { code: -32601, message: "Method not found: server/discover" };
	expect({ said: harness.heard(), posted: harness.session.posted }).toEqual({
		said: [
			{ jsonrpc: "2.0", id: 0, error: no },
			JSON.parse(harness.session.answer),
			{ jsonrpc: "2.0", id: 1, error: no },
		],
		posted: [],
	});
});

test("an unknown protocol version gets the newest one known", async () => {
	const harness = new RelayHarness("outside");
	await harness.send({ id: 0, method: "initialize", params: { protocolVersion: "2099-01-01" } });
	expect(harness.heard()).toMatchObject([{ id: 0, result: { protocolVersion: "2025-11-25" } }]);
});
