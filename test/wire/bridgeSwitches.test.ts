import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { stateWithBridge } from "../support/bridgeHarness";
import { LiveWindow } from "../support/liveWindow";
import { until } from "../support/until.mjs";

let installed: Awaited<ReturnType<typeof stateWithBridge>>;
let window: LiveWindow;
let client: Client;

beforeAll(async () => {
	installed = await stateWithBridge();
	window = await LiveWindow.open(installed.state);
});
afterAll(async () => {
	await window.dispose();
	installed.dispose();
});
afterEach(() => client.close());

it("an agent behind the bridge is told when its person switches clarify off and on, and lists what holds then", async () => {
	client = new Client({ name: "agent", version: "1" });
	let told = 0;
	client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
		told++;
	});
	const args = [installed.bridge, "--agent", "codex", "--clarify"];
	const env = { PARLEY_WINDOW: window.path };
	await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "pipe" }));
	const hasClarify = async (): Promise<boolean> =>
		(await client.listTools()).tools.some(({ name }) => name === "clarify");
	const before = await hasClarify();
	// The session's own stream opens a moment after the agent has its first answer: until then nothing can be told.
	let isOn = true;
	await until("the agent can be told", () => {
		if (told > 0) return true;
		isOn = !isOn;
		window.switches.turn("codex", { clarify: isOn });
		return undefined;
	});
	window.switches.turn("codex", { clarify: false });
	await until("it may not ask", async () => !(await hasClarify()) || undefined);
	const toldBefore = told;
	window.switches.turn("codex", { clarify: true });
	await until("the agent is told", () => told > toldBefore || undefined);
	expect([before, await hasClarify()]).toEqual([true, true]);
});
