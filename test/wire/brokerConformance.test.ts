import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BrokerHarness } from "../support/brokerHarness";
import { laterNode } from "../support/inspector";
import { startTokenProxy } from "../support/tokenProxy";

/** The scenarios of the official suite that are about what this server has, of earlier answers too. */
const SCENARIOS = ["server-initialize", "ping", "tools-list", "server-sse-multiple-streams", "resources-list"];

/** What the others are about. */
const NOT_APPLICABLE = {
	"a tool, resource or prompt that only a server made for the suite has": [
		...["simple-text", "image", "audio", "embedded-resource", "mixed-content", "error"].map(
			(name) => `tools-call-${name}`,
		),
		...["with-logging", "with-progress", "sampling", "elicitation"].map((name) => `tools-call-${name}`),
		...["json-schema-2020-12", "elicitation-sep1034-defaults", "elicitation-sep1330-enums", "server-sse-polling"],
		...["resources-read-text", "resources-read-binary", "resources-templates-read"],
		...["simple", "with-args", "embedded-resource", "with-image"].map((name) => `prompts-get-${name}`),
	],
	"a capability that this server does not declare": [
		...["logging-set-level", "completion-complete", "prompts-list", "resources-subscribe", "resources-unsubscribe"],
	],
	"a request with a local Origin, which has to be served; the broker serves none with an Origin (brokerChecks)": [
		"dns-rebinding-protection",
	],
};

const program = suiteProgram();
const node = laterNode();

describe.skipIf(program === undefined || node === undefined)("the official conformance suite", () => {
	let harness: BrokerHarness;
	let proxy: Awaited<ReturnType<typeof startTokenProxy>>;

	beforeAll(async () => {
		harness = await BrokerHarness.start();
		harness.reuse.turn(true);
		proxy = await startTokenProxy(harness);
	});

	afterAll(async () => {
		proxy.close();
		await harness.close();
	});

	it("has no scenario that is neither run nor left out for a reason", async () => {
		const { output } = await run(node ?? "", [program ?? "", "list"]);
		const [server = ""] = output.split("Client scenarios");
		const known = [...server.matchAll(/^ *- ([\w-]+)/gm)].map(([, name]) => name);
		expect(known.sort()).toEqual([...SCENARIOS, ...Object.values(NOT_APPLICABLE).flat()].sort());
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
