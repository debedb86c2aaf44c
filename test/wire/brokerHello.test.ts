import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HELLO_PATH, helloText } from "../../src/wire/protocol";
import { BrokerHarness } from "../support/brokerHarness";
import { authorised, send } from "../support/rawHttp";

let harness: BrokerHarness;

beforeAll(async () => {
	harness = await BrokerHarness.start();
});

afterAll(() => harness.close());

const nonce = "0123456789abcdef".repeat(4);

describe("GET /hello", () => {
	it("proves, without a token, that the broker knows it", async () => {
		const answer = await send(harness, { method: "GET", path: `${HELLO_PATH}?nonce=${nonce}`, headers: {} });
		const proof = createHmac("sha256", harness.token)
			.update(helloText(harness.port, harness.instance, nonce))
			.digest("hex");
		expect({ status: answer.status, body: JSON.parse(answer.body) as unknown }).toEqual({
			status: 200,
			body: { proof },
		});
		expect(answer.headers).toMatchObject({ "cache-control": "no-store", "content-length": String(answer.body.length) });
	});

	it.each([
		"",
		"?",
		"?nonce",
		"?nonce=",
		`?nonce=${nonce.slice(1)}`,
		`?nonce=${nonce}0`,
		`?nonce=${nonce.toUpperCase()}`,
		`?nonce=${nonce.slice(1)}g`,
		`?nonce=${nonce}&nonce=${nonce}`,
		`?nonce[]=${nonce}`,
		`?nonce=${nonce}&x=1`,
		`?x=1&nonce=${nonce}`,
		`?Nonce=${nonce}`,
		`?nonce=${nonce}%00`,
		`?nonce=%30${nonce.slice(1)}`,
	])("takes exactly one nonce: not %j", async (query) => {
		const answer = await send(harness, { method: "GET", path: `${HELLO_PATH}${query}`, headers: {} });
		expect(answer).toMatchObject({ status: 400, body: "" });
	});

	it("is for GET only, and asks every other method for the token first", async () => {
		const path = `${HELLO_PATH}?nonce=${nonce}`;
		for (const method of ["POST", "DELETE", "PUT"]) {
			expect(await send(harness, { method, path, headers: {} })).toMatchObject({ status: 401, body: "" });
			expect(await send(harness, { method, path })).toMatchObject({ status: 405, body: "" });
		}
	});

	it("is refused to pages and foreign hosts, as everything is", async () => {
		const path = `${HELLO_PATH}?nonce=${nonce}`;
		const origin = { origin: "https://evil.example" };
		expect(await send(harness, { method: "GET", path, headers: origin })).toMatchObject({ status: 403 });
		expect(await send(harness, { method: "GET", path, headers: { host: "evil.example" } })).toMatchObject({
			status: 403,
		});
	});

	it("lets nothing else through without the token", async () => {
		for (const path of ["/hello/", "/HELLO", "/hello/x", "//hello", "/mcp?nonce=x", "/hellox"]) {
			expect(await send(harness, { method: "GET", path, headers: {} })).toMatchObject({ status: 401 });
		}
	});

	it("binds the proof to port and instance, so that it is no other window's", async () => {
		const other = await BrokerHarness.start();
		const path = `${HELLO_PATH}?nonce=${nonce}`;
		const [ours, theirs] = await Promise.all([
			send(harness, { method: "GET", path }),
			send(other, { method: "GET", path }),
		]);
		expect(ours.body).not.toBe(theirs.body);
		await other.close();
	});

	it("reads no body over the limit", async () => {
		const headers = { ...authorised(harness), "content-length": "300000" };
		const options = { method: "GET", path: `${HELLO_PATH}?nonce=${nonce}`, headers, body: "x".repeat(300_000) };
		expect(await send(harness, options)).toMatchObject({ status: 413, body: "" });
	});
});
