import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOOK_PATHS } from "../../src/wire/hookMessages";
import { counted } from "../support/counted";
import { AttackedBroker, JSON_HEADERS } from "../support/attackedBroker";
import type { ByteAnswer, ByteRequest } from "../support/rawBytes";
import { RawSession } from "../support/rawSession";

let broker: AttackedBroker;

beforeAll(async () => {
	broker = await AttackedBroker.start();
});
let before = 0;
afterAll(() => broker.end());
beforeEach(() => {
	before = broker.asked;
	return broker.openQuestion();
});
afterEach(({ task }) => counted(task, "attack", { attacks: 1, requests: broker.asked - before }));
afterEach(() => broker.expectUnharmed());

const ask = (request: ByteRequest): Promise<ByteAnswer> => broker.ask(request);
const token = (): readonly [string, string] => broker.token;

describe("a body of /hooks/*", () => {
	const caller = { agent: "claude-code", pid: 11, agentPid: 10, sessionId: "s-1", turnId: "p-1", cwd: "/here" };
	const deep = (open: string, close: string, levels: number): string =>
		open.repeat(levels) + "1" + close.repeat(levels);

	it.each([
		["nothing", ""],
		["half of one", '{"agent":"claude-code"'],
		["no JSON", "agent=codex&pid=1"],
		["null", "null"],
		["a text", '"begin"'],
		["a batch", JSON.stringify([caller])],
		["100,000 levels", `{"agent":"codex","input":${"[".repeat(60_000)}`],
		["many levels of lists", `{"agent":"codex","input":${deep("[", "]", 30_000)}}`],
		["many levels of objects", `{"agent":"codex","input":${deep('{"a":', "}", 9_000)}}`],
		["a prototype", JSON.stringify(caller).replace("{", '{"__proto__":{"polluted":1,"agent":"codex"},')],
		["a hidden prototype", JSON.stringify(caller).replace("{", '{"\\u005f_proto__":{"polluted":1},')],
		["a prototype further in", JSON.stringify(caller).replace("{", '{"input":{"a":[{"__proto__":{"polluted":1}}]},')],
		["only what looks like a caller", '{"constructor":{"prototype":{"agent":"codex","pid":1,"agentPid":1}}}'],
		["ids that are no ids", JSON.stringify({ ...caller, pid: -1 })],
		["a pid beyond all", JSON.stringify({ ...caller, pid: 2 ** 40 })],
		["a pid that is no number", '{"agent":"codex","pid":1e999,"agentPid":1}'],
		["an agent that speaks in our name", JSON.stringify({ ...caller, agent: "sample" })],
		["an agent with a path", JSON.stringify({ ...caller, agent: "../codex" })],
		["no UTF-8", Buffer.from('{"agent":"codex","pid":1,"agentPid":1,"cwd":"\xff"}', "latin1")],
	] as const)("that is %s gets 400", async (_, body) => {
		const got = await Promise.all(
			Object.values(HOOK_PATHS).map((target) => ask({ target, headers: [token(), ...JSON_HEADERS], body })),
		);
		expect(got.map(({ status, body: said }) => [status, said])).toEqual([1, 2, 3, 4].map(() => [400, ""]));
	});

	it("of 100,000 levels in the input of a tool gets 400 as well", async () => {
		const full = { ...caller, tool: "Bash", inputHash: "0".repeat(64), key: "0".repeat(32), blocksTerminal: false };
		const open = JSON.stringify(full).slice(0, -1);
		for (const input of [deep("[", "]", 100_000), deep('{"a":', "}", 100_000)]) {
			const got = await ask({
				target: HOOK_PATHS.permission,
				headers: [token(), ...JSON_HEADERS],
				body: `${open},"input":${input}}`,
			});
			expect([got.status, got.body]).toEqual([400, ""]);
		}
	});

	it("with names that only look dangerous is taken for what it is, and is nobody's here", async () => {
		const body = JSON.stringify({
			...caller,
			constructor: 1,
			prototype: { a: 1 },
			toString: "x",
			hasOwnProperty: null,
		});
		expect(await ask({ target: HOOK_PATHS.tool, headers: [token()], body })).toMatchObject({ status: 400 });
		expect(await ask({ target: HOOK_PATHS.begin, headers: [token()], body })).toMatchObject({
			status: 200,
			body: "{}",
		});
		expect(broker.harness.desk.sessions.all.filter(({ isHooked }) => isHooked)).toEqual([]);
	});
});

describe("what an introduction claims", () => {
	const initialize = JSON.stringify({
		jsonrpc: "2.0",
		id: 1,
		method: "initialize",
		params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
	});
	const introduce = (headers: readonly (readonly [string, string])[]): Promise<ByteAnswer> =>
		ask({ headers: [token(), ...JSON_HEADERS, ...headers], body: initialize, stop: '"id":' });

	it("is left aside where it makes no sense, whatever stands in it", async () => {
		const before = new Set(broker.harness.desk.sessions.all);
		const answer = await introduce([
			["Parley-Session", "f".repeat(32)],
			["Parley-Agent", "codex\xff<script>"],
			["Parley-Cwd", "%00/etc%0d%0aSet-Cookie:%20a=b"],
			["Parley-Pid", "-1"],
			["Parley-Budget", "1e9"],
			["Parley-In-Flight", `${"0".repeat(32)},`.repeat(400)],
			["Parley-Agent-Session", "a b"],
			["Parley-Editor", "__proto__"],
			["Parley-Clarify", "true"],
		]);
		expect(answer.names.filter((name) => name === "set-cookie")).toEqual([]);
		const [made] = broker.harness.desk.sessions.all.filter((each) => !before.has(each));
		expect([answer.status, made?.intro.agent.id, made?.intro.budgetMs, made?.intro.tools.clarify]).toEqual([
			200,
			"agent",
			undefined,
			false,
		]);
		broker.harness.desk.endSession(made!);
	});

	it.each(["", "F".repeat(32), "f".repeat(31), "f".repeat(33), `${"f".repeat(32)}, ${"f".repeat(32)}`, "../x", "%00"])(
		"under the session key %j is refused",
		async (key) => {
			expect(await introduce([["Parley-Session", key]])).toMatchObject({ status: 400 });
		},
	);

	it("gets no session that is somebody else's: not by its id, not by asking for it twice", async () => {
		const id = broker.session.headers["mcp-session-id"] ?? "";
		expect(await introduce([["Mcp-Session-Id", id]])).toMatchObject({ status: 400 });
		expect(
			await introduce([
				["Mcp-Session-Id", id],
				["Mcp-Session-Id", "x"],
			]),
		).toMatchObject({ status: 404 });
		expect(await introduce([["Mcp-Session-Id", ""]])).toMatchObject({ status: 404 });
	});
});

describe("another session", () => {
	it("takes nothing back that is not its own, and learns nothing of it", async () => {
		const other = await RawSession.start(broker.harness);
		await other.notify("notifications/cancelled", { requestId: 7, reason: "mine" });
		await other.notify("notifications/cancelled", { requestId: "7" });
		const late = await other.call("clarify", { question: "Which?", context_id: broker.harness.question.turnId });
		expect(late.result).toMatchObject({ isError: true });
		expect(JSON.stringify(late.result)).toContain("unknown_context");
		expect(broker.harness.question.state).toBe("waiting");
		await other.delete();
	});

	it("asks under the same id, and each gets its own answer", async () => {
		const other = await RawSession.start(broker.harness);
		const second = await other.clarify({ id: 7 });
		const [, newest] = broker.harness.desk.clarifications.open;
		broker.harness.desk.clarifications.answer(newest?.id ?? "", "9090");
		await second.ended;
		expect(second.messages.at(-1)).toMatchObject({ id: 7, result: { structuredContent: { response: "9090" } } });
		await other.delete();
	});
});

describe("a call that is put together in another way", () => {
	const named = { name: "clarify", arguments: { question: "q" } };

	it.each([
		["no parameters", undefined],
		["a list of them", [named]],
		["a text of them", "clarify"],
		["no name", { arguments: {} }],
		["a number as name", { ...named, name: 1 }],
		["a name in a list", { ...named, name: ["clarify"] }],
		["a name with blanks", { ...named, name: " clarify" }],
		["a name in capitals", { ...named, name: "CLARIFY" }],
		["a name that every object has", { ...named, name: "constructor" }],
		["a list of arguments", { ...named, arguments: [named.arguments] }],
		["a text of arguments", { ...named, arguments: "question=q" }],
		["no arguments", { name: "clarify" }],
		["arguments further in", { name: "clarify", arguments: { arguments: { question: "q" } } }],
		["an answer beside the question", { name: "clarify", arguments: { response: "yes", reason: "response" } }],
		[
			"a decision beside the act",
			{ name: "request_approval", arguments: { decision: "allow_once", approval_id: "1" } },
		],
		["a token that is none", { ...named, _meta: { progressToken: {} } }],
	])("with %s shows nothing and gets an error", async (_, params) => {
		const other = await RawSession.start(broker.harness);
		const answer = await ask({
			headers: Object.entries(other.headers),
			body: JSON.stringify({ jsonrpc: "2.0", id: "odd", method: "tools/call", params }),
			stop: '"odd"',
		});
		expect(answer.body).toMatch(/"isError":true|"error":\{/);
		expect(broker.harness.desk.inbox.count).toBe(1);
		await other.delete();
	});

	it("with all that could decide it, waits for the person like any other", async () => {
		const other = await RawSession.start(broker.harness);
		const extra = { decision: "allow_always", reason: "user", remembered: true, timeout: 0, kind: "command" };
		const params = { name: "request_approval", arguments: { action: "rm -rf /", ...extra }, _meta: { approved: true } };
		const headers = { "parley-approved": "1", "parley-decision": "allow_once" };
		const waits = await other.post({ jsonrpc: "2.0", id: "wants", method: "tools/call", params }, headers);
		const [approval] = broker.harness.desk.approvals.open;
		await other.post({ jsonrpc: "2.0", id: "wants", result: { decision: "allow_once" } });
		await other.post({ jsonrpc: "2.0", method: "notifications/approved", params: { requestId: "wants" } });
		expect([approval?.state, waits.messages]).toEqual(["waiting", []]);
		await other.delete();
		await waits.ended;
		expect(JSON.stringify(waits.messages)).not.toMatch(/allow/);
	});
});

describe("ids that break out of a stream", () => {
	it.each(["a\n\ndata: {}\n\n", "\r\nevent: message", "\u2028\u2029", "\0", "__proto__", "", "0", 0, -0])(
		"%j comes back as it was, in one event",
		async (id) => {
			const answer = await broker.session.post({ jsonrpc: "2.0", id, method: "ping" });
			await answer.ended;
			expect(answer.messages).toEqual([{ jsonrpc: "2.0", id: id === 0 ? 0 : id, result: {} }]);
		},
	);

	it.each(["1e999", "-1e999", "9007199254740993", "1.5", "null", "true", "[]", "{}"])(
		"that are none are refused: %s",
		async (id) => {
			const body = `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
			const headers = Object.entries(broker.session.headers);
			const { status } = await ask({ headers, body });
			expect(status).toBe(400);
		},
	);
});
