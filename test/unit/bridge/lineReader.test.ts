import { expect, test } from "vitest";
import { LineReader } from "../../../src/bridge/lineReader";

function read(...chunks: Buffer[]): { lines: string[]; tooLong: number } {
	const seen = { lines: [] as string[], tooLong: 0 };
	const reader = new LineReader(
		(line) => seen.lines.push(line),
		() => seen.tooLong++,
	);
	for (const chunk of chunks) reader.push(chunk);
	return seen;
}

test("lines end with a newline or with a carriage return and a newline; empty ones are none", () => {
	expect(read(Buffer.from('{"a":1}\r\n\n  \r\n{"b":2}\nrest'))).toEqual({ lines: ['{"a":1}', '{"b":2}'], tooLong: 0 });
});

test("a line may come one byte at a time, in the middle of characters too", () => {
	const text = "你好 🌍 مرحبا";
	expect(read(...[...Buffer.from(`${text}\n`)].map((byte) => Buffer.from([byte])))).toEqual({
		lines: [text],
		tooLong: 0,
	});
});

test("a line of several megabytes comes whole", () => {
	const text = "x".repeat(3_000_000);
	const bytes = Buffer.from(`${text}\n`);
	expect(read(bytes.subarray(0, 1_000_000), bytes.subarray(1_000_000)).lines).toEqual([text]);
});

test("a line without an end is thrown away and told once, and the next line is read", () => {
	const flood = Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024, "x"));
	expect(read(...flood, Buffer.from('tail\n{"a":1}\n'))).toEqual({ lines: ['{"a":1}'], tooLong: 1 });
});
