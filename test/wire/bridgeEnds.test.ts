import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BridgeProcess, stateWithBridge } from "../support/bridgeHarness";
import { LiveWindow } from "../support/liveWindow";
import { until } from "../support/until.mjs";

/** The goal is 50 ms; the machine that runs this may be busy. */
const AT_ONCE_MS = 400;

let installed: Awaited<ReturnType<typeof stateWithBridge>>;
let window: LiveWindow;
let bridge: BridgeProcess | undefined;

beforeAll(async () => {
	installed = await stateWithBridge();
	window = await LiveWindow.open(installed.state);
});
afterAll(async () => {
	await window.dispose();
	installed.dispose();
});
afterEach(() => bridge?.stop());

const WAYS: readonly [string, (bridge: BridgeProcess) => unknown][] = [
	["the end of its input", ({ child }) => child.stdin.end()],
	["SIGTERM", ({ child }) => child.kill("SIGTERM")],
	["SIGINT", ({ child }) => child.kill("SIGINT")],
	["SIGHUP", ({ child }) => child.kill("SIGHUP")],
];

test.each(WAYS)("%s ends a bridge in a call at once, and its question is closed", async (_way, end) => {
	bridge = new BridgeProcess(installed.bridge, { window: window.path, words: ["--clarify"] });
	await bridge.initialize();
	bridge.send({ id: 1, method: "tools/call", params: { name: "clarify", arguments: { question: "Which?" } } });
	const { id, session } = await window.question();
	const start = performance.now();
	end(bridge);
	const code = await bridge.ended;
	const took = performance.now() - start;
	await until("the question is closed", () => window.openQuestions.length === 0, 2_000);
	expect({
		code,
		isAtOnce: took < AT_ONCE_MS,
		outcome: window.life.desk.clarifications.outcomeOf(id)?.reason,
		session: window.sessions.find((each) => each.id === session.id)?.state ?? "ended",
	}).toEqual({ code: 0, isAtOnce: true, outcome: "cancelled", session: "ended" });
});

test.each(WAYS)("%s ends a bridge that waits for its window, and one without a window", async (_way, end) => {
	const codes: unknown[] = [];
	for (const path of [`${installed.state.run}/empty-99.json`, undefined]) {
		bridge = new BridgeProcess(installed.bridge, { window: path });
		await bridge.initialize();
		const start = performance.now();
		end(bridge);
		codes.push(await bridge.ended, performance.now() - start < AT_ONCE_MS);
	}
	expect(codes).toEqual([0, true, 0, true]);
});

test("an end before any answer leaves nothing behind either", async () => {
	bridge = new BridgeProcess(installed.bridge, { window: window.path });
	bridge.send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {} } });
	bridge.child.stdin.end();
	expect(await bridge.ended).toBe(0);
});

test("an agent that no longer reads ends the bridge", async () => {
	bridge = new BridgeProcess(installed.bridge, { window: window.path });
	await bridge.initialize();
	bridge.child.stdout.destroy();
	bridge.send({ id: 2, method: "tools/list" });
	expect(await bridge.ended).toBe(0);
});

test("a bridge that is killed in a call leaves no question open", async () => {
	bridge = new BridgeProcess(installed.bridge, { window: window.path, words: ["--clarify"] });
	await bridge.initialize();
	bridge.send({ id: 1, method: "tools/call", params: { name: "clarify", arguments: { question: "Which?" } } });
	await window.question();
	bridge.child.kill("SIGKILL");
	await until("the question is closed", () => window.openQuestions.length === 0, 2_000);
});

test("a bridge that is killed ends its session, and its plan no longer runs", async () => {
	bridge = new BridgeProcess(installed.bridge, { window: window.path });
	await bridge.initialize();
	const plan = [{ id: "a", step: "Read", status: "in_progress" }];
	await bridge.request("tools/call", { name: "update_plan", arguments: { plan } });
	const card = window.life.desk.plans.cards.find(({ state }) => state === "running");
	bridge.child.kill("SIGKILL");
	const state = (): unknown => window.life.desk.plans.cards.find(({ id }) => id === card?.id)?.state;
	expect(state()).toBe("running");
	await until("the plan no longer runs", () => state() !== "running", 5_000);
	expect(window.sessions.filter((each) => each.state === "live")).toEqual([]);
});

test.runIf(process.platform === "linux")("a bridge without a window sleeps: it uses no processor time", async () => {
	bridge = new BridgeProcess(installed.bridge);
	await bridge.initialize();
	const { pid } = bridge.child;
	const switches = (): number =>
		Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
	await bridge.request("ping");
	await new Promise((resolve) => setTimeout(resolve, 300));
	const before = switches();
	await new Promise((resolve) => setTimeout(resolve, 2_500));
	expect(switches() - before).toBe(0);
});
