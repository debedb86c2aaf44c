import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { BridgeProcess, publish, rendezvous, stateWithBridge } from "../support/bridgeHarness";
import { LiveWindow } from "../support/liveWindow";
import { answer, event, openStream, StubBroker } from "../support/stubBroker";
import { until } from "../support/until.mjs";

let installed: Awaited<ReturnType<typeof stateWithBridge>>;
let window: LiveWindow;
let bridge: BridgeProcess;

beforeAll(async () => {
	installed = await stateWithBridge();
});
afterAll(() => installed.dispose());
beforeEach(async () => {
	window = await LiveWindow.open(installed.state);
});
afterEach(async () => {
	await bridge.stop();
	await window.dispose();
});

const CLARIFY = { name: "clarify", arguments: { question: "Which database?" } };

async function started(path = window.path): Promise<BridgeProcess> {
	bridge = new BridgeProcess(installed.bridge, { window: path, words: ["--agent", "codex", "--clarify"] });
	await bridge.initialize();
	return bridge;
}

test("a question survives reload after reload, and its answer reaches the call that asked", async () => {
	await started();
	const asked = bridge.request("tools/call", CLARIFY);
	const { id, session } = await window.question();
	const ports = new Set([window.life.broker.port]);
	for (let reloads = 0; reloads < 5; reloads++) {
		await window.leave();
		await window.start();
		ports.add(window.life.broker.port);
		await window.question();
	}
	const again = await window.question();
	await window.answer("SQLite");
	const { result } = await asked;
	expect({
		sameQuestion: again.id === id,
		sameSession: again.session.id === session.id,
		result: result?.["structuredContent"],
		ports: ports.size > 1,
		said: bridge.said.length,
	}).toMatchObject({
		sameQuestion: true,
		sameSession: true,
		result: { clarify_id: id, response: "SQLite", reason: "response" },
		ports: true,
		said: 2,
	});
});

test("calls that come while the window is away are answered by the one that returns", async () => {
	await started();
	await window.leave();
	const listed = bridge.request("tools/list");
	const asked = bridge.request("tools/call", CLARIFY);
	await bridge.request("ping");
	await window.start();
	await window.answer("SQLite");
	expect([(await listed).result?.["tools"], (await asked).result?.["structuredContent"]]).toMatchObject([
		[{ name: "clarify" }, { name: "update_plan" }, { name: "request_approval" }],
		{ response: "SQLite" },
	]);
});

test("a call that is taken back while the window is away is closed when it returns", async () => {
	await started();
	bridge.send({ id: "asked", method: "tools/call", params: CLARIFY });
	const { id } = await window.question();
	await window.leave();
	bridge.send({ method: "notifications/cancelled", params: { requestId: "asked" } });
	await bridge.request("ping");
	await window.start();
	await until("the question is closed", () => window.openQuestions.length === 0);
	expect(window.life.desk.clarifications.outcomeOf(id)).toEqual({ reason: "cancelled", response: "" });
});

test("a question is seen again within half a second of the broker's listening", async () => {
	await started();
	bridge.send({ id: "asked", method: "tools/call", params: CLARIFY });
	await window.question();
	await window.leave();
	await window.start();
	const start = performance.now();
	await window.question();
	// Twice the goal: the machine that runs this may be busy.
	expect(performance.now() - start).toBeLessThan(1_000);
});

test("a call whose answer stream alone is cut is sent again under the same key", async () => {
	const broker = await StubBroker.listen();
	const path = `${installed.state.run}/empty-9.json`;
	publish(path, rendezvous(broker));
	let calls = 0;
	broker.behaviour = (seen, response, self) => {
		if (seen.message?.method !== "tools/call" || ++calls > 3) {
			answer({ calls })(seen, response, self);
			return;
		}
		openStream(response);
		response.write(event({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: calls } }));
		setTimeout(() => response.destroy(), 20);
	};
	await started(path);
	const { result } = await bridge.request("tools/call", CLARIFY);
	const keys = broker.seen.flatMap(({ headers, message }) =>
		message?.method === "tools/call" ? [headers["parley-call"]] : [],
	);
	await broker.close();
	expect({
		result,
		keys: [keys.length, new Set(keys).size],
		introductions: broker.methods.filter((method) => method === "initialize").length,
		progress: bridge.notifications("notifications/progress"),
	}).toEqual({ result: { calls: 4 }, keys: [4, 1], introductions: 1, progress: 3 });
});

test("a server stream that alone is cut is opened again without a new introduction", async () => {
	const broker = await StubBroker.listen();
	const path = `${installed.state.run}/empty-9.json`;
	publish(path, rendezvous(broker));
	await started(path);
	await until("the stream is open", () => broker.stream !== undefined);
	broker.stream?.destroy();
	await until("the stream is closed", () => broker.stream === undefined);
	await until("it is open again", () => broker.stream !== undefined);
	broker.stream?.write(event({ jsonrpc: "2.0", method: "notifications/tools/list_changed" }));
	await until("what came on it arrives", () => bridge.notifications("notifications/tools/list_changed") === 1);
	await broker.close();
	expect(broker.methods.filter((method) => method === "initialize")).toHaveLength(1);
});

test("a session that the broker does not know any more is begun anew under the same key", async () => {
	const broker = await StubBroker.listen();
	const path = `${installed.state.run}/empty-9.json`;
	publish(path, rendezvous(broker));
	await started(path);
	broker.forgetSessions();
	broker.behaviour = answer({ tools: [] });
	const { result } = await bridge.request("tools/list");
	const introductions = broker.seen.filter(({ message }) => message?.method === "initialize");
	await broker.close();
	expect({
		result,
		keys: new Set(introductions.map(({ headers }) => headers["parley-session"])).size,
		inFlight: introductions.map(({ headers }) => headers["parley-in-flight"]),
		initialized: broker.methods.filter((method) => method === "notifications/initialized").length,
	}).toEqual({ result: { tools: [] }, keys: 1, inFlight: ["", ""], initialized: 2 });
});
