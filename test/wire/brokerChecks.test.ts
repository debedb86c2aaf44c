import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BODY_MAX_BYTES, HELLO_PATH } from "../../src/wire/protocol";
import { BrokerHarness } from "../support/brokerHarness";
import { authorised, exchangeBytes, type OpenAnswer, send } from "../support/rawHttp";
import { RawSession } from "../support/rawSession";

let harness: BrokerHarness;
let session: RawSession;
let waiting: OpenAnswer;

beforeAll(async () => {
	harness = await BrokerHarness.start();
});

afterAll(() => harness.close());

// Whatever comes in, a question of somebody else stays open and its answer arrives.
beforeEach(async () => {
	session = await RawSession.start(harness);
	waiting = await session.clarify();
	expect(harness.desk.clarifications.open).toHaveLength(1);
});

afterEach(async () => {
	harness.desk.clarifications.answer(harness.question.id, "8080");
	await waiting.ended;
	expect(waiting.messages.at(-1)?.result?.["structuredContent"]).toMatchObject({
		reason: "response",
		response: "8080",
	});
	await session.delete();
});

/** A refusal tells a status and nothing else. */
async function expectRefusal(status: number, options: Parameters<typeof send>[1]): Promise<void> {
	const answer = await send(harness, options);
	expect({ status: answer.status, body: answer.body }).toEqual({ status, body: "" });
	expect(Object.keys(answer.headers).sort()).toEqual(["connection", "content-length", "date"]);
}

function without(...names: string[]): Record<string, string> {
	return Object.fromEntries(Object.entries(session.headers).filter(([name]) => !names.includes(name)));
}

describe("who may ask", () => {
	it.each(["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "localhost.evil.example", "[::1]"])(
		"refuses the host %j",
		async (host) => {
			await expectRefusal(403, { headers: { ...session.headers, host }, body: "{}" });
		},
	);

	it.each(["", "Host:\r\n"])("refuses a request without a host, %j", async (host) => {
		const answer = await exchangeBytes(harness.port, `GET /mcp HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
		expect(answer).toMatch(/^HTTP\/1.1 403 /);
	});

	it("takes localhost with its port, in any case", async () => {
		const host = `LocalHost:${harness.port}`;
		const answer = await send(harness, { headers: { ...session.headers, host }, body: "{}" });
		expect(answer.status).toBe(400);
	});

	it.each(["https://evil.example", "null", "", "http://127.0.0.1"])("refuses the origin %j", async (origin) => {
		await expectRefusal(403, { headers: { ...session.headers, origin }, body: "{}" });
	});

	it("refuses its own origin, too: no page of ours asks", async () => {
		await expectRefusal(403, { headers: { ...session.headers, origin: `http://127.0.0.1:${harness.port}` } });
	});

	it.each([undefined, "", "Bearer", "Bearer ", "Bearer x", `Basic ${"0".repeat(64)}`, `Bearer ${"0".repeat(64)}`])(
		"refuses the authorization %j",
		async (authorization) => {
			const headers = { ...without("authorization"), ...(authorization === undefined ? {} : { authorization }) };
			await expectRefusal(401, { headers, body: "{}" });
		},
	);

	it.each(["POST", "GET", "DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "PURGE"])(
		"asks for the token with %s, on every path",
		async (method) => {
			await expectRefusal(401, { method, headers: without("authorization") });
			await expectRefusal(401, { method, headers: without("authorization"), path: "/nothing" });
		},
	);

	it("gives a HEAD without a token nothing", async () => {
		expect(await send(harness, { method: "HEAD", headers: {} })).toMatchObject({ status: 401, body: "" });
	});

	it("does not let a token in the address count", async () => {
		await expectRefusal(401, { path: `/mcp?access_token=${harness.token}`, headers: without("authorization") });
	});

	it("upgrades to nothing", async () => {
		const headers = { ...without("authorization"), connection: "Upgrade", upgrade: "websocket" };
		await expectRefusal(401, { method: "GET", headers });
	});

	it("tells a preflight nothing", async () => {
		await expectRefusal(403, {
			method: "OPTIONS",
			headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
		});
	});
});

describe("the order of the checks", () => {
	const huge = "x".repeat(BODY_MAX_BYTES + 1);
	const wrongHost = { host: "evil.example" };
	const wrongOrigin = { origin: "https://evil.example" };
	const wrongToken = { authorization: "Bearer wrong" };

	it("is host, origin, token, size, method, target", async () => {
		const target = `http://evil.example/mcp`;
		const base = { ...authorised(harness) };
		const put = { method: "PUT", path: target, body: huge };
		await expectRefusal(403, { ...put, headers: { ...base, ...wrongHost, ...wrongToken } });
		await expectRefusal(403, { ...put, headers: { ...base, ...wrongOrigin, ...wrongToken } });
		await expectRefusal(401, { ...put, headers: { ...base, ...wrongToken } });
		await expectRefusal(413, { ...put, headers: base });
		await expectRefusal(405, { ...put, headers: base, body: "{}" });
		await expectRefusal(400, { ...put, headers: base, body: "{}", method: "POST" });
	});

	it("refuses without the token before the body has come", async () => {
		const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${harness.port}\r\nContent-Length: 1000\r\n\r\n{`;
		expect(await exchangeBytes(harness.port, head, /\r\n\r\n/)).toMatch(/^HTTP\/1.1 401 /);
	});
});

describe("what may be asked", () => {
	it("refuses a body over the limit that declares its size", async () => {
		await expectRefusal(413, { headers: session.headers, body: "x".repeat(BODY_MAX_BYTES + 1) });
	});

	it("refuses a declared size over the limit before anything of it has come", async () => {
		const head =
			`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${harness.port}\r\nAuthorization: Bearer ${harness.token}\r\n` +
			`Content-Length: ${BODY_MAX_BYTES + 1}\r\n\r\n`;
		expect(await exchangeBytes(harness.port, head, /\r\n\r\n/)).toMatch(/^HTTP\/1.1 413 /);
	});

	it("refuses a chunked body as soon as it is over the limit", async () => {
		const headers = { ...session.headers, "transfer-encoding": "chunked" };
		await expectRefusal(413, { headers, body: "x".repeat(BODY_MAX_BYTES + 1) });
		await expectRefusal(413, { method: "PUT", headers, body: "x".repeat(BODY_MAX_BYTES + 1) });
	});

	it("takes a body of exactly the limit", async () => {
		const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
		const body = message + " ".repeat(BODY_MAX_BYTES - message.length);
		expect(await send(harness, { headers: session.headers, body })).toMatchObject({ status: 200 });
	});

	it.each(["PUT", "PATCH", "OPTIONS", "PURGE"])("refuses the method %s", async (method) => {
		await expectRefusal(405, { method, headers: session.headers });
	});

	it("refuses HEAD and CONNECT", async () => {
		expect(await send(harness, { method: "HEAD", headers: session.headers })).toMatchObject({ status: 405 });
		const connect = `CONNECT 127.0.0.1:${harness.port} HTTP/1.1\r\nHost: 127.0.0.1:${harness.port}\r\n\r\n`;
		expect(await exchangeBytes(harness.port, connect)).toBe("");
	});

	it.each([
		"http://evil.example/mcp",
		"https://127.0.0.1/mcp",
		"http://127.0.0.1:1/mcp",
		"ftp://x/mcp",
		"*",
		"http://user@127.0.0.1/mcp",
	])("refuses the request target %j", async (path) => {
		await expectRefusal(400, { path, headers: session.headers, body: "{}" });
	});

	it("takes a request target in absolute form that is ours", async () => {
		const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
		const path = `http://127.0.0.1:${harness.port}/mcp`;
		expect(await send(harness, { path, headers: session.headers, body })).toMatchObject({ status: 200 });
		const hello = `http://127.0.0.1:${harness.port}${HELLO_PATH}?nonce=${"0".repeat(64)}`;
		expect(await send(harness, { method: "GET", path: hello, headers: {} })).toMatchObject({ status: 200 });
	});

	it.each(["/", "/mcp/", "/MCP", "//mcp", "/mcp/x", "/..%2fmcp", "/%", "/hello/", "/hooks", "/favicon.ico"])(
		"knows no path %j",
		async (path) => {
			await expectRefusal(404, { path, headers: session.headers, body: "{}" });
		},
	);

	it("never names a program, a path or a rule for browsers", async () => {
		const answers = await Promise.all([
			send(harness, { headers: session.headers, body: "{" }),
			send(harness, { headers: session.headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) }),
			send(harness, { headers: { ...session.headers, "mcp-session-id": "x" }, body: "{}" }),
		]);
		for (const { headers, body } of answers) {
			expect(Object.keys(headers).filter((name) => /^(x-powered-by|server|etag|access-control-)/.test(name))).toEqual(
				[],
			);
			expect(body).not.toMatch(/node_modules|src\/|at .*:\d+:\d+/);
		}
	});
});

describe("what is no message", () => {
	const call = (args: string) =>
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"update_plan","arguments":${args}}}`;

	it.each([
		["nothing", ""],
		["a half", '{"jsonrpc":"2.0"'],
		["no JSON", "hello"],
		["null", "null"],
		["a number", "1"],
		["an empty batch", "[]"],
		["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]'],
		["no version", '{"id":1,"method":"ping"}'],
		["the id null", '{"jsonrpc":"2.0","id":null,"method":"ping"}'],
		["a fraction as id", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}'],
		["an object as id", '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
		["a number as method", '{"jsonrpc":"2.0","id":1,"method":1}'],
		["nested arrays", call("[".repeat(100_000) + "]".repeat(100_000))],
		["nested objects", call('{"a":'.repeat(40_000) + "1" + "}".repeat(40_000))],
		["a prototype", call('{"__proto__":{"polluted":true}}')],
		["a hidden prototype", call('{"plan":[{"\\u005f_proto__":{"polluted":true}}]}')],
		[
			"bytes that are no UTF-8",
			Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"\xff"}}', "latin1"),
		],
	])("answers %s with 400 and a JSON-RPC error", async (_, body) => {
		const answer = await send(harness, { headers: session.headers, body });
		expect(answer.status).toBe(400);
		expect(JSON.parse(answer.body)).toEqual({
			jsonrpc: "2.0",
			id: null,
			error: { code: expect.any(Number) as number, message: expect.any(String) as string },
		});
		expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
	});

	it("refuses a second request under an id that is still open", async () => {
		const again = await session.post({ jsonrpc: "2.0", id: 7, method: "ping" });
		expect(again.response.statusCode).toBe(400);
		again.cut();
	});

	it("takes keys that only look dangerous", async () => {
		const result = await session.call("update_plan", { plan: "x", constructor: 1, prototype: 2, toString: 3 });
		expect(result.result).toMatchObject({ isError: true });
	});

	it("answers a wrong content type and a client that takes no stream", async () => {
		const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
		const plain = { ...session.headers, "content-type": "text/plain" };
		const jsonOnly = { ...session.headers, accept: "application/json" };
		expect(await send(harness, { headers: plain, body })).toMatchObject({ status: 415 });
		expect(await send(harness, { headers: jsonOnly, body })).toMatchObject({ status: 406 });
		expect(await send(harness, { method: "GET", headers: jsonOnly })).toMatchObject({ status: 406 });
	});

	it("does not unpack", async () => {
		const headers = { ...session.headers, "content-encoding": "gzip" };
		expect(await send(harness, { headers, body: Buffer.from("1f8b08", "hex") })).toMatchObject({ status: 400 });
	});
});
