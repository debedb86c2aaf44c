import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOOK_MAX_BYTES, HOOK_PATHS } from "../../src/wire/hookMessages";
import { BODY_MAX_BYTES, CLAIM_PATH, HELLO_PATH } from "../../src/wire/protocol";
import { counted } from "../support/counted";
import { AttackedBroker } from "../support/attackedBroker";
import { type ByteAnswer, type ByteRequest, chunked } from "../support/rawBytes";

const NONCE = "0".repeat(64);
/** One good request of each route, without its token. */
const ROUTES: readonly (readonly [string, string])[] = [
	["POST", "/mcp"],
	["GET", "/mcp"],
	["DELETE", "/mcp"],
	["GET", `${HELLO_PATH}?nonce=${NONCE}`],
	["GET", `${CLAIM_PATH}?agent=codex&cwd=%2Fhome`],
	...Object.values(HOOK_PATHS).map((path) => ["POST", path] as const),
];
const NAMES = ROUTES.map(([method, target]) => `${method} ${target.split("?")[0]}`);
const BEHIND_TOKEN = ROUTES.filter(([, target]) => !target.startsWith(HELLO_PATH));

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

/** The same attack on each of the routes gets the same status with nothing in it. */
async function expectOnAll(
	status: number,
	attack: (method: string, target: string) => ByteRequest,
	routes = ROUTES,
): Promise<void> {
	const got = await Promise.all(routes.map(([method, target]) => ask({ method, target, ...attack(method, target) })));
	expect(got.map(({ status: each, body, names }) => [each, body, [...names].sort().join()])).toEqual(
		routes.map(() => [status, "", "connection,content-length,date"]),
	);
}

describe(`on ${NAMES.join(", ")}`, () => {
	it.each([
		"evil.example",
		"127.0.0.1",
		"127.0.0.1:",
		"127.0.0.1:0",
		"127.0.0.1:PORT.",
		"127.0.0.1:0PORT",
		"127.0.0.1.:PORT",
		"127.1:PORT",
		"2130706433:PORT",
		"0x7f000001:PORT",
		"0.0.0.0:PORT",
		"[::1]:PORT",
		"[::ffff:127.0.0.1]:PORT",
		"localhost.:PORT",
		"localhost.evil.example:PORT",
		"evil@127.0.0.1:PORT",
		"127.0.0.1:PORT, evil.example",
		"127.0.0.1:PORT/",
		"",
	])("the host %j gets 403", async (form) => {
		const host = form.replace("PORT", String(broker.harness.port));
		await expectOnAll(403, () => ({ headers: [["Host", host], token()] }));
	});

	it.each(["https://evil.example", "null", "", "http://127.0.0.1:PORT", "vscode-webview://x", "file://"])(
		"the origin %j gets 403, the token notwithstanding",
		async (form) => {
			const origin = form.replace("PORT", String(broker.harness.port));
			await expectOnAll(403, () => ({ headers: [["Origin", origin], token()] }));
			await expectOnAll(403, () => ({ headers: [["ORIGIN", origin], ["Origin", ""], token()] }));
		},
	);

	it.each([
		["no token", () => []],
		["another scheme's case", () => [["Authorization", `bearer ${broker.harness.token}`]]],
		["capitals", () => [["Authorization", `BEARER ${broker.harness.token}`]]],
		["two spaces", () => [["Authorization", `Bearer  ${broker.harness.token}`]]],
		["a tab", () => [["Authorization", `Bearer\t${broker.harness.token}`]]],
		["the token alone", () => [["Authorization", broker.harness.token]]],
		["a token in capitals", () => [["Authorization", `Bearer ${broker.harness.token.toUpperCase()}X`]]],
		["all but the last digit", () => [["Authorization", `Bearer ${broker.harness.token.slice(0, -1)}`]]],
		["a digit more", () => [["Authorization", `Bearer ${broker.harness.token}0`]]],
		["a wrong last digit", () => [["Authorization", `Bearer ${broker.harness.token.slice(0, -1)}g`]]],
		["quotes", () => [["Authorization", `Bearer "${broker.harness.token}"`]]],
		["a list", () => [["Authorization", `Bearer x, Bearer ${broker.harness.token}`]]],
		["a wrong one before the right one", () => [["Authorization", "Bearer x"], token()]],
		["letters that encode longer", () => [["Authorization", `Bearer ${"\xe9".repeat(64)}`]]],
		["another header", () => [["Proxy-Authorization", `Bearer ${broker.harness.token}`]]],
		["a cookie", () => [["Cookie", `authorization=Bearer ${broker.harness.token}; token=${broker.harness.token}`]]],
		["the session's id alone", () => [["Mcp-Session-Id", broker.session.headers["mcp-session-id"] ?? ""]]],
	] as const)("%s gets 401", async (_, headers) => {
		await expectOnAll(401, () => ({ headers: [...headers()] as [string, string][] }), BEHIND_TOKEN);
	});

	it("a token behind the body gets 401", async () => {
		const body = `2\r\n{}\r\n0\r\nAuthorization: Bearer ${broker.harness.token}\r\n\r\n`;
		await expectOnAll(
			401,
			() => ({
				headers: [
					["Transfer-Encoding", "chunked"],
					["Trailer", "Authorization"],
				],
				body,
			}),
			BEHIND_TOKEN,
		);
	});

	it.each(["PUT", "PATCH", "OPTIONS", "PURGE", "PROPFIND", "LINK", "TRACE"])(
		"the method %s gets 405",
		async (method) => {
			await expectOnAll(405, () => ({ method, headers: [token()] }));
		},
	);

	it("a method of another route gets 405", async () => {
		const wrong = ROUTES.filter(([, target]) => target !== "/mcp").flatMap(([method, target]) =>
			["GET", "POST", "DELETE"].filter((each) => each !== method).map((each) => [each, target] as const),
		);
		await expectOnAll(405, (method, target) => ({ method, target, headers: [token()] }), wrong);
	});

	it("a body over its limit gets 413, whether its size is told or not", async () => {
		const sizes: ReadonlyMap<string, number> = new Map<string, number>([
			...[HOOK_PATHS.begin, HOOK_PATHS.end, HOOK_PATHS.tool].map((path) => [path, HOOK_MAX_BYTES.event] as const),
			[HOOK_PATHS.permission, HOOK_MAX_BYTES.permission],
		]);
		const over = (target: string): Buffer => Buffer.alloc((sizes.get(target) ?? BODY_MAX_BYTES) + 1, " ");
		await expectOnAll(413, (_, target) => ({ headers: [token()], body: over(target) }));
		await expectOnAll(413, (_, target) => ({
			headers: [token(), ["Transfer-Encoding", "chunked"]],
			body: chunked(over(target), 65_536),
		}));
		// Nothing of it has come yet, and nothing will.
		for (const length of [HOOK_MAX_BYTES.permission + 1, 2 ** 53]) {
			await expectOnAll(413, () => ({
				headers: [token(), ["Content-Length", String(length)]],
				stop: "\r\n\r\n",
			}));
		}
	});

	it.each(["-1", "1e3", "0x10", "1.5", "+5", "5, 6", "", "18446744073709551617", "NaN"])(
		"the length %j gets 400 before anything is looked at",
		async (length) => {
			const got = await Promise.all(
				ROUTES.map(([method, target]) => ask({ method, target, headers: [["Content-Length", length]], body: "{}" })),
			);
			for (const { status, body } of got)
				expect([[400, 413].includes(status) || status === 401, body]).toEqual([true, ""]);
			expect(got.some(({ status }) => status === 200)).toBe(false);
		},
	);

	it("two lengths, or a length beside chunks, get 400", async () => {
		for (const headers of [
			[
				["Content-Length", "2"],
				["Content-Length", "3"],
			],
			[
				["Content-Length", "2"],
				["Transfer-Encoding", "chunked"],
			],
			[
				["Transfer-Encoding", "chunked"],
				["Content-Length", "2"],
			],
			[["Transfer-Encoding", "identity"]],
			[["Transfer-Encoding", "chunked, identity"]],
			[["Transfer-Encoding", "xchunked"]],
		] as [string, string][][]) {
			const got = await Promise.all(
				ROUTES.map(([method, target]) => ask({ method, target, headers: [token(), ...headers], body: "{}" })),
			);
			expect(got.map(({ status, body }) => [status, body])).toEqual(ROUTES.map(() => [400, ""]));
		}
	});

	it("chunks that are none get 400, and never the answer of what they hide", async () => {
		const hidden = `GET ${HELLO_PATH}?nonce=${NONCE} HTTP/1.1\r\nHost: 127.0.0.1:${broker.harness.port}\r\n\r\n`;
		for (const body of [
			`zz\r\n${hidden}`,
			`-1\r\n${hidden}`,
			`2\r\n{}${hidden}`,
			`0x2\r\n{}\r\n0\r\n\r\n`,
			`${"f".repeat(17)}\r\n`,
		]) {
			const got = await Promise.all(
				BEHIND_TOKEN.map(([method, target]) =>
					ask({ method, target, headers: [token(), ["Transfer-Encoding", "chunked"]], body }),
				),
			);
			for (const { text } of got) expect(text).not.toContain("proof");
			expect(got.filter(({ status }) => status === 200)).toEqual([]);
		}
	});

	it("a header that holds the start of another is no header", async () => {
		for (const value of [
			`x\rAuthorization: Bearer ${broker.harness.token}`,
			`x\n\tAuthorization: Bearer ${broker.harness.token}`,
			"x\0y",
		]) {
			const got = await Promise.all(
				BEHIND_TOKEN.map(([method, target]) => ask({ method, target, headers: [["X-A", value]] })),
			);
			for (const { status, body } of got) expect([[400, 401].includes(status), body]).toEqual([true, ""]);
		}
	});

	it("a foreign expectation, a foreign protocol and an upgrade get nothing", async () => {
		const port = broker.harness.port;
		const expectation = await ask({ headers: [["Expect", "the impossible"], token()] });
		const upgrade = await ask({
			method: "GET",
			headers: [
				["Upgrade", "h2c"],
				["HTTP2-Settings", "AAMAAABk"],
			],
		});
		const connected = await ask({ method: "CONNECT", target: `127.0.0.1:${port}`, headers: [token()] });
		expect([expectation, upgrade, connected].map(({ status, body }) => [status, body])).toEqual([
			[417, "0\r\n\r\n"],
			[401, ""],
			[0, ""],
		]);
	});

	it.each([
		"http://evil.example",
		"https://127.0.0.1:PORT",
		"http://127.0.0.1",
		"http://127.0.0.1:PORT@evil.example",
		"//evil.example",
	])("the target %j before the path gets no route", async (form) => {
		const base = form.replace("PORT", String(broker.harness.port));
		const got = await Promise.all(
			ROUTES.map(([method, target]) => ask({ method, target: base + target, headers: [token()] })),
		);
		for (const { status, body } of got) expect([[400, 404].includes(status), body]).toEqual([true, ""]);
	});

	it.each(["%00", "/", "/.", "/../mcp", "%2f", ";a=b", "\\", "\x01", "\xff", "%zz", "%", "//"])(
		"a path that ends in %j is another path",
		async (end) => {
			const got = await Promise.all(
				ROUTES.map(([method, target]) =>
					ask({ method, target: (target.split("?")[0] ?? "") + end, headers: [token()] }),
				),
			);
			for (const { status, body } of got) expect([[400, 404].includes(status), body]).toEqual([true, ""]);
		},
	);
});
