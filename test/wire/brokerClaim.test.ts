import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CLAIM_PATH, claimTarget } from "../../src/wire/protocol";
import { BrokerHarness } from "../support/brokerHarness";
import { authorised, send } from "../support/rawHttp";

let harness: BrokerHarness;
let asked: unknown[];

beforeAll(async () => {
	harness = await BrokerHarness.start({
		clientStart: (question) => {
			asked.push(question);
			if (question.agent === "broken") return Promise.reject(new Error("/secret/path cannot be read"));
			return Promise.resolve(question.cwd === "/here" ? 12_345 : undefined);
		},
	});
});
beforeEach(() => {
	asked = [];
});
afterAll(() => harness.close());

const get = (path: string, headers = authorised(harness)) => send(harness, { method: "GET", path, headers });

describe("GET /claim", () => {
	it("says when the agent's program started in that folder", async () => {
		const answer = await get(claimTarget("codex", "/here"));
		expect({ status: answer.status, body: answer.body, cache: answer.headers["cache-control"] }).toEqual({
			status: 200,
			body: '{"startedAt":12345}',
			cache: "no-store",
		});
	});

	it("says nothing where there is none", async () => {
		expect(await get(claimTarget("codex", "/there"))).toMatchObject({ status: 200, body: "{}" });
	});

	it("takes a path of any script", async () => {
		await get(claimTarget("claude-code", "/home/你好/a b?&=#%/ü"));
		expect(asked).toEqual([{ agent: "claude-code", cwd: "/home/你好/a b?&=#%/ü" }]);
	});

	it.each([
		"",
		"?",
		"?agent=codex",
		"?cwd=%2Fhere",
		"?agent=&cwd=%2Fhere",
		"?agent=codex&cwd=",
		"?cwd=%2Fhere&agent=codex",
		"?agent=codex&cwd=%2Fhere&x=1",
		"?agent=sample&cwd=%2Fhere",
		"?agent=Codex&cwd=%2Fhere",
		"?agent=co%64ex&cwd=%2Fhere",
		"?agent=codex&cwd=%E0%A4%A",
		"?agent=codex&cwd=%00",
		"?agent[]=codex&cwd=%2Fhere",
	])("refuses %j and asks nobody", async (query) => {
		expect(await get(CLAIM_PATH + query)).toMatchObject({ status: 400, body: "" });
		expect(asked).toEqual([]);
	});

	it("is behind the same checks as everything", async () => {
		const path = claimTarget("codex", "/here");
		const { authorization, ...bare } = authorised(harness);
		expect(await get(path, bare)).toMatchObject({ status: 401, body: "" });
		expect(await get(path, { ...bare, authorization: `${authorization ?? ""}0` })).toMatchObject({ status: 401 });
		expect(await get(path, { ...authorised(harness), origin: "http://localhost" })).toMatchObject({ status: 403 });
		expect(await get(path, { ...authorised(harness), host: "example.com" })).toMatchObject({ status: 403 });
		expect(await send(harness, { method: "POST", path })).toMatchObject({ status: 405, body: "" });
		expect(asked).toEqual([]);
	});

	it("tells nothing of a failure but that it failed", async () => {
		expect(await get(claimTarget("broken", "/here"))).toMatchObject({ status: 500, body: "" });
	});
});
