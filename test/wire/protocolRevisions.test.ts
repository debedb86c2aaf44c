import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BridgeProcess, stateWithBridge } from "../support/bridgeHarness";
import { BrokerHarness, bridgeHeaders } from "../support/brokerHarness";
import { LiveWindow } from "../support/liveWindow";
import { authorised, send } from "../support/rawHttp";
import { RawSession } from "../support/rawSession";

const NEWEST = "2025-11-25";
const SPOKEN = ["2024-11-05", "2025-03-26", "2025-06-18", NEWEST];
/** Later ones, none at all, and what is no revision. */
const NOT_SPOKEN = ["2026-07-28", "2099-01-01", "1999-01-01", "", "latest"];
const LATER = "2026-07-28";

/** What every request of a client of the later revision carries. */
const ENVELOPE = {
	"io.modelcontextprotocol/protocolVersion": LATER,
	"io.modelcontextprotocol/clientInfo": { name: "later", version: "1" },
	"io.modelcontextprotocol/clientCapabilities": { roots: { listChanged: true } },
};
/** Its probe, as the official TypeScript client sends it: a no with a JSON-RPC error lets it introduce itself the old way. */
const PROBE = {
	jsonrpc: "2.0",
	id: "server-discover-probe-1",
	method: "server/discover",
	params: { _meta: ENVELOPE },
};
const ASK = { name: "clarify", arguments: { question: "Which port?" }, _meta: ENVELOPE };
/** A client waits for seconds and then gives up, over HTTP with an error. */
const QUICK_MS = 1_000;

let harness: BrokerHarness;
let built: Awaited<ReturnType<typeof stateWithBridge>>;
let window: LiveWindow;
beforeAll(async () => {
	harness = await BrokerHarness.start();
	built = await stateWithBridge();
	window = await LiveWindow.open(built.state);
});
afterAll(async () => {
	await harness.close();
	await window.dispose();
	built.dispose();
});

const STDIO: readonly [string, () => string | undefined][] = [
	["with its window", () => window.path],
	["outside any window", () => undefined],
];

async function bridged<T>(named: string | undefined, use: (bridge: BridgeProcess) => Promise<T>): Promise<T> {
	const bridge = new BridgeProcess(built.bridge, { window: named, words: ["--agent", "codex", "--clarify"] });
	try {
		return await use(bridge);
	} finally {
		await bridge.stop();
	}
}

function introduced(bridge: BridgeProcess, protocolVersion: string) {
	return bridge.request("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "x", version: "1" } });
}

describe("the revision that is spoken", () => {
	const table = [...SPOKEN.map((asked) => [asked, asked]), ...NOT_SPOKEN.map((asked) => [asked, NEWEST])];

	it.each(table)("over HTTP, to a client that asks for %j, is %s", async (asked, spoken) => {
		const session = await RawSession.start(harness, bridgeHeaders(), asked);
		expect(session.hello.result?.["protocolVersion"]).toBe(spoken);
		await session.delete();
	});

	it.each(STDIO)("through a bridge %s is the same", async (_where, named) => {
		const got = await bridged(named(), async (bridge) => {
			const answers = [];
			for (const [asked = ""] of table) answers.push((await introduced(bridge, asked)).result?.["protocolVersion"]);
			return answers;
		});
		expect(got).toEqual(table.map(([, spoken]) => spoken));
	});
});

describe("the header MCP-Protocol-Version", () => {
	const ping = { jsonrpc: "2.0", id: "ping", method: "ping" };

	it.each(SPOKEN)("of a session that began with %s may be any that is spoken, or left out", async (first) => {
		const session = await RawSession.start(harness, bridgeHeaders(), first);
		const headers = [{}, ...SPOKEN.map((version) => ({ "mcp-protocol-version": version }))];
		const got = [];
		for (const each of headers) {
			const answer = await session.post(ping, each);
			await answer.ended;
			got.push(answer.messages);
		}
		expect(got).toEqual(headers.map(() => [{ jsonrpc: "2.0", id: "ping", result: {} }]));
		await session.delete();
	});

	it.each(NOT_SPOKEN)("%j gets 400 with an error, for every method, and the session lives on", async (version) => {
		const session = await RawSession.start(harness);
		const headers = { ...session.headers, "mcp-protocol-version": version };
		const asked = [
			{ headers, body: JSON.stringify(ping) },
			{ method: "GET", headers },
			{ method: "DELETE", headers },
		];
		const got = [];
		for (const each of asked) {
			const { status, body } = await send(harness, each);
			got.push([status, Object.keys(JSON.parse(body) as object).sort()]);
		}
		expect(got).toEqual(asked.map(() => [400, ["error", "id", "jsonrpc"]]));
		expect((await session.ask("ping")).result).toEqual({});
		await session.delete();
	});
});

describe("a client of a later revision", () => {
	it("gets over HTTP a quick no for its probe, and no session", async () => {
		const before = harness.desk.sessions.all.length;
		const headers = {
			...authorised(harness),
			...bridgeHeaders(),
			"mcp-protocol-version": LATER,
			"mcp-method": "server/discover",
		};
		const since = performance.now();
		const { status, body, headers: got } = await send(harness, { headers, body: JSON.stringify(PROBE) });
		expect({
			status,
			session: got["mcp-session-id"],
			isQuick: performance.now() - since < QUICK_MS,
			sessions: harness.desk.sessions.all.length - before,
		}).toEqual({ status: 400, session: undefined, isQuick: true, sessions: 0 });
		// Neither the sign of a server of that revision nor of one that is broken.
		expect((JSON.parse(body) as { error: { code: number } }).error.code).not.toBe(-32022);
	});

	it("gets over HTTP nothing done that it asks without an introduction", async () => {
		const headers = { ...authorised(harness), "mcp-protocol-version": LATER, "mcp-method": "tools/call" };
		const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: ASK });
		const { status } = await send(harness, { headers, body });
		expect([status, harness.desk.inbox.count]).toEqual([400, 0]);
	});

	it.each(STDIO)("gets from a bridge %s a quick no, before its introduction and after it", async (_where, named) => {
		const got = await bridged(named(), async (bridge) => {
			const [{ id, method, params }, again] = [PROBE, { ...PROBE, id: "server-discover-probe-2" }];
			const since = performance.now();
			const first = await bridge.request(method, params, id);
			const tookMs = performance.now() - since;
			const { result } = await introduced(bridge, NEWEST);
			const second = await bridge.request(again.method, again.params, again.id);
			return { first, second, version: result?.["protocolVersion"], isQuick: tookMs < QUICK_MS };
		});
		const no = { code: -32601, message: "Method not found: server/discover" };
		expect(got).toEqual({
			first: { jsonrpc: "2.0", id: "server-discover-probe-1", error: no },
			second: { jsonrpc: "2.0", id: "server-discover-probe-2", error: no },
			version: NEWEST,
			isQuick: true,
		});
	});

	it.each(STDIO)("gets from a bridge %s nothing done that it asks without an introduction", async (_where, named) => {
		const { result } = await bridged(named(), (bridge) => bridge.request("tools/call", ASK));
		expect([result?.["isError"], window.openQuestions.length]).toEqual([true, 0]);
	});
});
