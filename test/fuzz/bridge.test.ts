import fc from "fast-check";
import { describe, expect } from "vitest";
import { HttpResponse } from "../../src/bridge/httpResponse";
import { parseMessage } from "../../src/bridge/jsonRpc";
import { LineReader } from "../../src/bridge/lineReader";
import { MessageBody } from "../../src/bridge/messageBody";
import { parseMessage as parseAtBroker, requestId } from "../../src/broker/message";
import { readClientQuestion } from "../../src/broker/claim";
import { readIntro } from "../../src/broker/intro";
import { INTRO_HEADERS } from "../../src/wire/protocol";
import { fuzz } from "./fuzz";
import { bent, inPieces, json, nearly, text } from "./hostile";

const HEADS = [
	'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n1c\r\nevent: message\ndata: {"a":1}\n\n\r\n0\r\n\r\n',
	'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
	"HTTP/1.1 202 Accepted\r\n\r\n",
	"HTTP/1.1 204 No Content\r\nX: y\r\n\r\n",
	"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
	`HTTP/1.1 200 OK\r\nX: a${" ".repeat(60_000)}b\r\n\r\n`,
];

/** What a stranger on a window's port may answer, and what a window does. */
const answers = inPieces(
	fc.oneof(
		{ weight: 4, arbitrary: bent(fc.constantFrom(...HEADS)).map((each) => Buffer.from(each)) },
		{ weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each)) },
		{ weight: 1, arbitrary: text.map((each) => Buffer.from(`HTTP/1.1 200 OK\r\n${each}: x\r\n\r\n`)) },
	),
);

interface Read {
	readonly messages: string[];
	isWhole: boolean;
	isBroken: boolean;
}

function read(pieces: readonly Buffer[]): Read {
	const got: Read = { messages: [], isWhole: false, isBroken: false };
	let body: MessageBody | undefined;
	const response = new HttpResponse({
		onHead: (head) => (body = new MessageBody(head, (each) => got.messages.push(each))),
		onBody: (bytes) => body?.push(bytes),
		onWhole: () => {
			body?.end();
			got.isWhole = true;
		},
	});
	try {
		for (const piece of pieces) response.push(piece);
		response.close();
	} catch (error) {
		expect((error as Error).constructor).toBe(Error);
		got.isBroken = true;
	}
	return got;
}

describe("the bridge reads", () => {
	fuzz("an answer, in whatever pieces, as the same", answers, (pieces) => {
		const [inParts, atOnce] = [read(pieces), read([Buffer.concat(pieces)])];
		// Of what is broken more may have been read before that showed.
		if (!inParts.isBroken) expect(inParts).toEqual(atOnce);
		expect(inParts.isBroken).toBe(atOnce.isBroken);
		expect(inParts.isBroken && inParts.isWhole && inParts.messages.length > 1).toBe(false);
	});

	fuzz(
		"lines, in whatever pieces, as the same",
		inPieces(fc.array(text).map((lines) => Buffer.from(lines.join("\n")))),
		(pieces) => {
			const lines = (parts: readonly Buffer[]): string[] => {
				const got: string[] = [];
				const reader = new LineReader(
					(line) => got.push(line),
					() => got.push("too long"),
				);
				for (const part of parts) reader.push(part);
				return got;
			};
			expect(lines(pieces)).toEqual(lines([Buffer.concat(pieces)]));
		},
	);

	const request = {
		jsonrpc: "2.0",
		id: 1,
		method: "tools/call",
		params: { name: "clarify", arguments: { question: "q" } },
	};
	const messages = fc.oneof(
		nearly(request).map((raw) => JSON.stringify(raw)),
		json.map((raw) => JSON.stringify(raw)),
		bent(fc.constant(JSON.stringify(request))),
		text,
	);

	fuzz("a message of the agent, as what it is", messages, (line) => {
		const message = parseMessage(line);
		if (typeof message === "string") return;
		expect(message.text).toBe(line);
		if (message.kind !== "notification") expect(["string", "number"]).toContain(typeof message.id);
		if (message.kind !== "response") expect(typeof message.params).toBe("object");
	});

	fuzz("and so does the broker", messages, (line) => {
		const parsed = parseAtBroker(Buffer.from(line));
		if (!("message" in parsed)) {
			expect(parsed.why).not.toContain("\n");
			return;
		}
		requestId(parsed.message);
		expect(line).not.toMatch(/^\s*\[/);
		expect(Object.hasOwn(parsed.message, "__proto__")).toBe(false);
	});
});

describe("the broker reads", () => {
	const header = fc.oneof(text, fc.constantFrom("1", "0", "%", "%00", "%e4%bd", "0".repeat(32), "1e3", "-1"));
	const intros = fc.record(Object.fromEntries(Object.values(INTRO_HEADERS).map((name) => [name, header])), {
		requiredKeys: [],
	});

	fuzz("an introduction", intros, (headers) => {
		const intro = readIntro(headers);
		if (intro === undefined) return;
		expect(intro.agent.id).toMatch(/^[a-z0-9-]{1,40}$/);
		expect(intro.agent.id).not.toBe("sample");
		for (const key of [...intro.inFlight, ...(intro.key === undefined ? [] : [intro.key])])
			expect(key).toMatch(/^[0-9a-f]{32}$/);
		expect(intro.budgetMs === undefined || (intro.budgetMs > 0 && intro.budgetMs <= 86_400_000)).toBe(true);
		expect(intro.cwd?.includes("\0") ?? false).toBe(false);
	});

	fuzz("a claim", fc.oneof(text, bent(fc.constant("?agent=codex&cwd=%2Fhome"))), (query) => {
		const question = readClientQuestion(query);
		if (question !== undefined) expect(question.cwd === "" || question.cwd.includes("\0")).toBe(false);
	});
});
