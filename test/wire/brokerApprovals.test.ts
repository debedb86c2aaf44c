import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OpenApproval } from "../../src/core/approvals";
import { CALL_HEADER } from "../../src/wire/protocol";
import { BrokerHarness, bridgeHeaders, type ConnectedClient, newKey } from "../support/brokerHarness";
import { FakeClock } from "../support/fakeClock";
import type { OpenAnswer } from "../support/rawHttp";
import { RawSession } from "../support/rawSession";

const REQUEST = { action: "Install the packages", kind: "command", detail: "npm ci" };
const PLAN = { plan: [{ id: "a", step: "Read the code", status: "in_progress" }] };
/** A claim that would let an agent go on without an answer. */
const PERMITS = /proceed|continue|go on|own judgement|best guess|assume|default|you (may|can) /i;

let clock: FakeClock;
let harness: BrokerHarness;
let connected: ConnectedClient[];

beforeEach(async () => {
	clock = new FakeClock();
	harness = await BrokerHarness.start({ clock });
	connected = [];
});

afterEach(async () => {
	await Promise.all(connected.map(({ client }) => client.close()));
	await harness.close();
});

/** Looks often: every test waits for what comes over a socket. */
function until<T>(what: string, read: () => T | undefined | false): Promise<T> {
	return vi.waitFor(
		() => {
			const value = read();
			if (value === undefined || value === false) throw new Error(`not yet: ${what}`);
			return value;
		},
		{ interval: 2, timeout: 5_000 },
	);
}

async function connect(change: Parameters<typeof bridgeHeaders>[0] = {}): Promise<ConnectedClient["client"]> {
	const each = await harness.connect(bridgeHeaders(change));
	connected.push(each);
	return each.client;
}

function open(count = 1): Promise<readonly OpenApproval[]> {
	const { approvals } = harness.desk;
	return until(`${count} requests wait`, () => (approvals.open.length === count ? approvals.open : undefined));
}

/** A request that waits, over a connection of its own. */
async function requested(
	session: RawSession,
	id: string | number,
	key = newKey(),
	token?: string,
): Promise<OpenAnswer> {
	const meta = token === undefined ? {} : { _meta: { progressToken: token } };
	const params = { name: "request_approval", arguments: REQUEST, ...meta };
	return session.post({ jsonrpc: "2.0", id, method: "tools/call", params }, { [CALL_HEADER]: key });
}

async function resultOf(answer: OpenAnswer): Promise<unknown> {
	await answer.ended;
	return answer.messages.at(-1)?.result?.["structuredContent"];
}

describe("a request for approval", () => {
	it("shows the person what is wanted, and gives their allow alone", async () => {
		const asked = (await connect()).callTool({ name: "request_approval", arguments: REQUEST });
		const [approval] = await open();
		expect(approval).toMatchObject({ act: REQUEST, origin: { kind: "tool" }, session: { state: "live" } });
		harness.desk.approvals.allowOnce(approval!.id);
		const { content, structuredContent, isError } = CallToolResultSchema.parse(await asked);
		expect({ structuredContent, isError }).toEqual({
			structuredContent: { approval_id: approval!.id, decision: "allow_once", reason: "user" },
			isError: undefined,
		});
		expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
	});

	it("that is denied says so, with the person's words, and permits nothing", async () => {
		const asked = (await connect()).callTool({ name: "request_approval", arguments: REQUEST });
		const [approval] = await open();
		harness.desk.approvals.deny(approval!.id, "Use pnpm.");
		const { content, structuredContent } = CallToolResultSchema.parse(await asked);
		expect(structuredContent).toEqual({
			approval_id: approval!.id,
			decision: "deny",
			reason: "user",
			message: "Use pnpm.",
			note: expect.stringMatching(/^The user denied this\. The act is not allowed/) as string,
		});
		expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
		expect(JSON.stringify(content)).not.toMatch(PERMITS);
	});

	it.each([
		["nobody decides in time", "timeout", () => clock.advance(300_000)],
		[
			"its turn ends",
			"cancelled",
			({ session }: OpenApproval) => harness.desk.endTurn(session, session.turn!.id, "ended"),
		],
	])("is a no where %s, and says that silence is one", async (_, reason, end) => {
		const session = await RawSession.start(harness);
		const answer = await requested(session, 1);
		const [approval] = await open();
		end(approval!);
		expect(await resultOf(answer)).toEqual({
			approval_id: approval!.id,
			decision: "deny",
			reason,
			note: expect.stringMatching(/^Nobody decided: .*Silence is a no\. The act is not allowed/) as string,
		});
	});

	it.each([
		[{ ...REQUEST, detail: "x".repeat(16_001) }, /^invalid_input: detail: .*16000.*Split the act/],
		[{ ...REQUEST, kind: "magic" }, /^invalid_input: kind: /],
		[{ ...REQUEST, context_id: "nonsense" }, /^unknown_context: /],
	])("is refused out of bounds, and nothing is shown", async (args, text) => {
		const result = await (await connect()).callTool({ name: "request_approval", arguments: args });
		expect(result).toEqual({
			isError: true,
			content: [{ type: "text", text: expect.stringMatching(text) as string }],
		});
		expect(harness.desk.approvals.open).toEqual([]);
	});

	it("hands over no late answer", async () => {
		const client = await connect();
		const asked = client.callTool({ name: "clarify", arguments: { question: "Which port?" } });
		const { id } = await until("the question waits", () => harness.desk.clarifications.open[0]);
		harness.desk.clarifications.setDraft(id, { text: "8080", choice: undefined });
		clock.advance(360_000);
		await asked;
		harness.desk.clarifications.setHandOver(id, true);
		const request = client.callTool({ name: "request_approval", arguments: REQUEST });
		const [approval] = await open();
		harness.desk.approvals.deny(approval!.id);
		expect((await request).structuredContent).not.toHaveProperty("late_answers");
		const plan = await client.callTool({ name: "update_plan", arguments: PLAN });
		expect(plan.structuredContent).toMatchObject({ late_answers: [{ response: "8080" }] });
	});
});

describe("a session without approvals", () => {
	it("neither lists nor mentions them, and refuses a direct call before anything else", async () => {
		const client = await connect({ approval: "0" });
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual(["clarify", "update_plan"]);
		expect(`${client.getInstructions()} ${JSON.stringify(tools)}`).not.toMatch(/approv/i);
		const result = await client.callTool({ name: "request_approval", arguments: { context_id: "nonsense" } });
		expect(result).toEqual({
			isError: true,
			content: [{ type: "text", text: "tool_disabled: request_approval is off for this agent; nothing was allowed" }],
		});
		expect(harness.desk.approvals.open).toEqual([]);
	});
});

describe("while requests wait", () => {
	it("their session plans, pings, lists, asks and requests more", async () => {
		const client = await connect();
		const first = client.callTool({ name: "request_approval", arguments: REQUEST });
		await open();
		const asked = client.callTool({ name: "clarify", arguments: { question: "Which port?" } });
		const question = await until("the question waits", () => harness.desk.clarifications.open[0]);
		await client.ping();
		expect((await client.listTools()).tools).toHaveLength(3);
		const plan = await client.callTool({ name: "update_plan", arguments: PLAN });
		expect(plan.structuredContent).toMatchObject({ revision: 1 });
		const second = client.callTool({ name: "request_approval", arguments: { ...REQUEST, action: "Another" } });
		const [one, two] = await open(2);
		expect(harness.desk.inbox.items.map(({ kind }) => kind)).toEqual(["approval", "approval", "question"]);
		harness.desk.approvals.allowOnce(two!.id);
		harness.desk.clarifications.answer(question.id, "80");
		harness.desk.approvals.deny(one!.id);
		expect((await first).structuredContent).toMatchObject({ approval_id: one!.id, decision: "deny" });
		expect((await second).structuredContent).toMatchObject({ approval_id: two!.id, decision: "allow_once" });
		expect((await asked).structuredContent).toMatchObject({ response: "80" });
	});

	it("the 21st of a session is refused, and another session's is not", async () => {
		const [client, other] = [await connect(), await connect()];
		const waiting = Array.from({ length: 20 }, () =>
			client.callTool({ name: "request_approval", arguments: REQUEST }).catch(() => undefined),
		);
		await open(20);
		const refused = await client.callTool({ name: "request_approval", arguments: REQUEST });
		expect(refused.content).toEqual([{ type: "text", text: expect.stringMatching(/^too_many_pending: /) as string }]);
		const theirs = other.callTool({ name: "request_approval", arguments: REQUEST });
		const all = await open(21);
		for (const { id } of all) harness.desk.approvals.deny(id);
		await Promise.all([...waiting, theirs]);
		expect(harness.desk.inbox.count).toBe(0);
	});

	it("the decision of one session reaches no other", async () => {
		const [mine, theirs] = await Promise.all([RawSession.start(harness), RawSession.start(harness)]);
		const first = await requested(mine, 1);
		const [approval] = await open();
		const second = await requested(theirs, 1);
		await open(2);
		harness.desk.approvals.allowOnce(approval!.id);
		expect(await resultOf(first)).toMatchObject({ decision: "allow_once" });
		expect(harness.desk.approvals.open.map(({ id }) => id)).not.toContain(approval!.id);
		await theirs.delete();
		await second.ended;
		expect(harness.desk.approvals.open).toEqual([]);
	});

	it("the stream lives: progress at once and every 15 s, in words for a decision", async () => {
		const session = await RawSession.start(harness);
		const answer = await requested(session, 1, newKey(), "t");
		const told = () => answer.messages.filter(({ method }) => method === "notifications/progress");
		await until("progress is told", () => told().length > 0);
		clock.advance(15_000);
		await until("progress is told again", () => told().length > 1);
		expect(told()[1]?.params).toEqual({
			progressToken: "t",
			progress: 2,
			message: "Waiting for your decision in VS Code",
		});
	});
});

describe("the call of a request", () => {
	it("sent again under its key is the same request, open or decided", async () => {
		const session = await RawSession.start(harness);
		const key = newKey();
		const first = await requested(session, 7, key);
		const [approval] = await open();
		first.cut();
		const second = await requested(session, 8, key);
		await until("the first is given up", () => harness.desk.approvals.open.length === 1);
		harness.desk.approvals.allowOnce(approval!.id);
		const wanted = { approval_id: approval!.id, decision: "allow_once", reason: "user" };
		expect(await resultOf(second)).toEqual(wanted);
		expect(await resultOf(await requested(session, 9, key))).toEqual(wanted);
		expect(harness.desk.approvals.open).toEqual([]);
	});

	it("taken back closes its request and its stream, and no other", async () => {
		const session = await RawSession.start(harness);
		const [first, second] = [await requested(session, 0), await requested(session, 1)];
		await open(2);
		await session.notify("notifications/cancelled", { requestId: 0 });
		const [left] = await open();
		await first.ended;
		harness.desk.approvals.allowOnce(left!.id);
		expect(await resultOf(second)).toMatchObject({ approval_id: left!.id, decision: "allow_once" });
	});

	it("whose process has gone is cancelled", async () => {
		const session = await RawSession.start(harness);
		const answer = await requested(session, 1);
		const [approval] = await open();
		answer.cut();
		session.stream.cut();
		await until("nothing waits", () => harness.desk.approvals.open.length === 0);
		expect(harness.desk.approvals.outcomeOf(approval!.id)).toEqual({ decision: "deny", reason: "cancelled" });
	});

	it("waits over a restart of the broker for the same process and key", async () => {
		const headers = bridgeHeaders();
		const key = newKey();
		await requested(await RawSession.start(harness, headers), 1, key);
		const [approval] = await open();
		await harness.restartBroker();
		const back = await RawSession.start(harness, { ...headers, "parley-in-flight": key });
		const answer = await requested(back, 1, key);
		await until("it is back", () => harness.desk.approvals.open[0]?.state === "waiting");
		harness.desk.approvals.allowOnce(approval!.id);
		expect(await resultOf(answer)).toMatchObject({ approval_id: approval!.id, decision: "allow_once" });
	});
});

it("no text of a request is logged", async () => {
	const asked = (await connect()).callTool({
		name: "request_approval",
		arguments: { action: "a secret act", kind: "other", detail: "a secret detail", reason: "a secret reason" },
	});
	const [approval] = await open();
	harness.desk.approvals.deny(approval!.id, "a secret message");
	await asked;
	expect(harness.logged.join("\n")).not.toMatch(/secret/);
});
