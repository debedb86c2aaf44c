import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BrokerHarness } from "../support/brokerHarness";
import { laterNode } from "../support/inspector";
import { startTokenProxy } from "../support/tokenProxy";

/**
 * The scenarios of the official suite that are about what this server has. The others test tools, resources, prompts and
 * logging of a server made for the suite. `dns-rebinding-protection` wants a request with a local `Origin` to be served;
 * the broker serves none with an `Origin` (brokerChecks).
 */
const SCENARIOS = ["server-initialize", "ping", "tools-list", "server-sse-multiple-streams"];

const program = suiteProgram();
const node = laterNode();

describe.skipIf(program === undefined || node === undefined)("the official conformance suite", () => {
	let harness: BrokerHarness;
	let proxy: Awaited<ReturnType<typeof startTokenProxy>>;

	beforeAll(async () => {
		harness = await BrokerHarness.start();
		proxy = await startTokenProxy(harness);
	});

	afterAll(async () => {
		proxy.close();
		await harness.close();
	});

	it.each(SCENARIOS)("passes in %s", async (scenario) => {
		const { code, output } = await run(node ?? "", [
			program ?? "",
			"server",
			"--url",
			proxy.url,
			"--scenario",
			scenario,
		]);
		expect({ code, passed: /Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/.test(output) }, output).toEqual({
			code: 0,
			passed: true,
		});
	});
});

function suiteProgram(): string | undefined {
	try {
		const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
		return join(dirname(manifest), "dist/index.js");
	} catch {
		return undefined;
	}
}

function run(file: string, args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
	return new Promise((resolve) => {
		execFile(file, args, { timeout: 25_000 }, (error, stdout, stderr) => {
			resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
		});
	});
}
