import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BrokerHarness, bridgeHeaders } from "../support/brokerHarness";
import { RawSession } from "../support/rawSession";
import { until } from "../support/until.mjs";

const PLAN = { plan: [{ id: "a", step: "Read the code", status: "pending" }] };

let harness: BrokerHarness;
/** The processes of bridges whose run nobody watches. */
let headless: number[];

beforeEach(async () => {
	headless = [];
	harness = await BrokerHarness.start({
		isHeadless: (_, pid) => Promise.resolve(pid !== undefined && headless.includes(pid)),
	});
});

afterEach(() => harness.close());

async function toolsOf(session: RawSession, id = "list"): Promise<readonly string[]> {
	const { result } = await session.ask("tools/list", {}, id);
	return (result?.["tools"] as readonly { name: string }[]).map(({ name }) => name);
}

function errorOf(answer: { readonly result?: Record<string, unknown> }): unknown {
	const { isError, content } = answer.result ?? {};
	return isError === true ? (content as readonly { text: string }[])[0]?.text.split(":")[0] : undefined;
}

function changes(session: RawSession): number {
	return session.stream.messages.filter(({ method }) => method === "notifications/tools/list_changed").length;
}

describe("an agent that may not ask", () => {
	it("has no clarify, reads nothing of it, and is refused before anything is looked at", async () => {
		harness.switches.turn("codex", { clarify: false });
		const session = await RawSession.start(harness, bridgeHeaders({ agent: "codex" }));
		expect(await toolsOf(session)).toEqual(expect.not.arrayContaining(["clarify"]));
		expect(session.hello.result?.["instructions"]).toEqual(expect.not.stringContaining("clarify"));
		expect(errorOf(await session.call("clarify", { context_id: "" }))).toBe("tool_disabled");
		expect(errorOf(await session.call("update_plan", PLAN))).toBeUndefined();
	});

	it("cannot switch it on by its entry, nor can the switch where the entry has it off", async () => {
		harness.switches.turn("codex", { clarify: true });
		const session = await RawSession.start(harness, bridgeHeaders({ agent: "codex", clarify: "0" }));
		expect(await toolsOf(session)).toEqual(expect.not.arrayContaining(["clarify"]));
	});

	it("is another one than its neighbour", async () => {
		harness.switches.turn("codex", { clarify: false });
		expect(await toolsOf(await RawSession.start(harness))).toContain("clarify");
	});
});

describe("a switch that is pressed while agents run", () => {
	it("is told to those it is about, and holds at once", async () => {
		const codex = await RawSession.start(harness, bridgeHeaders({ agent: "codex" }));
		const claude = await RawSession.start(harness);
		harness.switches.turn("codex", { clarify: false });
		await until("the agent is told", () => changes(codex) === 1 || undefined);
		expect(await toolsOf(codex)).toEqual(expect.not.arrayContaining(["clarify"]));
		expect(errorOf(await codex.call("clarify", { question: "Which port?" }))).toBe("tool_disabled");
		harness.switches.turn("codex", { clarify: true });
		await until("the agent is told", () => changes(codex) === 2 || undefined);
		expect(await toolsOf(codex, "again")).toContain("clarify");
		expect([changes(claude), harness.desk.clarifications.open]).toEqual([0, []]);
	});

	it("says nothing where nothing changes", async () => {
		const session = await RawSession.start(harness, bridgeHeaders({ agent: "codex", clarify: "0" }));
		harness.switches.turn("codex", { clarify: false, approvals: true });
		await session.ask("ping");
		expect(changes(session)).toBe(0);
	});

	it("holds for a session that comes back", async () => {
		const headers = bridgeHeaders({ agent: "codex" });
		await RawSession.start(harness, headers);
		await harness.restartBroker();
		harness.switches.turn("codex", { clarify: false });
		expect(await toolsOf(await RawSession.start(harness, headers))).toEqual(expect.not.arrayContaining(["clarify"]));
	});
});

describe("a run that nobody watches", () => {
	it("has the tools like others unless the person excludes it", async () => {
		headless = [4711];
		expect(await toolsOf(await RawSession.start(harness, bridgeHeaders({ pid: "4711" })))).toContain("clarify");
	});

	it("has none where it is excluded, and no error but to a call", async () => {
		headless = [4711];
		harness.switches.turn("claude-code", { headless: false });
		const excluded = await RawSession.start(harness, bridgeHeaders({ pid: "4711" }));
		const watched = await RawSession.start(harness, bridgeHeaders({ pid: "4712" }));
		expect([await toolsOf(excluded), excluded.hello.result?.["instructions"]]).toEqual([[], undefined]);
		expect(errorOf(await excluded.call("update_plan", PLAN))).toBe("tool_disabled");
		expect(harness.desk.plans.cards).toEqual([]);
		expect(await toolsOf(watched)).toContain("update_plan");
	});
});

it("tells when agents introduce themselves and call", async () => {
	const session = await RawSession.start(harness, bridgeHeaders({ agent: "pi" }));
	await session.call("update_plan", PLAN);
	expect(harness.contacts.seen).toEqual(["pi introduced itself", "pi called"]);
});
