import { expect, test } from "vitest";
import { call, RelayHarness, result, WINDOW } from "../../support/relayHarness";

const NOTICE =
	"No answer was given: the editor window went away and did not come back. " +
	"This is not consent, and nothing was decided: whatever depends on the answer stays open.";

async function introduced(): Promise<RelayHarness> {
	const harness = new RelayHarness();
	await harness.initialize();
	harness.session.listener?.onOpen();
	harness.heard();
	return harness;
}

/** The window goes: its stream ends, and nobody answers any more. */
function lose(harness: RelayHarness): void {
	harness.window = undefined;
	harness.session.listener?.onEnd("gone");
}

test("a window that comes back gets the session, and all that waits under the same keys", async () => {
	const harness = await introduced();
	await harness.send(call(1));
	await harness.send(call(2, "update_plan"));
	await harness.send({ id: 3, method: "tools/list" });
	const [before] = harness.sessions;
	const keys = before?.posted.flatMap(({ callKey }) => callKey ?? []) ?? [];
	lose(harness);
	await harness.send(call(4));
	await harness.pass(20_000);
	harness.window = { ...WINDOW, instance: "two" };
	await harness.pass(150);
	const methods = [harness.session.methods];
	harness.session.last("notifications/initialized").exchange.onEnd({ kind: "done" });
	methods.push(harness.session.methods);
	harness.session.last("tools/call").exchange.onMessage(result(4));
	expect({
		isClosed: before?.isClosed,
		named: harness.inFlight.at(-1),
		methods,
		keys: harness.session.posted.flatMap(({ callKey }) => callKey ?? []).slice(0, 2),
		timesListened: harness.session.timesListened,
		said: harness.heard(),
	}).toEqual({
		isClosed: true,
		named: keys,
		methods: [
			["notifications/initialized"],
			["notifications/initialized", "tools/call", "tools/call", "tools/list", "tools/call"],
		],
		keys,
		timesListened: 1,
		said: [JSON.parse(result(4))],
	});
});

test("what comes back as another server is announced to the agent, the same one is not", async () => {
	const harness = await introduced();
	lose(harness);
	harness.window = WINDOW;
	await harness.pass(150);
	const same = harness.heard();
	harness.session.last("notifications/initialized").exchange.onEnd({ kind: "done" });
	lose(harness);
	harness.version = "2";
	harness.window = WINDOW;
	await harness.pass(150);
	expect({ same, other: harness.heard() }).toEqual({
		same: [],
		other: [{ jsonrpc: "2.0", method: "notifications/tools/list_changed" }],
	});
});

test("a window that stays away for a minute answers nothing: calls end as not answered, once", async () => {
	const harness = await introduced();
	await harness.send(call(0));
	await harness.send(call("plan", "update_plan"));
	await harness.send(call("allow", "request_approval"));
	await harness.send({ id: 2, method: "tools/list" });
	lose(harness);
	await harness.pass(59_950);
	const before = harness.heard();
	await harness.pass(50);
	const outcome = { clarify_id: "", response: "", reason: "cancelled", note: NOTICE };
	const note =
		"Nobody decided: the editor window went away and did not come back. Silence is a no: the act is not allowed.";
	const denied = { approval_id: "", decision: "deny", reason: "cancelled", note };
	const at60 = harness.heard();
	await harness.send(call(3));
	await harness.pass(60_000);
	expect({ before, at60, later: harness.heard() }).toEqual({
		before: [],
		at60: [
			{
				jsonrpc: "2.0",
				id: 0,
				result: {
					structuredContent: outcome,
					content: [{ type: "text", text: JSON.stringify(outcome) }],
				},
			},
			{
				jsonrpc: "2.0",
				id: "plan",
				result: { isError: true, content: [{ type: "text", text: `not_connected: ${NOTICE}` }] },
			},
			{
				jsonrpc: "2.0",
				id: "allow",
				result: { structuredContent: denied, content: [{ type: "text", text: JSON.stringify(denied) }] },
			},
			{ jsonrpc: "2.0", id: 2, result: { tools: [] } },
		],
		later: [expect.objectContaining({ id: 3, result: expect.objectContaining({ isError: true }) as unknown })],
	});
});

test("after that the window is joined again when it returns, and nothing old is sent", async () => {
	const harness = await introduced();
	await harness.send(call(1));
	lose(harness);
	await harness.pass(61_000);
	harness.heard();
	harness.window = { ...WINDOW, instance: "two" };
	await harness.pass(1_000);
	harness.session.last("notifications/initialized").exchange.onEnd({ kind: "done" });
	await harness.send(call(2));
	expect({ named: harness.inFlight.at(-1), methods: harness.session.methods, said: harness.heard() }).toEqual({
		named: [],
		methods: ["notifications/initialized", "tools/call"],
		said: [],
	});
});

test("an agent that was told of no tools meanwhile is told to look again, even by the same server", async () => {
	const harness = await introduced();
	lose(harness);
	await harness.pass(60_000);
	await harness.send({ id: 1, method: "tools/list" });
	harness.window = WINDOW;
	await harness.pass(1_000);
	expect(harness.heard()).toEqual([
		{ jsonrpc: "2.0", id: 1, result: { tools: [] } },
		{ jsonrpc: "2.0", method: "notifications/tools/list_changed" },
	]);
});

test("a window that takes the session and loses it again and again does not start the minute anew", async () => {
	const harness = await introduced();
	await harness.send(call(1));
	harness.session.listener?.onEnd("gone");
	for (let times = 0; times < 400 && harness.said.length === 0; times++) {
		await harness.pass(150);
		harness.session.last("notifications/initialized").exchange.onEnd({ kind: "gone" });
	}
	expect({ id: harness.heard()[0]?.["id"], sessions: harness.sessions.length > 300 }).toEqual({
		id: 1,
		sessions: true,
	});
});

test("a call whose answer stream breaks is sent again at once under its key, a session that is known goes on", async () => {
	const harness = await introduced();
	await harness.send(call(1));
	const first = harness.session.last("tools/call");
	first.exchange.onAccepted();
	first.exchange.onEnd({ kind: "cut" });
	const again = harness.session.last("tools/call");
	again.exchange.onMessage(result(1));
	expect({
		isOther: again !== first,
		sameKey: again.callKey === first.callKey,
		sessions: harness.sessions.length,
		said: harness.heard(),
	}).toEqual({ isOther: true, sameKey: true, sessions: 1, said: [JSON.parse(result(1))] });
});

test("a call whose answer stream breaks again and again ends, and not as an answer", async () => {
	const harness = await introduced();
	await harness.send(call(1));
	for (let times = 0; times < 25 && harness.said.length === 0; times++) {
		harness.session.last("tools/call").exchange.onEnd({ kind: "cut" });
		await harness.pass(150);
	}
	expect({ sent: harness.session.posted.length, said: harness.heard(), armed: harness.clock.armed }).toEqual({
		sent: 21,
		said: [
			{
				jsonrpc: "2.0",
				id: 1,
				error: {
					code: -32603,
					message:
						"the connection to the editor window broke again and again. No answer was given; this is not consent.",
				},
			},
		],
		armed: 0,
	});
});

test("a call that is taken back while it waits to be sent again is not sent again", async () => {
	const harness = await introduced();
	await harness.send(call(1));
	harness.session.last("tools/call").exchange.onEnd({ kind: "cut" });
	harness.session.last("tools/call").exchange.onEnd({ kind: "cut" });
	await harness.send({ method: "notifications/cancelled", params: { requestId: 1 } });
	harness.session.last("notifications/cancelled").exchange.onEnd({ kind: "done" });
	await harness.pass(1_000);
	expect({ methods: harness.session.methods, armed: harness.clock.armed }).toEqual({
		methods: ["tools/call", "tools/call", "notifications/cancelled"],
		armed: 0,
	});
});

test("a call that is taken back while the window is away is not sent when it returns", async () => {
	const harness = await introduced();
	await harness.send(call(1));
	lose(harness);
	await harness.send({ method: "notifications/cancelled", params: { requestId: 1 } });
	harness.window = WINDOW;
	await harness.pass(150);
	harness.session.last("notifications/initialized").exchange.onEnd({ kind: "done" });
	expect({ named: harness.inFlight.at(-1), methods: harness.session.methods }).toEqual({
		named: [],
		methods: ["notifications/initialized"],
	});
});

test("the server stream is opened again when only it ended, and pings are answered while the window is away", async () => {
	const harness = await introduced();
	harness.session.listener?.onEnd("again");
	await harness.pass(150);
	const { timesListened } = harness.session;
	await harness.send({ id: 8, method: "ping" });
	lose(harness);
	await harness.send({ id: 9, method: "ping" });
	expect({ timesListened, sessions: harness.sessions.length, said: harness.heard() }).toEqual({
		timesListened: 2,
		sessions: 1,
		said: [
			{ jsonrpc: "2.0", id: 8, result: {} },
			{ jsonrpc: "2.0", id: 9, result: {} },
		],
	});
});
