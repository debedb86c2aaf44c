import { Agent } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOOK_PATHS } from "../../src/wire/hookMessages";
import { counted } from "../support/counted";
import { BrokerHarness, bridgeHeaders, newKey } from "../support/brokerHarness";
import { encode } from "../support/rawBytes";
import { authorised, open, type OpenAnswer, send } from "../support/rawHttp";
import { RawSession } from "../support/rawSession";
import { until } from "../support/until.mjs";

let harness: BrokerHarness;
const warnings: string[] = [];
const onWarning = (warning: Error): void => void warnings.push(warning.name);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
	harness = await BrokerHarness.start({
		hookProcesses: { agentOf: () => Promise.resolve(10), nearest: () => Promise.resolve(undefined) },
	});
	process.on("warning", onWarning);
});
afterEach(({ task }) => counted(task, "attack", { attacks: 1 }));
afterAll(async () => {
	process.off("warning", onWarning);
	agent.destroy();
	await harness.close();
});

function message(): object {
	const caller = { agent: "claude-code", pid: 11, agentPid: 10, sessionId: "s-1" };
	return { ...caller, tool: "Bash", inputHash: "0".repeat(64), key: newKey(), input: {}, blocksTerminal: false };
}

function permission(): ReturnType<typeof open> {
	const body = JSON.stringify(message());
	return open(harness, { path: HOOK_PATHS.permission, headers: authorised(harness), body }, agent);
}

it("a connection on which permission is asked again and again is asked for nothing of the earlier ones", async () => {
	await RawSession.start(harness, bridgeHeaders({ agentSession: "s-1" }));
	harness.switches.turn("claude-code", { approvals: true });
	for (let asked = 0; asked < 3; asked++) {
		const answer = await permission();
		await until("it is open", () => harness.desk.approvals.open.length === 1 || undefined);
		for (const { id } of harness.desk.approvals.open) harness.desk.approvals.deny(id);
		await answer.ended;
		expect(answer.messages.map((each) => Reflect.get(each, "state") as unknown)).toEqual(["waiting", "deny"]);
	}
});

it("and holds on to none of them", async () => {
	harness.switches.turn("claude-code", { approvals: false });
	for (let asked = 0; asked < 20; asked++) {
		const answer = await permission();
		await answer.ended;
		expect(answer.messages).toEqual([{ state: "none" }]);
	}
	await new Promise(setImmediate);
	expect(warnings).toEqual([]);
});

it("a hook that is gone before it was looked at leaves no request behind", async () => {
	const looked: (() => void)[] = [];
	const slow = await BrokerHarness.start({
		hookProcesses: {
			agentOf: () => new Promise((resolve) => looked.push(() => resolve(10))),
			nearest: () => Promise.resolve(undefined),
		},
	});
	slow.switches.turn("claude-code", { approvals: true });
	const session = await RawSession.start(slow, bridgeHeaders({ agentSession: "s-1" }));
	const socket = connect({ host: "127.0.0.1", port: slow.port });
	socket.on("error", () => undefined);
	const headers = Object.entries(authorised(slow));
	socket.write(encode(slow.port, { target: HOOK_PATHS.permission, headers, body: JSON.stringify(message()) }));
	await until("it is looked at", () => looked.length === 1 || undefined);
	socket.destroy();
	// A round trip of its own comes after the end of that connection.
	await session.ask("ping");
	await session.ask("ping");
	for (const look of looked) look();
	await session.ask("ping");
	expect(slow.desk.approvals.open).toEqual([]);
	await slow.close();
});

describe("a call whose turn is still looked for", () => {
	let looked: (() => void)[] = [];
	let slow: BrokerHarness;
	let session: RawSession;

	beforeEach(async () => {
		looked = [];
		slow = await BrokerHarness.start({
			hookProcesses: {
				agentOf: () => Promise.resolve(10),
				nearest: () => new Promise((resolve) => looked.push(() => resolve(undefined))),
			},
		});
		const caller = { agent: "codex", pid: 11, agentPid: 10, sessionId: "thread" };
		const begun = send(slow, { path: HOOK_PATHS.begin, headers: authorised(slow), body: JSON.stringify(caller) });
		await until("it is looked at", () => looked.length > 0 || undefined);
		for (const look of looked.splice(0)) look();
		expect((await begun).body).toContain("context");
		const opening = RawSession.start(slow, bridgeHeaders({ agent: "codex" }));
		await until("it is looked for", () => looked.length > 0 || undefined);
		for (const look of looked.splice(0)) look();
		session = await opening;
	});
	afterEach(() => slow.close());

	async function ask(): Promise<OpenAnswer> {
		const _meta = { sessionId: "thread" };
		const params = { name: "clarify", arguments: { question: "q" }, _meta };
		const asked = await session.post({ jsonrpc: "2.0", id: "c", method: "tools/call", params });
		await until("its turn is looked for", () => looked.length > 0 || undefined);
		return asked;
	}

	async function found(): Promise<void> {
		for (const look of looked.splice(0)) look();
		await session.ask("ping");
	}

	it("asks when it is found", async () => {
		await ask();
		await found();
		expect(slow.desk.clarifications.open).toHaveLength(1);
	});

	it.each(["is taken back", "loses its stream"])("asks nobody when it %s", async (what) => {
		const asked = await ask();
		if (what === "is taken back") await session.notify("notifications/cancelled", { requestId: "c" });
		else asked.cut();
		await session.ask("ping");
		await found();
		expect(slow.desk.clarifications.open).toEqual([]);
		expect(await asked.ended).toBe(what === "is taken back");
	});
});
