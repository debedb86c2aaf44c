import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Connections } from "../../src/broker/connections";
import { BrokerHarness } from "../support/brokerHarness";
import { exchangeBytes, type OpenAnswer, send } from "../support/rawHttp";
import { RawSession } from "../support/rawSession";

let harness: BrokerHarness;
let session: RawSession;
let waiting: OpenAnswer;

beforeAll(async () => {
	harness = await BrokerHarness.start();
	session = await RawSession.start(harness);
	waiting = await session.clarify();
});

// Whatever came in, the question is open and its answer arrives.
afterAll(async () => {
	harness.desk.clarifications.answer(harness.question.id, "8080");
	await waiting.ended;
	expect(waiting.messages.at(-1)?.result?.["structuredContent"]).toMatchObject({ response: "8080" });
	await harness.close();
});

function head(contentLength: number, path = "/mcp"): string {
	const headers = { ...session.headers, host: `127.0.0.1:${harness.port}`, "content-length": contentLength };
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	return `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

const PING = JSON.stringify({ jsonrpc: "2.0", id: "p", method: "ping" });

async function connected(): Promise<Socket> {
	const socket = connect({ host: "127.0.0.1", port: harness.port });
	socket.on("error", () => undefined);
	await once(socket, "connect");
	return socket;
}

describe("half requests", () => {
	it("that end in the middle of their body do nothing", async () => {
		const socket = await connected();
		socket.write(head(1_000) + PING);
		await pause(20);
		socket.destroy();
		expect((await session.ask("ping")).result).toEqual({});
		expect(harness.logged.filter((line) => line.startsWith("error"))).toEqual([]);
	});

	it("that stop in their headers are closed after 5 s", async () => {
		const start = performance.now();
		const [silent, slow] = await Promise.all([
			exchangeBytes(harness.port, ""),
			exchangeBytes(harness.port, "POST /mcp HTTP/1.1\r\nHost: x\r\nX-Slow: "),
		]);
		expect(performance.now() - start).toBeGreaterThan(4_000);
		expect(performance.now() - start).toBeLessThan(20_000);
		for (const answer of [silent, slow]) expect(answer).toMatch(/^(HTTP\/1.1 408 |$)/);
	});

	it.each(["\0\x01\x02\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01\x02\x00\x01", `${"A".repeat(100_000)}\r\n\r\n`])(
		"that are no HTTP are closed",
		async (bytes) => {
			expect(await exchangeBytes(harness.port, bytes)).toMatch(
				/^(HTTP\/1.1 4\d\d [^\r]*\r\nConnection: close\r\n\r\n)?$/,
			);
		},
	);

	it("with more headers than anybody needs are refused", async () => {
		const many = Array.from({ length: 3_000 }, (_, index) => `x-${index}: y\r\n`).join("");
		expect(await exchangeBytes(harness.port, `GET /mcp HTTP/1.1\r\n${many}\r\n`)).toMatch(/^HTTP\/1.1 431 /);
	});

	it("with two lengths are refused", async () => {
		const two = head(PING.length).replace("\r\n\r\n", "\r\ntransfer-encoding: chunked\r\n\r\n");
		expect(await exchangeBytes(harness.port, two + PING)).toMatch(/^HTTP\/1.1 400 /);
	});
});

describe("many requests", () => {
	it("pipelined on one connection are answered in order", async () => {
		const bodies = [1, 2, 3, 4].map((id) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }));
		const bytes = bodies.map((body) => head(body.length) + body).join("");
		const answer = await exchangeBytes(harness.port, bytes, /"id":4\}/);
		expect([...answer.matchAll(/"id":(\d)\}/g)].map(([, id]) => id)).toEqual(["1", "2", "3", "4"]);
	});

	it("pipelined behind a refusal get nothing", async () => {
		const wrong = head(PING.length).replace(harness.token, "0".repeat(64));
		const answer = await exchangeBytes(harness.port, wrong + PING + head(PING.length) + PING);
		expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 401"]);
	});

	it("from 500 connections, of which most say nothing, leave the window responsive", async () => {
		const sockets = await Promise.all(Array.from({ length: 500 }, connected));
		const start = performance.now();
		expect((await session.ask("ping")).result).toEqual({});
		expect(performance.now() - start).toBeLessThan(5_000);
		const answers = await Promise.all(
			Array.from({ length: 200 }, () => send(harness, { headers: session.headers, body: "{" })),
		);
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
		for (const socket of sockets) socket.destroy();
	});

	it("whose bodies never end are cut off", async () => {
		const socket = await connected();
		const headers = head(0).replace("content-length: 0", "transfer-encoding: chunked");
		let received = "";
		socket.on("data", (chunk) => (received += chunk.toString()));
		socket.write(headers);
		const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
		while (!socket.destroyed) {
			if (socket.writable) socket.write(chunk);
			await pause(1);
		}
		expect(received).toMatch(/^(HTTP\/1.1 413 |$)/);
	});
});

it("connections above the limit get 503 and are closed; closed ones make room", async () => {
	const server = createServer((_, response) => response.end("ok"));
	const connections = new Connections(server, 3);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	const port = typeof address === "object" && address !== null ? address.port : 0;
	const held = Array.from({ length: 3 }, () => connect({ host: "127.0.0.1", port }));
	await Promise.all(held.map((socket) => once(socket, "connect")));
	const refused = await exchangeBytes(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
	expect(refused).toMatch(/^HTTP\/1.1 503 /);
	held[0]?.destroy();
	await pause(20);
	const [answer] = (await once(request({ port, host: "127.0.0.1", agent: false }).end(), "response")) as [
		{ statusCode: number },
	];
	expect(answer.statusCode).toBe(200);
	server.close();
	connections.destroyAll();
	await once(server, "close");
});
