import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { Channel, type Incoming } from "../../src/bridge/channel";
import { HttpConnection } from "../../src/bridge/httpConnection";
import type { Rendezvous } from "../../src/wire/rendezvous";

const WINDOW: Rendezvous = {
	v: 1,
	url: "http://127.0.0.1:1",
	token: "a".repeat(64),
	pid: 1,
	bootId: "boot",
	host: "host",
	instance: "instance",
	folders: [],
	startedAt: 0,
};

let server: Server;
let channel: Channel;
let connections = 0;
afterEach(() => {
	channel.close();
	server.closeAllConnections();
	server.close();
});

/** Real HTTP by Node's own server; connections need no proof here. */
async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> {
	connections = 0;
	server = createServer(handle).on("connection", () => connections++);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	channel = new Channel(WINDOW, () => Promise.resolve(new HttpConnection(port)));
}

/** What came back for a request, and how it ended. */
function ask(
	body = "",
	headers: Record<string, string> = {},
): Promise<{ status: number; messages: string[]; end: unknown }> {
	return new Promise((resolve) => {
		const got = { status: 0, messages: [] as string[] };
		const incoming: Incoming = {
			onHead: ({ status }) => (got.status = status),
			onMessage: (text) => got.messages.push(text),
			onEnd: (isWhole) => resolve({ ...got, end: isWhole }),
			onFailed: (how) => resolve({ ...got, end: how }),
		};
		channel.send({ start: body === "" ? "GET /mcp" : "POST /mcp", headers, body }, incoming);
	});
}

test("a request arrives as it was sent, in any script", async () => {
	let seen: unknown;
	await serve((request, response) => {
		let body = "";
		request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
		request.on("end", () => {
			const { method, url, headers } = request;
			seen = { method, url, authorization: headers.authorization, own: headers["parley-cwd"], body };
			response.writeHead(202).end();
		});
	});
	const answered = await ask("你好 🌍", { "parley-cwd": "%E4%BD%A0" });
	expect({ answered, seen }).toEqual({
		answered: { status: 202, messages: [], end: true },
		seen: {
			method: "POST",
			url: "/mcp",
			authorization: `Bearer ${"a".repeat(64)}`,
			own: "%E4%BD%A0",
			body: "你好 🌍",
		},
	});
});

test("a stream and a JSON body give their messages, other bodies none", async () => {
	const bodies = [
		["text/event-stream", "data: 1\n\ndata: 2\n\n"],
		["application/json; charset=utf-8", '{"a":"é"}'],
		["text/html", "<p>"],
	] as const;
	let at = 0;
	await serve((_request, response) => {
		const [type, body] = bodies[at++] ?? ["", ""];
		response.writeHead(200, { "content-type": type }).end(body);
	});
	const messages: string[][] = [];
	for (let times = 0; times < 3; times++) messages.push((await ask()).messages);
	expect({ messages, connections }).toEqual({ messages: [["1", "2"], ['{"a":"é"}'], []], connections: 1 });
});

test("requests at the same time have connections of their own, later ones use these again", async () => {
	await serve((_request, response) => void setTimeout(() => response.end(), 30));
	await Promise.all([ask(), ask(), ask()]);
	await Promise.all([ask(), ask(), ask()]);
	expect(connections).toBe(3);
});

test("a kept connection that the other side closed meanwhile is no loss", async () => {
	await serve((_request, response) => response.end());
	server.keepAliveTimeout = 20;
	await ask();
	await pause(10);
	server.closeIdleConnections();
	const { status, end } = await ask();
	expect([status, end, connections]).toEqual([200, true, 2]);
});

test("a connection that the other side says it will close is not used again", async () => {
	await serve((_request, response) => response.writeHead(200, { connection: "close" }).end());
	const ends = [(await ask()).end, (await ask()).end];
	expect([ends, connections]).toEqual([[true, true], 2]);
});

test("a response that breaks off is told from a whole one, and from none", async () => {
	let at = 0;
	await serve((request, response) => {
		if (at++ > 0) request.socket.destroy();
		else
			response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n", () => response.destroy());
	});
	expect([await ask(), await ask()]).toEqual([
		{ status: 200, messages: ["1"], end: false },
		{ status: 0, messages: [], end: "cut" },
	]);
});

test("where no connection comes about the request fails at once", async () => {
	await serve(() => undefined);
	channel = new Channel(WINDOW, () => Promise.reject(new Error("nobody")));
	expect((await ask()).end).toBe("gone");
});

test("what is taken back says nothing more, and the other side sees it go", async () => {
	let gone: Promise<unknown> = Promise.resolve();
	await serve((_request, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
		gone = once(response, "close");
	});
	const heard: string[] = [];
	const takeBack = channel.send(
		{ start: "GET /mcp" },
		{
			onHead: () => undefined,
			onMessage: (text) => {
				heard.push(text);
				takeBack();
			},
			onEnd: () => heard.push("end"),
			onFailed: () => heard.push("failed"),
		},
	);
	await expect.poll(() => heard).toEqual(["1"]);
	await gone;
	takeBack();
	expect(heard).toEqual(["1"]);
});

test("a header that would begin another one is not sent", async () => {
	await serve((_request, response) => response.end());
	const connection = new HttpConnection((server.address() as AddressInfo).port);
	const nothing = { onHead: () => undefined, onBody: () => undefined, onEnd: () => undefined };
	expect(() => connection.ask("GET /mcp", { a: "b\r\nc: d" }, "", nothing)).toThrow("the header a cannot be sent");
	connection.destroy();
});
