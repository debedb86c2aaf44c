import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { imageContent } from "../../src/broker/imageContent";
import { ANSWER_MAX, IMAGE_MAX_BYTES } from "../../src/core/limits";
import { stateWithBridge } from "../support/bridgeHarness";
import { image } from "../support/images";
import { LiveWindow } from "../support/liveWindow";

/** As long as an answer may be, of what takes the most bytes on its way. */
const RESPONSE = `Like this.${"\u0001".repeat(ANSWER_MAX - 10)}`;

let installed: Awaited<ReturnType<typeof stateWithBridge>>;
let window: LiveWindow;
let client: Client;

beforeAll(async () => {
	installed = await stateWithBridge();
	window = await LiveWindow.open(installed.state);
	client = new Client({ name: "agent", version: "1" });
	await client.connect(
		new StdioClientTransport({
			command: process.execPath,
			args: [installed.bridge, "--agent", "claude-code", "--clarify"],
			env: { PARLEY_WINDOW: window.path },
			stderr: "pipe",
		}),
	);
	// From here on the client checks each result against the schema that the tool was listed with.
	await client.listTools();
});
afterAll(async () => {
	await client.close();
	await window.dispose();
	installed.dispose();
});

/** Asks, attaches these images, does something to their files, answers, and gives what the agent gets. */
async function answered(
	images: readonly Uint8Array[],
	beforeAnswer: (paths: readonly string[]) => void = () => undefined,
) {
	const asked = client.callTool({ name: "clarify", arguments: { question: "What does it look like?" } });
	const { id } = await window.question();
	const { clarifications } = window.life.desk;
	for (const [index, bytes] of images.entries()) clarifications.attachImage(id, `shot ${index}.png`, bytes);
	const attached = clarifications.open[0]?.images ?? [];
	beforeAnswer(attached.map(({ path }) => path));
	clarifications.answer(
		id,
		RESPONSE,
		attached.map((each) => each.id),
	);
	const result = (await asked) as CallToolResult;
	return { result, attached };
}

describe("the images of an answer", () => {
	test("reach an agent behind its bridge whole, though they are as large as they may be", async () => {
		const images = [image("png", IMAGE_MAX_BYTES), image("jpeg", IMAGE_MAX_BYTES)];
		images[0]?.fill(0xab, 8);
		const { result, attached } = await answered(images);
		const [text, ...blocks] = result.content;
		expect(result.isError).toBeUndefined();
		expect(
			blocks.map((block) => block.type === "image" && [block.mimeType, Buffer.from(block.data, "base64").length]),
		).toEqual([
			["image/png", IMAGE_MAX_BYTES],
			["image/jpeg", IMAGE_MAX_BYTES],
		]);
		const [first] = blocks;
		expect(first?.type === "image" && Buffer.from(first.data, "base64").equals(images[0]!)).toBe(true);
		expect(result.structuredContent).toMatchObject({
			response: RESPONSE,
			reason: "response",
			images: attached.map(({ path, mimeType, name, bytes }) => ({ path, mime_type: mimeType, name, bytes })),
			note: expect.stringContaining("The user attached 2 images") as unknown,
		});
		expect(text).toEqual({ type: "text", text: JSON.stringify(result.structuredContent) });
		expect(readdirSync(installed.state.images)).toHaveLength(2);
	});

	test.each<[string, (path: string) => void]>([
		["is gone", (path) => rmSync(path)],
		["was cut", (path) => truncateSync(path, 10)],
		["holds something else of that length", (path) => writeFileSync(path, "x".repeat(64))],
	])("one whose file %s is told of, and the answer comes all the same", async (_, change) => {
		const { result, attached } = await answered([image(), image("gif")], ([first = ""]) => change(first));
		const { response, note } = result.structuredContent as { response: string; note: string };
		expect([response, result.isError, result.content.map(({ type }) => type)]).toEqual([
			RESPONSE,
			undefined,
			["text", "image"],
		]);
		expect(note).toContain(`The image ${attached[0]?.path} could not be read`);
	});

	test("leave nothing in the result of an answer without any", async () => {
		const { result } = await answered([]);
		expect(result.structuredContent).toEqual({
			clarify_id: expect.any(String) as unknown,
			response: RESPONSE,
			reason: "response",
		});
	});
});

test("a file is no image because it is named as one: a folder and another file are not read", async () => {
	const named = { path: installed.state.images, mime_type: "image/png", name: "a", bytes: 64 } as const;
	expect(await imageContent(named)).toBeUndefined();
	expect(await imageContent({ ...named, path: installed.bridge })).toBeUndefined();
});

test("a link to an image, a pipe and a file larger than any image are not read", async () => {
	const at = (name: string): string => join(installed.state.images, name);
	const named = { mime_type: "image/png", name: "a", bytes: 64 } as const;
	writeFileSync(at("real.png"), image());
	writeFileSync(at("huge.png"), image());
	truncateSync(at("huge.png"), IMAGE_MAX_BYTES + 1);
	symlinkSync(at("real.png"), at("link.png"));
	execFileSync("mkfifo", [at("pipe.png")]);
	const read = await Promise.all([
		imageContent({ ...named, path: at("link.png") }),
		imageContent({ ...named, path: at("pipe.png"), bytes: 0 }),
		imageContent({ ...named, path: at("huge.png"), bytes: IMAGE_MAX_BYTES + 1 }),
	]);
	expect(read).toEqual([undefined, undefined, undefined]);
	expect(await imageContent({ ...named, path: at("real.png") })).toBeDefined();
});
