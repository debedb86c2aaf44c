import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { counted } from "../support/counted";
import { BridgeProcess, type RpcOut, stateWithBridge } from "../support/bridgeHarness";
import { LiveWindow } from "../support/liveWindow";
import { until } from "../support/until.mjs";

let installed: Awaited<ReturnType<typeof stateWithBridge>>;
let window: LiveWindow;
let bridge: BridgeProcess;

beforeAll(async () => {
	installed = await stateWithBridge();
	window = await LiveWindow.open(installed.state);
});
afterEach(({ task }) => counted(task, "attack", { attacks: 1 }));
afterAll(async () => {
	await window.dispose();
	installed.dispose();
});
beforeEach(() => {
	bridge = start();
});
// Whatever came in, the bridge has said nothing but protocol, and still serves its agent.
afterEach(async () => {
	await bridge.initialize();
	const asked = bridge.request("tools/call", { name: "clarify", arguments: { question: "Which port?" } }, "last");
	await window.answer("8080");
	expect((await asked).result?.["structuredContent"]).toMatchObject({ response: "8080" });
	expect([bridge.noise, bridge.stderr]).toEqual([[], ""]);
	await bridge.stop();
});

function start(): BridgeProcess {
	return new BridgeProcess(installed.bridge, { window: window.path, words: ["--agent", "codex", "--clarify"] });
}

const write = (bytes: string | Buffer): void => void bridge.child.stdin.write(bytes);
const line = (message: object): string => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const initialize = (id: string | number): string =>
	line({
		id,
		method: "initialize",
		params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
	});
const ask = (id: string | number, question = "q"): string =>
	line({ id, method: "tools/call", params: { name: "clarify", arguments: { question } } });

/** The answers so far to what had no id that could be read. */
const nameless = (): readonly RpcOut[] => bridge.said.filter(({ id }) => id === null);

describe("lines that are no message", () => {
	const LINES = [
		"hello",
		"{",
		"\0\x01\x02",
		"null",
		"1",
		'"x"',
		"[]",
		'[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
		"{}",
		'{"jsonrpc":"2.0","id":null,"method":"ping"}',
		'{"jsonrpc":"2.0","id":{},"method":"ping"}',
		'{"jsonrpc":"2.0","id":[1],"result":{}}',
		'{"jsonrpc":"2.0","method":{"__proto__":1}}',
		'{"__proto__":{"id":1,"method":"ping"}}',
		"Content-Length: 20\r",
		"\x1b[2J",
		"\ud800",
		`${"[".repeat(100_000)}${"]".repeat(100_000)}`,
		`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
	];

	it("are each answered with one error, before an introduction and after it", async () => {
		for (const round of [1, 2]) {
			write(`${LINES.join("\n")}\n`);
			await until("all are answered", () => nameless().length === round * LINES.length || undefined);
			if (round === 1) await bridge.initialize();
		}
		expect(new Set(nameless().map(({ error }) => error?.code))).toEqual(new Set([-32700, -32600]));
	});

	it("that are far too long are refused once and take no memory", async () => {
		const part = Buffer.alloc(1024 * 1024, "x");
		for (let sent = 0; sent < 64; sent++) {
			if (!bridge.child.stdin.write(part)) await new Promise((resolve) => bridge.child.stdin.once("drain", resolve));
		}
		write("\n");
		await until("it is refused", () => nameless().length > 0 || undefined);
		expect(nameless().map(({ error }) => error?.code)).toEqual([-32600]);
	});
});

describe("a message", () => {
	it("arrives whole however its bytes come: one by one, behind a mark, with the line ends of Windows", async () => {
		const text = "哪个端口？ 🌍 \u2028 é";
		await bridge.initialize();
		const bytes = Buffer.from(`\uFEFF${ask("split", text).trimEnd()}\r\n\r\n\n`);
		for (const byte of bytes) {
			write(Buffer.from([byte]));
			await new Promise(setImmediate);
		}
		expect((await window.question()).question.text).toBe(text);
		await window.answer("80");
		expect((await bridge.answer("split")).result).toBeDefined();
		expect(nameless()).toEqual([]);
	});

	it("of 100,000 levels is refused under its id, and what is open stays open", async () => {
		await bridge.initialize();
		write(ask("open"));
		const { id } = await window.question();
		for (const [open, close] of [
			["[", "]"],
			['{"a":', "}"],
		] as const) {
			const count = open === "[" ? 100_000 : 40_000;
			const nested = `${open.repeat(count)}1${close.repeat(count)}`;
			write(
				`{"jsonrpc":"2.0","id":"${open.length}","method":"tools/call","params":{"name":"clarify","arguments":${nested}}}\n`,
			);
			expect((await bridge.answer(String(open.length))).error?.code).toBe(-32600);
		}
		expect((await window.question()).id).toBe(id);
		await window.answer("80");
		await bridge.answer("open");
	});

	it("with bytes that are no UTF-8 is a message with another character in it, or none", async () => {
		await bridge.initialize();
		write(Buffer.from('{"jsonrpc":"2.0","id":"bytes","method":"pi\xffng"}\n', "latin1"));
		expect((await bridge.answer("bytes")).error?.code).toBe(-32601);
	});

	it.each([
		"server/discover",
		"nonsense",
		"__proto__",
		"constructor",
		"",
		"tools/call\n",
		"resources/list",
		"sampling/createMessage",
	])("with the method %j gets an error under its id", async (method) => {
		await bridge.initialize();
		expect((await bridge.request(method, {}, "odd")).error?.code).toBe(-32601);
	});

	it("that names what every object has is an unknown tool", async () => {
		await bridge.initialize();
		for (const name of ["__proto__", "constructor", "toString"]) {
			expect((await bridge.request("tools/call", { name, arguments: {} }, name)).error?.code).toBe(-32602);
		}
	});
});

describe("an introduction", () => {
	it("may come late: what comes before it is answered and reaches nobody", async () => {
		write(
			line({ method: "notifications/initialized" }) +
				line({ method: "notifications/cancelled", params: { requestId: 1 } }),
		);
		write(
			line({ id: "a", method: "tools/list" }) +
				ask("b") +
				line({ id: "c", method: "ping" }) +
				line({ id: "d", result: {} }),
		);
		const answers = await Promise.all(["a", "b", "c"].map((id) => bridge.answer(id)));
		expect(answers.map(({ result }) => result)).toEqual([
			{ tools: [] },
			expect.objectContaining({ isError: true }),
			{},
		]);
		expect(window.openQuestions).toEqual([]);
	});

	it("may come twice, in one breath too: the last one counts", async () => {
		write(initialize("one") + initialize("two") + line({ method: "notifications/initialized" }) + ask("q"));
		expect((await bridge.answer("two")).result).toBeDefined();
		await window.answer("80");
		expect((await bridge.answer("q")).result?.["structuredContent"]).toMatchObject({ response: "80" });
		expect(bridge.said.filter(({ id }) => id === "two")).toHaveLength(1);
	});

	it("while a question is open begins anew: the question closes, its late answer reaches nobody", async () => {
		await bridge.initialize();
		write(ask("before"));
		const { id } = await window.question();
		write(initialize("again"));
		await bridge.answer("again");
		await until("it is closed", () => window.openQuestions.length === 0 || undefined);
		expect(window.life.desk.clarifications.answer(id, "late")).toBe(false);
	});
});

describe("a flood", () => {
	it("of 3,000 requests at once is answered whole, each once, and leaves the window to others", async () => {
		await bridge.initialize();
		const other = start();
		await other.initialize();
		write(
			Array.from({ length: 3_000 }, (_, index) =>
				line({ id: index, method: index % 2 === 0 ? "ping" : "tools/list" }),
			).join(""),
		);
		expect((await other.request("tools/list")).result).toBeDefined();
		const answered = (): readonly RpcOut[] => bridge.said.filter(({ id }) => typeof id === "number" && id < 3_000);
		await until("all are answered", () => answered().length >= 3_000 || undefined, 60_000);
		expect(new Set(answered().map(({ id }) => id)).size).toBe(3_000);
		expect(answered().filter(({ error }) => error !== undefined)).toEqual([]);
		await other.stop();
	}, 90_000);

	it("of calls is limited, and none of them is lost", async () => {
		await bridge.initialize();
		const plan = { plan: [{ id: "a", step: "A", status: "pending" }] };
		const call = (id: number): string =>
			line({ id, method: "tools/call", params: { name: "update_plan", arguments: plan } });
		write(Array.from({ length: 300 }, (_, index) => call(1_000 + index)).join(""));
		const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => bridge.answer(1_000 + index, 30_000)));
		const refused = answers.filter(({ result }) => JSON.stringify(result).includes("rate_limited"));
		expect(refused.length).toBeGreaterThanOrEqual(200);
		expect(answers.length - refused.length).toBeGreaterThanOrEqual(60);
		// The limit is one for ten seconds, and for this session alone.
		await bridge.stop();
		bridge = start();
	}, 90_000);
});

describe("an id that is used twice at a time", () => {
	it("is refused the second time, and the answer of the first arrives", async () => {
		await bridge.initialize();
		write(ask("same", "first"));
		await window.question();
		write(ask("same", "second"));
		await until("it is refused", () => nameless().length > 0 || undefined, 5_000);
		await window.answer("80");
		expect((await bridge.answer("same")).result?.["structuredContent"]).toMatchObject({ response: "80" });
		expect(bridge.said.filter(({ id }) => id === "same")).toHaveLength(1);
	});
});
