import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../src/core/sessions";
import { BrokerHarness, bridgeHeaders, newKey } from "../support/brokerHarness";
import { authorised, send } from "../support/rawHttp";
import { initialize, RawSession } from "../support/rawSession";

let harness: BrokerHarness;

beforeEach(async () => {
	harness = await BrokerHarness.start();
});

afterEach(() => harness.close());

function live(): readonly Session[] {
	return harness.desk.sessions.all.filter(({ state }) => state === "live");
}

describe("what a session says of itself", () => {
	it("is read from the headers of initialize", async () => {
		const key = newKey();
		const inFlight = [newKey(), newKey()];
		await RawSession.start(
			harness,
			bridgeHeaders({ session: key, agent: "codex", approval: "0", budget: "4000", inFlight: inFlight.join(",") }),
		);
		expect(live()[0]?.intro).toMatchObject({
			key,
			isResumable: true,
			agent: { id: "codex", label: "Codex" },
			tools: { clarify: true, approvals: false },
			budgetMs: 4_000_000,
			inFlight,
		});
	});

	it("is compared by who knows the processes, with the client's side of the connection", async () => {
		const claims: unknown[] = [];
		const asked = await BrokerHarness.start({
			locate: (claim) => {
				claims.push(claim);
				return Promise.reject(new Error("cannot tell"));
			},
		});
		await RawSession.start(asked, bridgeHeaders({ cwd: encodeURIComponent("/home/ада/ウェブ shop"), pid: "4712" }));
		expect(claims).toEqual([
			{
				agent: "claude-code",
				cwd: "/home/ада/ウェブ shop",
				pid: 4712,
				remotePort: expect.any(Number) as number,
				localPort: asked.port,
			},
		]);
		// What cannot be found out is not taken for true.
		expect(asked.desk.sessions.all[0]?.intro.place.verification).toBe("refuted");
		await asked.close();
	});

	it.each([
		["agent", "Claude Code", { agent: { id: "agent", label: "agent" } }],
		["agent", "x".repeat(41), { agent: { id: "agent" } }],
		["agent", "sample", { agent: { id: "agent" } }],
		["agent", "__proto__", { agent: { id: "agent" } }],
		["agent", "constructor", { agent: { id: "constructor", label: "constructor" } }],
		["clarify", "yes", { tools: { clarify: false } }],
		["budget", "-1", { budgetMs: undefined }],
		["budget", "0", { budgetMs: undefined }],
		["budget", "1e9", { budgetMs: undefined }],
		["budget", "99999999", { budgetMs: undefined }],
		["budget", "NaN", { budgetMs: undefined }],
		["budget", "90.5", { budgetMs: 90_500 }],
		["inFlight", "x,,1,../..", { inFlight: [] }],
	] as const)("counts as none when %s is %j without sense", async (name, value, intro) => {
		await RawSession.start(harness, bridgeHeaders({ [name]: value }));
		expect(live()[0]?.intro).toMatchObject(intro);
	});

	it.each([
		["cwd", "%E0%A4%A"],
		["cwd", "%00"],
		["pid", "0"],
		["pid", "-4"],
		["pid", "99999999999"],
	] as const)("is not passed on when %s is %j", async (name, value) => {
		const claims: unknown[] = [];
		const asked = await BrokerHarness.start({
			locate: (claim) => {
				claims.push(claim);
				return Promise.reject(new Error("no matter"));
			},
		});
		await RawSession.start(asked, bridgeHeaders({ [name]: value }));
		expect(claims).toMatchObject([{ [name]: undefined }]);
		await asked.close();
	});

	it.each(["", "short", "G".repeat(32), "A".repeat(32), `${"0".repeat(32)}0`])(
		"must be a session key, not %j",
		async (session) => {
			const headers = { ...authorised(harness), ...bridgeHeaders({ session }) };
			expect(await send(harness, { headers, body: initialize() })).toMatchObject({ status: 400 });
			expect(harness.desk.sessions.all).toEqual([]);
		},
	);
});
