import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HookProcesses } from "../../src/broker/hookSessions";
import { HOOK_MAX_BYTES, HOOK_PATHS } from "../../src/wire/hookMessages";
import { BrokerHarness, bridgeHeaders } from "../support/brokerHarness";
import { authorised, open, send } from "../support/rawHttp";
import { RawSession } from "../support/rawSession";
import { until } from "../support/until.mjs";

/** A platform that does not tell of processes: only ids and folders join. */
const UNTOLD: HookProcesses = {
	agentOf: ({ agentPid }) => Promise.resolve(agentPid),
	nearest: () => Promise.resolve(undefined),
};

let harness: BrokerHarness;
beforeEach(async () => {
	harness = await BrokerHarness.start({ hookProcesses: UNTOLD });
});
afterEach(() => harness.close());

const caller = { agent: "claude-code", pid: 11, agentPid: 10, sessionId: "s-1", turnId: "p-1", cwd: "/here" };
const hash = "0".repeat(64);
const tool = { ...caller, tool: "Bash", inputHash: hash };
const permission = { ...tool, key: "0".repeat(32), input: { command: "ls" }, blocksTerminal: false };
const MESSAGES = {
	begin: caller,
	end: { ...caller, how: "ended", at: Date.now() + 60_000 },
	tool,
	permission,
} as const;
const ROUTES = ["begin", "end", "tool", "permission"] as const;

const post = (route: (typeof ROUTES)[number], message: unknown, headers = authorised(harness)) =>
	send(harness, { path: HOOK_PATHS[route], headers, body: JSON.stringify(message) });

/** What came of it, event by event. */
async function decided(message: unknown): Promise<readonly unknown[]> {
	const body = JSON.stringify(message);
	const answer = await open(harness, { path: HOOK_PATHS.permission, headers: authorised(harness), body });
	await answer.ended;
	return answer.messages;
}

function start(): Promise<RawSession> {
	return RawSession.start(harness, bridgeHeaders({ agentSession: "s-1" }));
}

describe("the routes of hooks", () => {
	it.each(ROUTES)("are behind the same checks as everything: %s", async (route) => {
		const { authorization = "", ...bare } = authorised(harness);
		const path = HOOK_PATHS[route];
		expect([
			await post(route, MESSAGES[route], bare),
			await post(route, MESSAGES[route], { ...bare, authorization: `${authorization}0` }),
			await post(route, MESSAGES[route], { ...authorised(harness), origin: "http://localhost" }),
			await post(route, MESSAGES[route], { ...authorised(harness), host: "example.com" }),
			await send(harness, { method: "GET", path }),
			await send(harness, { method: "PUT", path }),
		]).toMatchObject([401, 401, 403, 403, 405, 405].map((status) => ({ status, body: "" })));
	});

	it.each(["begin", "end", "tool"] as const)("take 64 KB and no more: %s", async (route) => {
		const padding = (size: number): unknown => {
			const bare = JSON.stringify({ ...MESSAGES[route], more: "" }).length;
			return { ...MESSAGES[route], more: "x".repeat(size - bare) };
		};
		expect(await post(route, padding(HOOK_MAX_BYTES.event))).toMatchObject({ status: 200 });
		expect(await post(route, padding(HOOK_MAX_BYTES.event + 1))).toMatchObject({ status: 413, body: "" });
	});

	it("take 4 MB with a permission and no more", async () => {
		const padding = (size: number): unknown => {
			const bare = JSON.stringify({ ...permission, input: "" }).length;
			return { ...permission, input: "x".repeat(size - bare) };
		};
		expect(await post("permission", padding(HOOK_MAX_BYTES.permission))).toMatchObject({ status: 200 });
		expect(await post("permission", padding(HOOK_MAX_BYTES.permission + 1))).toMatchObject({ status: 413, body: "" });
	});

	it.each([
		["begin", { ...caller, agent: "Claude Code" }],
		["begin", { ...caller, agent: "sample" }],
		["begin", { ...caller, pid: "11" }],
		["begin", { ...caller, agentPid: 0 }],
		["begin", [caller]],
		["begin", null],
		["end", { ...caller, how: "somehow", at: 1 }],
		["end", { ...caller, how: "ended" }],
		["tool", { ...tool, inputHash: "0" }],
		["tool", { ...tool, tool: "" }],
		["permission", { ...permission, key: "k" }],
		["permission", { ...permission, blocksTerminal: "no" }],
	] as const)("refuse %s with %j", async (route, message) => {
		expect(await post(route, message)).toMatchObject({ status: 400, body: "" });
	});

	it("answer what belongs to no session with nothing", async () => {
		expect([await post("end", MESSAGES.end), await post("tool", MESSAGES.tool)]).toMatchObject([
			{ status: 200, body: "{}" },
			{ status: 200, body: "{}" },
		]);
		expect(await decided(permission)).toEqual([{ state: "none" }]);
	});

	it("join by the agent's own id of the session", async () => {
		await start();
		const { body } = await post("begin", MESSAGES.begin);
		const [session] = harness.desk.sessions.all;
		expect([session?.isHooked, body.includes(session?.turn?.id ?? "none")]).toEqual([true, true]);
	});
});

describe("a hook that is not the process it claims to be", () => {
	it("is answered with nothing, and nothing comes of it", async () => {
		await harness.close();
		harness = await BrokerHarness.start({
			hookProcesses: { ...UNTOLD, agentOf: () => Promise.resolve(undefined) },
		});
		harness.switches.turn("claude-code", { approvals: true });
		await start();
		const bodies = await Promise.all(ROUTES.map(async (route) => (await post(route, MESSAGES[route])).body));
		expect(bodies).toEqual(["{}", "{}", "{}", "{}"]);
		expect([harness.desk.sessions.all[0]?.isHooked, harness.desk.approvals.open]).toEqual([false, []]);
	});
});

describe("a hook that takes too long to be looked at", () => {
	it.each(["begin", "end", "tool"] as const)("is answered within 100 ms all the same: %s", async (route) => {
		await harness.close();
		harness = await BrokerHarness.start({
			hookProcesses: { ...UNTOLD, agentOf: () => new Promise(() => undefined) },
		});
		const since = performance.now();
		expect(await post(route, MESSAGES[route])).toMatchObject({ status: 200, body: "{}" });
		// What this machine needs beside that is not the broker's.
		expect(performance.now() - since).toBeLessThan(1_000);
	});

	it("begins nothing once its answer has left: no context id becomes void unseen", async () => {
		await harness.close();
		const late: (() => void)[] = [];
		const agentOf = (): Promise<number> => new Promise((resolve) => late.push(() => resolve(10)));
		harness = await BrokerHarness.start({ hookProcesses: { ...UNTOLD, agentOf } });
		await start();
		const before = harness.desk.sessions.all[0]?.turn;
		expect(await post("begin", MESSAGES.begin)).toMatchObject({ status: 200, body: "{}" });
		late.shift()?.();
		// An end goes on; when it has been done, so would the begin before it.
		const ended = post("end", MESSAGES.end);
		await until("the end is looked at", () => late[0]);
		late.shift()?.();
		await ended;
		expect(harness.desk.sessions.all[0]).toMatchObject({ isHooked: false, turn: before });
	});

	it("tells nothing of a fault but a reference in the log", async () => {
		await harness.close();
		harness = await BrokerHarness.start({
			hookProcesses: { ...UNTOLD, agentOf: () => Promise.reject(new Error("/secret")) },
		});
		expect(await post("begin", MESSAGES.begin)).toMatchObject({ status: 200, body: "{}" });
		expect(harness.logged.filter((line) => line.startsWith("error"))).toHaveLength(1);
	});
});

describe("an end", () => {
	const state = (): string | undefined => harness.desk.sessions.all[0]?.turn?.state;

	it("that happened before the newest prompt does not touch its turn", async () => {
		await start();
		const unnamed = { ...caller, turnId: undefined };
		await post("begin", unnamed);
		const { startedAt = 0 } = harness.desk.sessions.all[0]?.turn ?? {};
		await post("end", { ...unnamed, how: "ended", at: startedAt - 1 });
		expect(state()).toBe("active");
		await post("end", { ...unnamed, how: "ended", at: startedAt + 1 });
		expect(state()).toBe("ended");
	});

	it("of a session without hooks does nothing", async () => {
		await start();
		await post("end", MESSAGES.end);
		expect(state()).toBe("active");
	});
});

describe("a permission", () => {
	it("is taken back when its connection closes", async () => {
		harness.switches.turn("claude-code", { approvals: true });
		await start();
		const body = JSON.stringify(permission);
		const socket = connect({ host: "127.0.0.1", port: harness.port });
		const { authorization } = authorised(harness);
		socket.write(
			`POST ${HOOK_PATHS.permission} HTTP/1.1\r\nHost: 127.0.0.1:${harness.port}\r\nauthorization: ${authorization}\r\n` +
				`content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
		);
		await until("it is open", () => harness.desk.approvals.open[0]);
		socket.destroy();
		await until("it is closed", () => harness.desk.approvals.open.length === 0 || undefined);
	});

	it("of a run that nobody watches stays the agent's where such runs get nothing", async () => {
		await harness.close();
		harness = await BrokerHarness.start({ hookProcesses: UNTOLD, isHeadless: () => Promise.resolve(true) });
		harness.switches.turn("claude-code", { approvals: true, headless: false });
		await start();
		expect(await decided(permission)).toEqual([{ state: "none" }]);
	});

	it("whose text nobody could read through stays the agent's", async () => {
		harness.switches.turn("claude-code", { approvals: true });
		await start();
		const input = { command: `echo ${"x".repeat(100_000)}` };
		expect(await decided({ ...permission, input })).toEqual([{ state: "none" }]);
	});
});
