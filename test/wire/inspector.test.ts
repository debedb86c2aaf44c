import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stateWithBridge } from "../support/bridgeHarness";
import { BrokerHarness } from "../support/brokerHarness";
import { inspect, inspectorProgram, laterNode } from "../support/inspector";
import { LiveWindow } from "../support/liveWindow";
import { startTokenProxy } from "../support/tokenProxy";

const NAMES = ["clarify", "update_plan", "request_approval"];
const PLAN = { plan: [{ id: "1", step: "Look", status: "in_progress" }] };
const CALL = ["--method", "tools/call", "--tool-name", "update_plan", "--tool-args-json", JSON.stringify(PLAN)];
const NOT_OFFERED = { error: { message: expect.stringContaining("did not offer pinned") as string } };

/**
 * `auto` is what a client of the revision 2026-07-28 does: it asks with `server/discover` whether the server speaks it, and
 * introduces itself the old way when it does not. `modern` is one that would not.
 */
const ERAS = ["legacy", "auto"];

describe.skipIf(inspectorProgram() === undefined || laterNode() === undefined)("the official inspector", () => {
	const home = mkdtempSync(join(tmpdir(), "parley-inspector-"));
	let harness: BrokerHarness;
	let proxy: Awaited<ReturnType<typeof startTokenProxy>>;
	let built: Awaited<ReturnType<typeof stateWithBridge>>;
	let window: LiveWindow;

	beforeAll(async () => {
		harness = await BrokerHarness.start();
		proxy = await startTokenProxy(harness);
		built = await stateWithBridge();
		window = await LiveWindow.open(built.state);
	});

	afterAll(async () => {
		proxy.close();
		await harness.close();
		await window.dispose();
		built.dispose();
		rmSync(home, { recursive: true, force: true });
	});

	const http = (era: string, words: readonly string[]) =>
		inspect(home, ["--protocol-era", era, ...words, "--server-url", proxy.url]);
	/** `named` as the value of `PARLEY_WINDOW`; undefined: outside any window. */
	const stdio = (era: string, named: string | undefined, words: readonly string[]) => {
		const variable = named === undefined ? [] : ["-e", `PARLEY_WINDOW=${named}`];
		const bridge = [process.execPath, built.bridge, "--agent", "codex", "--clarify"];
		return inspect(home, ["--protocol-era", era, ...variable, ...words, "--", ...bridge]);
	};

	it.each(ERAS)("lists the tools and makes a plan over HTTP, %s", async (era) => {
		expect([await http(era, ["--method", "tools/list"]), await http(era, CALL)]).toMatchObject([
			{ result: { tools: NAMES.map((name) => ({ name })) } },
			{ result: { structuredContent: { revision: 1, execution_state: "running", plan: PLAN.plan } } },
		]);
	});

	it.each(ERAS)("lists the tools and makes a plan through the bridge, %s", async (era) => {
		const listed = await stdio(era, window.path, ["--method", "tools/list"]);
		expect([listed, await stdio(era, window.path, CALL)]).toMatchObject([
			{ result: { tools: NAMES.map((name) => ({ name })) } },
			{ result: { structuredContent: { revision: 1, execution_state: "running", plan: PLAN.plan } } },
		]);
	});

	it.each(ERAS)("finds a bridge outside any window without tools and without an error, %s", async (era) => {
		expect(await stdio(era, undefined, ["--method", "tools/list"])).toEqual({ result: { tools: [] } });
	});

	it("is told that a later revision alone is not spoken, over HTTP, through the bridge and outside any window", async () => {
		const list = ["--method", "tools/list"];
		expect([
			await http("modern", list),
			await stdio("modern", window.path, list),
			await stdio("modern", undefined, list),
		]).toMatchObject([NOT_OFFERED, NOT_OFFERED, NOT_OFFERED]);
	});
});
