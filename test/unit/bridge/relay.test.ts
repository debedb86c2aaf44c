import { expect, test, vi } from "vitest";
import { call, RelayHarness, result, WINDOW } from "../../support/relayHarness";

const KEY = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;

async function introduced(): Promise<RelayHarness> {
	const harness = new RelayHarness();
	await harness.initialize();
	harness.session.listener?.onOpen();
	harness.heard();
	return harness;
}

test("messages pass both ways as they are; only a tool call gets a key", async () => {
	const harness = await introduced();
	const progress = '{"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1}}';
	await harness.send({ method: "notifications/initialized" });
	await harness.send({ id: 0, method: "tools/list" });
	await harness.send(call("0"));
	const sent = harness.session.posted.map(({ text, callKey }) => ({ ...(JSON.parse(text) as object), callKey }));
	harness.session.last("tools/call").exchange.onMessage(progress);
	harness.session.listener?.onMessage('{"jsonrpc":"2.0","id":7,"method":"roots/list"}');
	await harness.send({ id: 7, result: { roots: [] } });
	harness.session.last("tools/call").exchange.onMessage(result("0"));
	harness.session.last("tools/list").exchange.onMessage(result(0));
	expect({ sent, said: harness.heard(), answered: harness.session.posted.at(-1)?.text }).toEqual({
		sent: [
			{ jsonrpc: "2.0", method: "notifications/initialized", callKey: undefined },
			{ jsonrpc: "2.0", id: 0, method: "tools/list", callKey: undefined },
			{ jsonrpc: "2.0", ...call("0"), callKey: KEY },
		],
		said: [
			JSON.parse(progress),
			{ jsonrpc: "2.0", id: 7, method: "roots/list" },
			JSON.parse(result("0")),
			JSON.parse(result(0)),
		],
		answered: '{"jsonrpc":"2.0","id":7,"result":{"roots":[]}}',
	});
});

test("an answer to nothing that waits is dropped", async () => {
	const harness = await introduced();
	await harness.send(call(1));
	const { exchange } = harness.session.last("tools/call");
	exchange.onMessage(result(2));
	exchange.onMessage(result(1));
	exchange.onMessage(result(1));
	exchange.onMessage("no JSON");
	expect(harness.heard()).toEqual([JSON.parse(result(1))]);
});

test("text that is no message gets a JSON-RPC error and nothing else breaks", async () => {
	const harness = await introduced();
	harness.relay.receive("{oh");
	harness.relay.receive("[]");
	harness.relay.receive('{"jsonrpc":"2.0","id":{},"method":"ping"}');
	await harness.send(call(1));
	expect({ said: harness.heard(), posted: harness.session.methods }).toEqual({
		said: [
			{ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error: the line is no JSON" } },
			{ jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid request" } },
			{ jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid request" } },
		],
		posted: ["tools/call"],
	});
});

test("what the window does not take becomes an error that is no answer", async () => {
	const harness = await introduced();
	await harness.send(call(1));
	const { exchange } = harness.session.last("tools/call");
	exchange.onAccepted();
	exchange.onEnd({ kind: "refused", code: -32000, why: "Too many sessions" });
	expect(harness.heard()).toEqual([
		{
			jsonrpc: "2.0",
			id: 1,
			error: { code: -32000, message: "Too many sessions. No answer was given; this is not consent." },
		},
	]);
});

test("a call that the agent takes back is told at once, is never answered, and its connection is let go", async () => {
	const harness = await introduced();
	await harness.send(call(0));
	const posted = harness.session.last("tools/call");
	posted.exchange.onAccepted();
	await harness.send({ method: "notifications/cancelled", params: { requestId: 0 } });
	const told = harness.session.methods;
	harness.session.last("notifications/cancelled").exchange.onEnd({ kind: "done" });
	posted.exchange.onMessage('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":0}}');
	posted.exchange.onMessage(result(0));
	expect({ told, isTakenBack: posted.isTakenBack, said: harness.heard() }).toEqual({
		told: ["tools/call", "notifications/cancelled"],
		isTakenBack: true,
		said: [],
	});
});

test("the news that a call is taken back never overtakes the call", async () => {
	const harness = await introduced();
	await harness.send(call("a"));
	await harness.send({ method: "notifications/cancelled", params: { requestId: "a" } });
	const before = harness.session.methods;
	harness.session.last("tools/call").exchange.onAccepted();
	expect({ before, after: harness.session.methods }).toEqual({
		before: ["tools/call"],
		after: ["tools/call", "notifications/cancelled"],
	});
});

test("taking back what is answered or unknown is not passed on", async () => {
	const harness = await introduced();
	await harness.send(call(1));
	harness.session.last("tools/call").exchange.onMessage(result(1));
	await harness.send({ method: "notifications/cancelled", params: { requestId: 1 } });
	await harness.send({ method: "notifications/cancelled", params: {} });
	expect(harness.session.methods).toEqual(["tools/call"]);
});

test("a message that is too large is refused under its own id, and the next one passes", async () => {
	const harness = await introduced();
	await harness.send({ ...call(0), padding: "é".repeat(140_000) });
	await harness.send(call(1));
	expect({ said: harness.heard(), posted: harness.session.methods }).toEqual({
		said: [
			{
				jsonrpc: "2.0",
				id: 0,
				error: {
					code: -32600,
					message:
						"Invalid request: the message is larger than 262144 bytes. No answer was given; this is not consent.",
				},
			},
		],
		posted: ["tools/call"],
	});
});

test("an agent that introduces itself again begins anew", async () => {
	const harness = await introduced();
	await harness.send(call(1));
	const [first] = harness.sessions;
	await harness.initialize();
	expect({
		isEnded: first?.isEnded,
		isClosed: first?.isClosed,
		sessions: harness.sessions.length,
		inFlight: harness.inFlight,
		said: harness.heard(),
	}).toEqual({
		isEnded: true,
		isClosed: true,
		sessions: 2,
		inFlight: [[], []],
		said: [JSON.parse(harness.session.answer)],
	});
});

test("what comes together with an introduction is answered after it, also with a second one", async () => {
	const harness = new RelayHarness();
	const together = (id: string): void => {
		const params = { protocolVersion: "2025-06-18" };
		harness.relay.receive(JSON.stringify({ jsonrpc: "2.0", id, method: "initialize", params }));
		harness.relay.receive(JSON.stringify({ jsonrpc: "2.0", id: `${id} tools`, method: "tools/list" }));
	};
	for (const [index, id] of ["first", "second"].entries()) {
		together(id);
		await vi.waitFor(() => expect(harness.sessions[index]?.methods).toEqual(["tools/list"]), {
			interval: 2,
			timeout: 5_000,
		});
		harness.session.last("tools/list").exchange.onMessage(result(`${id} tools`));
	}
	expect(harness.heard().map(({ id }) => id)).toEqual(["first", "first tools", "second", "second tools"]);
});

test("what comes while the session before is being ended waits for the new one", async () => {
	const harness = await introduced();
	let onEnded = (): void => undefined;
	harness.session.end = () => new Promise((resolve) => (onEnded = resolve));
	await harness.send({ id: "again", method: "initialize", params: { protocolVersion: "2025-06-18" } });
	await harness.send({ id: 1, method: "tools/list" });
	onEnded();
	await vi.waitFor(() => expect(harness.sessions[1]?.methods).toEqual(["tools/list"]), { interval: 2, timeout: 5_000 });
});

test("the end of the agent ends the session and leaves no timer", async () => {
	const live = await introduced();
	live.session.listener?.onEnd("again");
	await live.relay.close();
	const looking = new RelayHarness();
	looking.window = undefined;
	await looking.initialize();
	await looking.relay.close();
	looking.window = WINDOW;
	await looking.pass(5_000);
	expect({
		live: { isEnded: live.session.isEnded, isClosed: live.session.isClosed, armed: live.clock.armed },
		looking: { sessions: looking.sessions.length, armed: looking.clock.armed, said: looking.heard() },
	}).toEqual({
		live: { isEnded: true, isClosed: true, armed: 0 },
		looking: { sessions: 0, armed: 0, said: [] },
	});
});
