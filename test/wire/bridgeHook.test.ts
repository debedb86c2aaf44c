import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stateWithBridge } from "../support/bridgeHarness";

let installed: Awaited<ReturnType<typeof stateWithBridge>>;
beforeAll(async () => {
	installed = await stateWithBridge();
});
afterAll(() => installed.dispose());

const call = { hook_event_name: "PreToolUse", tool_name: "mcp__plugin_parley_parley__clarify", tool_input: {} };
/** In bytes. */
const INPUT_MAX = 8 * 1024 * 1024;
const ours = ["hook", "claude-code", "PreToolUse"];

interface Outcome {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** `input` undefined: stdin stays open. No window is anywhere near. */
function hook(words: readonly string[], input: string | Buffer | undefined): Promise<Outcome> {
	const child = spawn(process.execPath, [installed.bridge, ...words], { env: {} });
	let [stdout, stderr] = ["", ""];
	child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
	child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
	child.stdin.on("error", () => undefined);
	if (input !== undefined) child.stdin.end(input);
	return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}
const silent: Outcome = { code: 0, stdout: "", stderr: "" };

describe("the hook sub-command", () => {
	it("allows our own tool with one line of JSON and nothing else", async () => {
		expect(await hook(ours, JSON.stringify(call))).toEqual({
			code: 0,
			stdout: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}\n',
			stderr: "",
		});
	});

	it.each([
		["an empty input", ours, ""],
		["no JSON", ours, "{"],
		["bytes that are no text", ours, Buffer.from([0xff, 0xfe, 0x00])],
		["another tool", ours, JSON.stringify({ ...call, tool_name: "Bash" })],
		["another agent", ["hook", "codex", "PreToolUse"], JSON.stringify(call)],
		["no words", ["hook"], JSON.stringify(call)],
		["words too many", [...ours, "--allow"], JSON.stringify({ ...call, tool_name: "Bash" })],
		["an input that is too long", ours, JSON.stringify({ ...call, tool_input: "x".repeat(INPUT_MAX) })],
		["another event than it was started for", ["hook", "claude-code", "Stop"], JSON.stringify(call)],
		["an agent that it does not know", ["hook", "grok", "PreToolUse"], JSON.stringify(call)],
		["a list", ours, JSON.stringify([call])],
	])("says nothing and ends well for %s", async (_, words, input) => {
		expect(await hook(words, input)).toEqual(silent);
	});

	it("does not wait for ever for its input", async () => {
		const start = Date.now();
		expect(await hook(ours, undefined)).toEqual(silent);
		expect(Date.now() - start).toBeLessThan(6_000);
	});

	it("takes an input of the greatest length that is taken", async () => {
		const padding = INPUT_MAX - JSON.stringify({ ...call, tool_input: "" }).length;
		const input = JSON.stringify({ ...call, tool_input: "x".repeat(padding) });
		expect((await hook(ours, input)).stdout).toContain('"allow"');
	});

	it("ends well when nobody reads its answer", async () => {
		const child = spawn(process.execPath, [installed.bridge, ...ours], { env: {}, stdio: ["pipe", "pipe", "ignore"] });
		child.stdout.destroy();
		child.stdin.end(JSON.stringify(call));
		expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(0);
	});
});
