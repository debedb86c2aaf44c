import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeClock } from "../support/fakeClock";
import { BrokerHarness, bridgeHeaders, type ConnectedClient } from "../support/brokerHarness";
import { RawSession } from "../support/rawSession";

const PLAN = { title: "Add a cart", plan: [{ id: "a", step: "Read the code", status: "in_progress" }] };
/** A claim that would let an agent go on without an answer. */
const PERMITS = /proceed|continue|go on|own judgement|best guess|assume|default|you (may|can) /i;

let harness: BrokerHarness;
let connected: ConnectedClient[];

beforeEach(async () => {
	harness = await BrokerHarness.start();
	connected = [];
});

afterEach(async () => {
	await Promise.all(connected.map(({ client }) => client.close()));
	await harness.close();
});

async function connect(change: Parameters<typeof bridgeHeaders>[0] = {}): Promise<ConnectedClient["client"]> {
	const each = await harness.connect(bridgeHeaders(change));
	connected.push(each);
	return each.client;
}

function questionIsOpen(): Promise<void> {
	return vi.waitFor(() => expect(harness.desk.clarifications.open).toHaveLength(1), { interval: 2, timeout: 5_000 });
}

describe("what a client is told", () => {
	it("is name, version, capabilities and the rules, in under 2 KB", async () => {
		const client = await connect();
		expect(client.getServerVersion()).toEqual({ name: "parley", title: "Parley", version: "1.2.3" });
		expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
		const instructions = client.getInstructions() ?? "";
		expect(Buffer.byteLength(instructions)).toBeLessThan(2048);
		for (const rule of [/parley clarify/, /not consent/, /Sub-agents and background tasks must not/, /one question/i]) {
			expect(instructions).toMatch(rule);
		}
	});

	it.each(["2025-06-18", "2025-11-25"])("is the protocol version %s when the client speaks it", async (version) => {
		const session = await RawSession.start(harness, bridgeHeaders(), version);
		expect(session.hello.result).toMatchObject({ protocolVersion: version });
	});

	it("is the three tools, complete, described in under 2 KB each", async () => {
		const { tools } = await (await connect()).listTools();
		expect(tools.map(({ name }) => name)).toEqual(["clarify", "update_plan", "request_approval"]);
		for (const tool of tools) {
			const { description = "" } = tool;
			expect(Buffer.byteLength(description)).toBeLessThan(2048);
			expect(description).toMatch(/Sub-agents and background tasks must not/);
			expect(description).not.toMatch(/\balways\b|\bnever\b/i);
			expect(tool).toMatchObject({
				title: expect.any(String) as string,
				inputSchema: { type: "object" },
				outputSchema: { type: "object" },
				annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
				_meta: { "anthropic/alwaysLoad": true },
			});
		}
		expect(tools.map(({ annotations }) => annotations?.idempotentHint)).toEqual([undefined, true, undefined]);
		expect(tools[0]?.description).toMatch(/parley clarify/);
		expect(tools[0]?.description).toMatch(/ask the user/i);
		expect(tools[0]?.description).toMatch(/not consent/);
		expect(tools[2]?.description).toMatch(/parley request_approval/);
		expect(tools[2]?.description).toMatch(/ask the user/i);
		expect(tools[2]?.description).toMatch(/silence is a no/);
		expect(JSON.stringify(tools)).not.toMatch(/timeout_|"timeout":/);
	});
});

describe("a session without clarify", () => {
	it("neither lists nor mentions it, and refuses a direct call before anything else", async () => {
		const client = await connect({ clarify: "0" });
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual(["update_plan", "request_approval"]);
		expect(client.getInstructions()).not.toMatch(/clarify|question/i);
		expect(JSON.stringify(tools)).not.toMatch(/clarify\b(?!_id)/);
		const result = await client.callTool({ name: "clarify", arguments: { question: "", context_id: "nonsense" } });
		expect(result).toEqual({
			isError: true,
			content: [{ type: "text", text: expect.stringMatching(/^tool_disabled: /) as string }],
		});
		expect(harness.desk.clarifications.open).toEqual([]);
	});

	it("is what a client without the header gets", async () => {
		const each = await harness.connect({});
		connected.push(each);
		expect((await each.client.listTools()).tools.map(({ name }) => name)).toEqual(["update_plan", "request_approval"]);
	});
});

describe("a result", () => {
	it("is structured content and the same as text", async () => {
		const result = await (await connect()).callTool({ name: "update_plan", arguments: PLAN });
		expect(result.structuredContent).toMatchObject({ revision: 1, execution_state: "running", ...PLAN });
		const { content } = CallToolResultSchema.parse(result);
		expect(content).toEqual([{ type: "text", text: JSON.stringify(result.structuredContent) }]);
	});

	it("is the person's answer alone when there is one", async () => {
		const client = await connect();
		const asked = client.callTool({ name: "clarify", arguments: { question: "Which port?", choices: ["80", "8080"] } });
		await questionIsOpen();
		harness.desk.clarifications.answer(harness.question.id, "8080");
		const { content, structuredContent, isError } = CallToolResultSchema.parse(await asked);
		expect({ structuredContent, isError }).toEqual({
			structuredContent: { clarify_id: expect.any(String) as string, response: "8080", reason: "response" },
			isError: undefined,
		});
		expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
	});

	it("says of a dismissed question that this is no consent, and permits nothing", async () => {
		const client = await connect();
		const asked = client.callTool({ name: "clarify", arguments: { question: "May I delete it?" } });
		await questionIsOpen();
		harness.desk.clarifications.dismiss(harness.question.id);
		const { content, structuredContent } = CallToolResultSchema.parse(await asked);
		expect(structuredContent).toMatchObject({
			reason: "dismissed",
			response: "",
			note: expect.stringMatching(/^No answer was given: .*not consent/) as string,
		});
		expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
		expect(JSON.stringify(content)).not.toMatch(PERMITS);
	});

	it("hands over late answers with the question that each belongs to", async () => {
		const client = await connect();
		const asked = client.callTool({ name: "clarify", arguments: { question: 'Which "port"?' } });
		await questionIsOpen();
		const { id } = harness.question;
		harness.desk.clarifications.setDraft(id, { text: "8080", choice: undefined });
		const open = harness.desk.clarifications.open[0];
		await client.notification({ method: "notifications/cancelled", params: { requestId: 1 } });
		await vi.waitFor(() => expect(harness.desk.clarifications.open).toEqual([]), { interval: 2, timeout: 5_000 });
		harness.desk.clarifications.setHandOver(id, true);
		const result = CallToolResultSchema.parse(await client.callTool({ name: "update_plan", arguments: PLAN }));
		expect(result.structuredContent?.["late_answers"]).toMatchObject([{ clarify_id: open?.id, response: "8080" }]);
		expect(result.content).toEqual([{ type: "text", text: JSON.stringify(result.structuredContent) }]);
		const text = result.structuredContent?.["note"];
		expect(text).toContain(id);
		expect(text).toContain(JSON.stringify('Which "port"?'));
		expect(text).toMatch(/answers no other/);
		asked.catch(() => undefined);
	});
});

describe("a refusal", () => {
	it.each([
		["clarify", { question: " " }, /^invalid_input: question/],
		["clarify", { question: "x".repeat(4001) }, /^invalid_input: question.*4000/],
		["clarify", { question: "x", choices: Array.from({ length: 21 }, String) }, /^invalid_input: choices.*20/],
		["clarify", {}, /^invalid_input: question/],
		["clarify", { question: "x", context_id: "unknown" }, /^unknown_context: /],
		["update_plan", { plan: [] }, /^invalid_input: plan/],
		["update_plan", undefined, /^invalid_input: /],
	])("of %s %o is an error with its code, nothing shown", async (name, args, text) => {
		const client = await connect();
		const result = CallToolResultSchema.parse(await client.callTool({ name, ...(args && { arguments: args }) }));
		expect(result).toEqual({ isError: true, content: [{ type: "text", text: expect.stringMatching(text) as string }] });
		expect([harness.desk.clarifications.open, harness.desk.plans.cards]).toEqual([[], []]);
	});

	it("of a second question leaves the first one open", async () => {
		const client = await connect();
		const first = client.callTool({ name: "clarify", arguments: { question: "first" } });
		await questionIsOpen();
		const second = await client.callTool({ name: "clarify", arguments: { question: "second" } });
		expect(second.content).toMatchObject([{ text: expect.stringMatching(/^question_already_pending: /) as string }]);
		harness.desk.clarifications.answer(harness.question.id, "yes");
		expect((await first).structuredContent).toMatchObject({ response: "yes" });
	});

	it("of an unknown tool is a protocol error", async () => {
		const client = await connect();
		await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toMatchObject({ code: -32602 });
	});

	it.each([{}, { name: 7 }, { name: null, arguments: {} }])(
		"of a call that names no tool, %j, is one too",
		async (params) => {
			const session = await RawSession.start(harness);
			expect((await session.ask("tools/call", params)).error).toMatchObject({ code: -32602 });
		},
	);

	it("of a call that asks to run as a task is one too", async () => {
		const session = await RawSession.start(harness);
		const params = { name: "update_plan", arguments: PLAN, task: { ttl: 1 } };
		expect((await session.ask("tools/call", params)).error).toBeDefined();
		expect(harness.desk.plans.cards).toEqual([]);
	});

	it("of what must not happen names a reference, and the log the cause", async () => {
		const client = await connect();
		harness.sessionStore.isFull = true;
		const result = await client.callTool({ name: "update_plan", arguments: PLAN });
		expect(result).toEqual({
			isError: true,
			content: [{ type: "text", text: expect.stringMatching(/^internal_error \(reference [0-9a-f]{8}\)$/) as string }],
		});
		const [, reference] = /reference ([0-9a-f]+)/.exec(JSON.stringify(result)) ?? [];
		expect(harness.logged).toContainEqual(expect.stringMatching(`^error update_plan .*${reference}.*: no space left`));
	});
});

describe("while a question waits", () => {
	it("its session plans, pings and lists", async () => {
		const client = await connect();
		const asked = client.callTool({ name: "clarify", arguments: { question: "Which port?" } });
		await questionIsOpen();
		await client.ping();
		expect((await client.listTools()).tools).toHaveLength(3);
		const plan = await client.callTool({ name: "update_plan", arguments: PLAN });
		expect(plan.structuredContent).toMatchObject({ revision: 1 });
		harness.desk.clarifications.answer(harness.question.id, "80");
		expect((await asked).structuredContent).toMatchObject({ response: "80" });
	});
});

it("no text and no secret is logged", async () => {
	const client = await connect();
	const asked = client.callTool({ name: "clarify", arguments: { question: "a secret question" } });
	await questionIsOpen();
	harness.desk.clarifications.answer(harness.question.id, "a secret answer");
	await asked;
	await client.callTool({ name: "update_plan", arguments: { plan: "a secret plan" } });
	const told = harness.logged.join("\n");
	expect(told).not.toMatch(/secret/);
	expect(told).not.toContain(harness.token);
});

describe("more than 60 calls in 10 seconds", () => {
	it("are refused in that session alone, and let in again with time", async () => {
		const clock = new FakeClock();
		const timed = await BrokerHarness.start({ clock });
		const [busy, calm] = await Promise.all([RawSession.start(timed), RawSession.start(timed)]);
		for (let call = 0; call < 60; call++) {
			expect((await busy.call("update_plan", PLAN, call)).result?.["isError"]).toBeUndefined();
		}
		const refused = await busy.call("update_plan", PLAN);
		expect(refused.result).toMatchObject({
			isError: true,
			content: [{ text: expect.stringMatching(/^rate_limited: /) as string }],
		});
		expect((await busy.call("clarify", { question: "x" })).result).toMatchObject({ isError: true });
		expect(timed.desk.clarifications.open).toEqual([]);
		expect((await busy.ask("tools/list")).result).toMatchObject({ tools: [{}, {}, {}] });
		expect((await busy.ask("ping")).result).toEqual({});
		expect((await calm.call("update_plan", PLAN)).result?.["isError"]).toBeUndefined();
		clock.advance(10_000);
		expect((await busy.call("update_plan", PLAN)).result?.["isError"]).toBeUndefined();
		await timed.close();
	});

	it("lock nobody out when the machine's clock is set back", async () => {
		const clock = new FakeClock();
		const timed = await BrokerHarness.start({ clock });
		const session = await RawSession.start(timed);
		for (let call = 0; call < 60; call++) await session.call("update_plan", PLAN, call);
		clock.jump(-3_600_000);
		expect((await session.call("update_plan", PLAN)).result?.["isError"]).toBeUndefined();
		await timed.close();
	});

	it("of a tool that is off still say that it is off", async () => {
		const session = await RawSession.start(harness, bridgeHeaders({ clarify: "0" }));
		for (let call = 0; call < 61; call++) {
			const { result } = await session.call("clarify", { question: "x" }, call);
			expect(JSON.stringify(result)).toContain("tool_disabled: ");
		}
	});
});
