import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { lean } from "../../lean.mjs";
import type { startBroker } from "../../src/broker/server";
import { BrokerHarness } from "../support/brokerHarness";
import { send } from "../support/rawHttp";

/** As esbuild.mjs builds it. */
const SHIPPED: BuildOptions = {
	bundle: true,
	platform: "node",
	format: "cjs",
	target: "node22",
	minify: true,
	logLevel: "silent",
	plugins: [lean],
};

const REFUSAL = "invalid_input: question: must be a text of 1 to 4000 characters that is not blank";

let folder: string;
let file: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "parley-broker-"));
	file = join(folder, "broker.cjs");
	await build({ ...SHIPPED, entryPoints: ["src/broker/server.ts"], outfile: file });
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("the bundle of the broker", () => {
	it("serves a question from initialize to its answer", async () => {
		const bundle = createRequire(import.meta.url)(file) as { startBroker: typeof startBroker };
		const harness = await BrokerHarness.start({ start: bundle.startBroker });
		const { client } = await harness.connect();
		expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
			"clarify",
			"update_plan",
			"request_approval",
		]);
		const asked = client.callTool({ name: "clarify", arguments: { question: "Which port?" } });
		await vi.waitFor(() => expect(harness.desk.clarifications.open).toHaveLength(1), { interval: 2, timeout: 5_000 });
		const refused = await client.callTool({ name: "clarify", arguments: { question: "" } });
		// The desk here is not of the bundle, as it is not where Parley runs: a refusal must be known for one all the same.
		expect(refused).toEqual({ isError: true, content: [{ type: "text", text: REFUSAL }] });
		harness.desk.clarifications.answer(harness.question.id, "8080");
		expect((await asked).structuredContent).toMatchObject({ reason: "response", response: "8080" });
		expect(await send(harness, { method: "PUT", headers: {} })).toMatchObject({ status: 401, body: "" });
		expect(await send(harness, { path: "/nothing" })).toMatchObject({ status: 404, body: "" });
		await client.close();
		await harness.close();
	});

	it("is at most 750 KiB and names no folder of the machine that built it", () => {
		const text = readFileSync(file, "utf8");
		expect(text.length / 1024).toBeLessThan(750);
		expect(text.includes(process.cwd())).toBe(false);
	});

	it("evaluates neither express nor the SDK when it is loaded, but in two blocks when it starts", () => {
		// Each of the two loads a module of Node's that nothing else here does.
		const script = `
			const { startBroker } = require(process.argv[1]);
			const loaded = () => ["tty", "http2"].map((name) => process.moduleLoadList.includes("NativeModule " + name));
			const atLoad = loaded();
			startBroker({ preferredPort: undefined, token: "", log: {}, desk: {} }).catch(() => undefined);
			setImmediate(() => console.log(JSON.stringify([atLoad, loaded()])));
			setTimeout(() => process.exit(), 500).unref();`;
		const told = execFileSync(process.execPath, ["-e", script, file], { encoding: "utf8" });
		expect(JSON.parse(told)).toEqual([
			[false, false],
			[true, false],
		]);
	});

	it("fails to build when a package moved what is left out of it", async () => {
		const entry = join(folder, "entry.js");
		writeFileSync(entry, "export const nothing = 0;");
		const failing = build({ ...SHIPPED, entryPoints: [entry], outfile: join(folder, "out.cjs") });
		await expect(failing).rejects.toMatchObject({
			errors: [
				{ text: expect.stringContaining("body-parser") as string },
				{ text: expect.stringContaining("mime-db") as string },
				{ text: expect.stringContaining("ajv-provider") as string },
			],
		});
	});
});
