import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClarifyOutcome } from "../../src/core/clarifications";
import { BrokerHarness, newKey } from "../support/brokerHarness";
import { FakeClock } from "../support/fakeClock";
import type { OpenAnswer } from "../support/rawHttp";
import { RawSession } from "../support/rawSession";

let clock: FakeClock;
let harness: BrokerHarness;
let session: RawSession;
let settled: ClarifyOutcome["reason"][];

beforeEach(async () => {
	clock = new FakeClock();
	harness = await BrokerHarness.start({ clock });
	session = await RawSession.start(harness);
	settled = [];
	harness.desk.clarifications.onDidSettle(({ outcome }) => settled.push(outcome.reason));
});

afterEach(() => harness.close());

/** The clock stands still, so that what settles does so by what happened on the connections. */
function isSettled(reason: ClarifyOutcome["reason"]): Promise<void> {
	return vi.waitFor(() => expect(settled).toEqual([reason]), { interval: 2, timeout: 5_000 });
}

/** Lets what is on its way arrive: a round trip on a connection of its own comes after it. */
async function roundTrip(): Promise<void> {
	for (let trip = 0; trip < 3; trip++) await session.ask("ping", {}, `trip-${trip}`);
}

async function expectAnswered(answer: OpenAnswer, response: string): Promise<void> {
	expect(await answer.ended).toBe(true);
	expect(answer.messages.at(-1)?.result?.["structuredContent"]).toMatchObject({ reason: "response", response });
}

describe("notifications/cancelled", () => {
	it.each([0, 7, "seven", ""])(
		"of the request %j cancels the question and ends its stream without an answer",
		async (id) => {
			const answer = await session.clarify({ id });
			expect(await session.notify("notifications/cancelled", { requestId: id, reason: "Esc" })).toBe(202);
			// At once: the clock stands still.
			expect(await answer.ended).toBe(true);
			expect(settled).toEqual(["cancelled"]);
			expect(answer.messages.filter((message) => message.id !== undefined)).toEqual([]);
		},
	);

	it("is ignored without a word for a call that is answered, unknown or no call", async () => {
		const answer = await session.clarify({ id: 7 });
		harness.desk.clarifications.answer(harness.question.id, "8080");
		await expectAnswered(answer, "8080");
		const next = await session.clarify({ id: 8 });
		for (const requestId of [7, 7, 99, "8", "init"]) {
			expect(await session.notify("notifications/cancelled", { requestId })).toBe(202);
		}
		expect(await session.notify("notifications/cancelled", {})).toBe(202);
		expect(harness.desk.clarifications.open).toHaveLength(1);
		harness.desk.clarifications.answer(harness.question.id, "80");
		await expectAnswered(next, "80");
		expect(settled).toEqual(["response", "response"]);
		expect(harness.logged.filter((line) => !line.startsWith("info"))).toEqual([]);
	});

	it("reaches only the session that sends it", async () => {
		const other = await RawSession.start(harness);
		const answer = await session.clarify({ id: 7 });
		await other.notify("notifications/cancelled", { requestId: 7 });
		harness.desk.clarifications.answer(harness.question.id, "80");
		await expectAnswered(answer, "80");
	});

	it("frees the id and the session for the next question", async () => {
		await session.clarify({ id: 7 });
		await session.notify("notifications/cancelled", { requestId: 7 });
		const next = await session.clarify({ id: 7 });
		harness.desk.clarifications.answer(harness.question.id, "80");
		await expectAnswered(next, "80");
	});

	it("settles a call whose stream was cut before it came", async () => {
		const answer = await session.clarify({ id: 7 });
		answer.cut();
		await roundTrip();
		await session.notify("notifications/cancelled", { requestId: 7 });
		expect(settled).toEqual(["cancelled"]);
	});
});

describe("the agent's going", () => {
	it("by DELETE cancels at once, and ends the streams and the session", async () => {
		const answer = await session.clarify();
		expect((await session.delete()).status).toBe(200);
		expect(settled).toEqual(["cancelled"]);
		await Promise.all([answer.ended, session.stream.ended]);
		expect(harness.desk.sessions.all.map(({ state }) => state)).toEqual(["ended"]);
		expect((await session.post({ jsonrpc: "2.0", id: 1, method: "ping" })).response.statusCode).toBe(404);
		expect(clock.armed).toBe(0);
	});

	it("by the close of all its connections cancels at once", async () => {
		const answer = await session.clarify();
		session.stream.cut();
		answer.cut();
		await isSettled("cancelled");
	});

	it("by the close of its last connection cancels a call that still waited to be sent again", async () => {
		const answer = await session.clarify();
		answer.cut();
		await roundTrip();
		expect(settled).toEqual([]);
		session.stream.cut();
		await isSettled("cancelled");
	});

	it("by the close of its own stream alone cancels nothing", async () => {
		const answer = await session.clarify();
		session.stream.cut();
		await roundTrip();
		clock.advance(10_000);
		harness.desk.clarifications.answer(harness.question.id, "80");
		await expectAnswered(answer, "80");
	});

	it("by SIGKILL cancels at once", async () => {
		const script = `
			const [, port, headers] = process.argv;
			const open = (method, body) => require("node:http")
				.request({ host: "127.0.0.1", port, path: "/mcp", method, headers: JSON.parse(headers), agent: false }, (r) => r.resume())
				.end(body);
			open("GET");
			open("POST", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call",
				params: { name: "clarify", arguments: { question: "x" } } }));`;
		const victim = await RawSession.start(harness);
		victim.stream.cut();
		const child = spawn(process.execPath, ["-e", script, String(harness.port), JSON.stringify(victim.headers)]);
		await vi.waitFor(() => expect(harness.desk.clarifications.open).toHaveLength(1), { interval: 2, timeout: 5_000 });
		child.kill("SIGKILL");
		await Promise.all([once(child, "exit"), isSettled("cancelled")]);
	});

	it("is seen although another session shares its connection", async () => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		const other = await RawSession.start(harness);
		other.stream.cut();
		session.stream.cut();
		(await session.post({ jsonrpc: "2.0", id: 1, method: "ping" }, {}, agent)).response.resume();
		const answer = await other.clarify({ agent });
		answer.cut();
		await isSettled("cancelled");
		agent.destroy();
	});

	it("is seen for a call that was pipelined behind another", async () => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		const first = await session.clarify({ agent });
		const other = await RawSession.start(harness);
		other.stream.cut();
		const body = JSON.stringify({
			jsonrpc: "2.0",
			id: 1,
			method: "tools/call",
			params: { name: "clarify", arguments: { question: "behind" } },
		});
		const head = Object.entries(other.headers).map(([name, value]) => `${name}: ${value}\r\n`);
		first.response.socket.write(
			`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${harness.port}\r\nContent-Length: ${body.length}\r\n${head.join("")}\r\n${body}`,
		);
		await vi.waitFor(() => expect(harness.desk.clarifications.open).toHaveLength(2), { interval: 2, timeout: 5_000 });
		first.response.socket.destroy();
		await isSettled("cancelled");
		session.stream.cut();
		await vi.waitFor(() => expect(settled).toEqual(["cancelled", "cancelled"]), { interval: 2, timeout: 5_000 });
		agent.destroy();
		clock.advance(60_000);
		expect(harness.desk.sessions.all.map(({ state }) => state)).toEqual(["ended", "ended"]);
	});
});

it("an answer that comes together with the cancel counts once", async () => {
	const answer = await session.clarify({ id: 7 });
	const notified = session.notify("notifications/cancelled", { requestId: 7 });
	harness.desk.clarifications.answer(harness.question.id, "80");
	await Promise.all([notified, answer.ended]);
	expect(settled).toEqual(["response"]);
});

it("the close of the broker cancels nothing: the window may only be reloading", async () => {
	await session.clarify({ key: newKey() });
	await harness.broker.close();
	await session.stream.ended;
	clock.advance(5_000);
	expect(settled).toEqual([]);
	expect(harness.desk.clarifications.open).toHaveLength(1);
});

it("a client without a bridge is cancelled by the same rules", async () => {
	const plain = await RawSession.start(harness, { "parley-clarify": "1" });
	const answer = await plain.clarify();
	answer.cut();
	plain.stream.cut();
	await isSettled("cancelled");
});
