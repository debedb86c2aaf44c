import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Place, Session } from "../../src/core/sessions";
import { BrokerHarness, bridgeHeaders, PLACE } from "../support/brokerHarness";
import { FakeClock } from "../support/fakeClock";
import { authorised, send } from "../support/rawHttp";
import { initialize, RawSession } from "../support/rawSession";

let clock: FakeClock;
let harness: BrokerHarness;

beforeEach(async () => {
	clock = new FakeClock();
	harness = await BrokerHarness.start({ clock });
});

afterEach(() => harness.close());

function live(): readonly Session[] {
	return harness.desk.sessions.all.filter(({ state }) => state === "live");
}

async function connectionsGone(...sessions: RawSession[]): Promise<void> {
	for (const session of sessions) session.stream.cut();
	// A round trip of its own comes after what is on its way.
	const other = await RawSession.start(harness);
	await other.delete();
}

describe("without a session", () => {
	it.each(["tools/list", "tools/call", "server/discover", "ping", "notifications/initialized"])(
		"%s gets a quick 400 with a JSON-RPC error",
		async (method) => {
			const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} });
			const answer = await send(harness, { body });
			expect(answer.status).toBe(400);
			expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: "2.0", error: { code: -32000 } });
		},
	);

	it("an initialize without what it needs opens nothing", async () => {
		const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
		expect(await send(harness, { body })).toMatchObject({ status: 400 });
		const wrongType = { ...authorised(harness), "content-type": "text/plain" };
		expect(await send(harness, { headers: wrongType, body: initialize() })).toMatchObject({ status: 415 });
		expect(harness.desk.sessions.all).toEqual([]);
	});

	it.each(["GET", "DELETE"])("%s gets 400, and 404 with an unknown one", async (method) => {
		expect(await send(harness, { method })).toMatchObject({ status: 400 });
		const headers = { ...authorised(harness), "mcp-session-id": "4b7cb4b6-6cd7-4b8e-8d1c-0d3b0b0b0b0b" };
		expect(await send(harness, { method, headers })).toMatchObject({ status: 404 });
	});

	it("an unknown one gets 404, as a client that must initialize again expects", async () => {
		const headers = { ...authorised(harness), "mcp-session-id": "unknown" };
		const answer = await send(harness, { headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) });
		expect({ status: answer.status, error: JSON.parse(answer.body) as unknown }).toMatchObject({
			status: 404,
			error: { error: { code: -32001 } },
		});
		expect(await send(harness, { headers, body: initialize() })).toMatchObject({ status: 404 });
	});
});

describe("a session", () => {
	it("refuses a second initialize and a second stream of its own", async () => {
		const session = await RawSession.start(harness);
		expect(await send(harness, { headers: session.headers, body: initialize() })).toMatchObject({ status: 400 });
		expect(await send(harness, { method: "GET", headers: session.headers })).toMatchObject({ status: 409 });
		expect((await session.ask("ping")).result).toEqual({});
	});

	it("refuses a protocol version that nobody speaks", async () => {
		const session = await RawSession.start(harness);
		const answer = await session.post(
			{ jsonrpc: "2.0", id: 1, method: "ping" },
			{ "mcp-protocol-version": "1999-01-01" },
		);
		expect(answer.response.statusCode).toBe(400);
		answer.cut();
	});

	it("answers unknown methods with a JSON-RPC error", async () => {
		const session = await RawSession.start(harness);
		expect((await session.ask("resources/list")).error).toMatchObject({ code: -32601 });
		expect((await session.ask("logging/setLevel", { level: "debug" })).error).toMatchObject({ code: -32601 });
		expect((await session.ask("server/discover")).error).toMatchObject({ code: -32601 });
	});

	it("ends 60 s after its last stream and request", async () => {
		const session = await RawSession.start(harness);
		clock.advance(600_000);
		expect(live()).toHaveLength(1);
		await connectionsGone(session);
		clock.advance(59_999);
		expect(live()).toHaveLength(1);
		clock.advance(1);
		expect(live()).toEqual([]);
		expect(await send(harness, { method: "GET", headers: session.headers })).toMatchObject({ status: 404 });
		expect(clock.armed).toBe(0);
	});

	it("lives on with each request", async () => {
		const session = await RawSession.start(harness);
		await connectionsGone(session);
		for (let minute = 0; minute < 5; minute++) {
			clock.advance(59_000);
			expect((await session.ask("ping")).result).toEqual({});
		}
		clock.advance(60_001);
		expect(live()).toEqual([]);
	});

	it("that ended elsewhere is unknown from then on", async () => {
		const session = await RawSession.start(harness);
		for (const each of live()) harness.desk.endSession(each);
		const answer = await session.post({ jsonrpc: "2.0", id: 1, method: "ping" });
		expect(answer.response.statusCode).toBe(404);
		expect(await session.stream.ended).toBe(true);
	});

	it("that cannot be opened is a JSON-RPC error with a reference, and the log has the cause", async () => {
		harness.desk.dispose();
		const answer = await send(harness, { headers: { ...authorised(harness), ...bridgeHeaders() }, body: initialize() });
		expect({ status: answer.status, body: JSON.parse(answer.body) as unknown }).toMatchObject({
			status: 400,
			body: { error: { data: expect.stringMatching(/^Error: internal_error \(reference [0-9a-f]{8}\)$/) as string } },
		});
		expect(harness.logged.at(-1)).toMatch(/^error opening a session failed \(reference [0-9a-f]{8}\): ./);
	});

	it("that a client leaves before it stands is never opened", async () => {
		let find: (place: Place) => void = () => undefined;
		const found = new Promise<Place>((resolve) => (find = resolve));
		let locating = false;
		const slow = await BrokerHarness.start({
			locate: () => {
				locating = true;
				return found;
			},
		});
		const leaving = request({
			port: slow.port,
			host: "127.0.0.1",
			path: "/mcp",
			method: "POST",
			headers: { ...authorised(slow), ...bridgeHeaders() },
		});
		leaving.on("error", () => undefined).end(initialize());
		await vi.waitFor(() => expect(locating).toBe(true), { interval: 2, timeout: 5_000 });
		leaving.destroy();
		// Round trips of their own come after what is on its way.
		await send(slow, { method: "PUT" });
		find({ cwd: undefined, folder: undefined, terminal: undefined, pid: 1, verification: "verified" });
		await send(slow, { method: "PUT" });
		expect(slow.desk.sessions.all).toEqual([]);
		await slow.close();
	});
});

describe("a session whose connections have all closed", () => {
	const running = new Set<number>();
	let session: RawSession;
	const intro = bridgeHeaders();

	beforeEach(async () => {
		await harness.close();
		harness = await BrokerHarness.start({ clock, isRunning: (pid) => running.has(pid) });
		running.clear();
	});

	async function leave(): Promise<void> {
		session = await RawSession.start(harness, intro);
		await session.call("update_plan", { plan: [{ id: "a", step: "Read", status: "in_progress" }] });
		await connectionsGone(session);
	}

	it("ends after two seconds if its process has gone", async () => {
		running.add(PLACE.pid);
		await leave();
		running.clear();
		clock.advance(1_999);
		expect(live()).toHaveLength(1);
		clock.advance(1);
		expect(live()).toEqual([]);
		expect(harness.desk.plans.cards.map(({ state }) => state)).toEqual(["ended"]);
		expect(clock.armed).toBe(0);
	});

	it("lives on for its minute while its process is there", async () => {
		running.add(PLACE.pid);
		await leave();
		clock.advance(59_999);
		expect(live()).toHaveLength(1);
		clock.advance(1);
		expect(live()).toEqual([]);
	});

	it("lives on for its minute if its process could never be seen", async () => {
		await leave();
		clock.advance(59_999);
		expect(live()).toHaveLength(1);
	});

	it.each(["a request", "a re-initialise"])("lives on with %s", async (what) => {
		running.add(PLACE.pid);
		await leave();
		clock.advance(1_999);
		if (what === "a request") await session.ask("ping");
		else await RawSession.start(harness, intro);
		running.clear();
		clock.advance(1);
		expect(live()).toHaveLength(1);
	});
});

describe("a session id", () => {
	it("is unguessable, and never one that a client chose", async () => {
		const headers = { ...authorised(harness), "mcp-session-id": "fixed", ...bridgeHeaders() };
		expect(await send(harness, { headers, body: initialize() })).toMatchObject({ status: 404 });
		const ids = await Promise.all(
			[1, 2, 3].map(async () => (await RawSession.start(harness)).headers["mcp-session-id"]),
		);
		expect(new Set(ids).size).toBe(3);
		for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
	});

	it("is worth nothing without the token", async () => {
		const session = await RawSession.start(harness);
		const headers = { ...session.headers, authorization: "Bearer wrong" };
		for (const method of ["POST", "GET", "DELETE"]) {
			expect(await send(harness, { method, headers, body: "" })).toMatchObject({ status: 401, body: "" });
		}
		expect((await session.ask("ping")).result).toEqual({});
	});
});

it("more than 1,000 sessions are refused with 503; a known one may still return", async () => {
	const intro = bridgeHeaders();
	await RawSession.start(harness, intro);
	const post = (headers: Record<string, string>) =>
		send(harness, { headers: { ...authorised(harness), ...headers }, body: initialize() });
	for (let batch = 0; batch < 27; batch++) {
		await Promise.all(Array.from({ length: 37 }, () => post(bridgeHeaders())));
	}
	expect(live()).toHaveLength(1_000);
	expect(await post(bridgeHeaders())).toMatchObject({ status: 503 });
	expect(await post({})).toMatchObject({ status: 503 });
	expect(await post(intro)).toMatchObject({ status: 200 });
	clock.advance(120_000);
	expect(await post(bridgeHeaders())).toMatchObject({ status: 200 });
});
