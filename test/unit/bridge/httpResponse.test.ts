import fc from "fast-check";
import { expect, test } from "vitest";
import { HttpResponse } from "../../../src/bridge/httpResponse";

interface Read {
	readonly status: number | undefined;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	readonly isWhole: boolean;
	readonly error: string | undefined;
}

function read(pieces: readonly Buffer[], isClosed = false): Read {
	let status: number | undefined;
	let headers = {};
	let isWhole = false;
	let error: string | undefined;
	const body: Buffer[] = [];
	const response = new HttpResponse({
		onHead: (head) => {
			status = head.status;
			headers = Object.fromEntries(head.headers);
		},
		onBody: (bytes) => body.push(Buffer.from(bytes)),
		onWhole: () => (isWhole = true),
	});
	try {
		for (const piece of pieces) response.push(piece);
		if (isClosed) response.close();
	} catch (thrown) {
		error = (thrown as Error).message;
	}
	return { status, headers, body: Buffer.concat(body).toString(), isWhole, error };
}

function readText(text: string, isClosed = false): Read {
	return read([Buffer.from(text)], isClosed);
}

const LENGTH = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\n你好";
const CHUNKS =
	"HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\nX:  a b \r\n\r\n" +
	"5\r\nhello\r\nA;name=value\r\n, \r\nworld!\r\n0\r\nTrailer: x\r\n\r\n";

test("a body of a told length and one in chunks are read as they come", () => {
	expect([readText(LENGTH), readText(CHUNKS)]).toEqual([
		{
			status: 200,
			headers: { "content-type": "text/plain", "content-length": "6" },
			body: "你好",
			isWhole: true,
			error: undefined,
		},
		{
			status: 404,
			headers: { "transfer-encoding": "chunked", x: "a b" },
			body: "hello, \r\nworld!",
			isWhole: true,
			error: undefined,
		},
	]);
});

test("the pieces in which a response comes make no difference", () => {
	const response = fc.constantFrom(LENGTH, CHUNKS);
	const cuts = fc.array(fc.integer({ min: 0, max: 200 }));
	fc.assert(
		fc.property(response, cuts, (text, places) => {
			const bytes = Buffer.from(text);
			const ends = [...places.map((place) => Math.min(place, bytes.length)), bytes.length].sort((a, b) => a - b);
			const pieces = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
			expect(read(pieces)).toEqual(readText(text));
		}),
	);
});

test("part of a chunk is passed on before the rest of it has come", () => {
	expect(readText("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\nabc")).toMatchObject({
		body: "abc",
		isWhole: false,
	});
});

test("without a length the end of the connection is the end, and else it is none", () => {
	const open = "HTTP/1.1 200 OK\r\n\r\nto the end";
	const broken = CHUNKS.slice(0, -2);
	expect([readText(open).isWhole, readText(open, true).isWhole, readText(broken, true).isWhole]).toEqual([
		false,
		true,
		false,
	]);
});

test("204 and a length of 0 end with the head", () => {
	const texts = ["HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"];
	expect(texts.map((text) => readText(text).isWhole)).toEqual([true, true]);
});

test.each([
	["another protocol", "SSH-2.0-OpenSSH_9.2\r\n\r\n"],
	["an old version", "HTTP/1.0 200 OK\r\n\r\n"],
	["an interim response", "HTTP/1.1 100 Continue\r\n\r\n"],
	["a header without a colon", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n"],
	["a folded header", "HTTP/1.1 200 OK\r\na: b\r\n c\r\n\r\n"],
	["a length that is none", "HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n"],
	["a negative length", "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n"],
	["a chunk without a size", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n"],
	["a chunk that is longer than its size", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n"],
	["a second response", `${LENGTH}HTTP/1.1 200 OK\r\n\r\n`],
	["a head without an end", `HTTP/1.1 200 OK\r\na: ${"b".repeat(20_000)}`],
	["a line without an end", `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${"1".repeat(2_000)}`],
])("%s is an error and no whole response", (_what, text) => {
	const { isWhole, error } = readText(text);
	expect([isWhole, typeof error]).toEqual([false, "string"]);
});

test("any bytes at all are read or refused, never read for ever", () => {
	fc.assert(
		fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 8 }), (pieces) => {
			read([Buffer.from(LENGTH.slice(0, 40)), ...pieces.map((piece) => Buffer.from(piece))], true);
		}),
	);
});
