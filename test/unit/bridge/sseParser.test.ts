import { expect, test } from "vitest";
import { SseParser } from "../../../src/bridge/sseParser";

function read(...chunks: string[]): string[] {
	const data: string[] = [];
	const parser = new SseParser((each) => data.push(each));
	for (const chunk of chunks) parser.push(chunk);
	return data;
}

test("an event's data comes with its end, whatever the chunks are", () => {
	const stream = 'event: message\r\nid: 7\r\ndata: {"a":1}\r\n\r\ndata:{"b":\ndata: 2}\n\n';
	expect([read(stream), read(...stream.split(""))]).toEqual([
		['{"a":1}', '{"b":\n2}'],
		['{"a":1}', '{"b":\n2}'],
	]);
});

test("comments, events without data and an unfinished event say nothing", () => {
	expect(read(": keep-alive\n\n", "id: 1\ndata:\n\n", "retry: 5\n\n", 'data: {"a":1}\n')).toEqual([]);
});
