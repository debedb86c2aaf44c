import { beforeEach, expect, test } from "vitest";
import { agentOf } from "../../../src/core/agents";
import { DeskFixture, introOf } from "../../support/deskFixture";
import { FeedFixture } from "./feedFixture";

let fixture: FeedFixture;

beforeEach(() => {
	fixture = new FeedFixture();
});

const place = introOf().place;

test("a window in which nothing has happened yet is on its first run", () => {
	fixture.begin();
	expect(fixture.last.isFirstRun).toBe(true);
	fixture.desk.open();
	fixture.pace();
	expect(fixture.last.isFirstRun).toBe(false);
});

test("a question says who, where and until when", () => {
	fixture.begin();
	const session = fixture.desk.open();
	const now = fixture.desk.clock.now();
	const { id } = fixture.desk.ask(session, { question: "Which port?", choices: ["80", "443"] });
	fixture.pace();
	expect(fixture.last.waiting).toEqual([
		{
			kind: "question",
			id,
			source: {
				session: session.id,
				agent: "Claude Code",
				isRefuted: false,
				terminal: { name: "claude", isOpen: true },
				folder: "web-shop",
				root: "/home/ada/web-shop",
			},
			text: "Which port?",
			choices: ["80", "443"],
			askedAt: now,
			limitAt: now + 300_000,
			closesAt: now + 300_000,
			extensionMs: 300_000,
			reconnecting: undefined,
			draft: { text: "", choice: undefined },
			draftVersion: 0,
			images: [],
			attached: undefined,
			earlier: undefined,
		},
	]);
});

test("typing moves the close, not the limit: between the two the clock is on hold", () => {
	fixture.begin();
	const now = fixture.desk.clock.now();
	const { id } = fixture.desk.ask(fixture.desk.open());
	fixture.feed.receive({ kind: "draft", id, text: "8", choice: undefined });
	fixture.pace();
	expect(fixture.last.waiting.map(({ limitAt, closesAt }) => [limitAt - now, closesAt - now])).toEqual([
		[300_000, 360_000],
	]);
});

test("outside all folders the real path is named, and a closed terminal as closed", () => {
	fixture.begin();
	fixture.openTerminals = [];
	fixture.desk.ask(fixture.desk.open({ place: { ...place, folder: undefined, verification: "refuted" } }));
	fixture.pace();
	const { source } = fixture.last.waiting[0]!;
	expect(source).toMatchObject({
		folder: "/home/ada/web-shop",
		root: undefined,
		terminal: { name: "claude", isOpen: false },
		isRefuted: true,
	});
});

test("the sample question is asked, but by nobody who is connected", () => {
	fixture.begin();
	fixture.desk.ask(fixture.desk.open({ agent: agentOf("sample"), isResumable: false }));
	fixture.pace();
	expect([fixture.last.waiting.length, fixture.last.agents]).toEqual([1, []]);
});

test("the Doctor's own bridge is nobody who is connected", () => {
	fixture.begin();
	fixture.desk.open({ agent: agentOf("doctor") });
	fixture.desk.open({ agent: agentOf("codex"), key: "c".repeat(32) });
	fixture.pace();
	expect(fixture.last.agents.map(({ source }) => source.agent)).toEqual(["Codex"]);
});

test("after a reload a question is reconnecting until its agent is back or the time for that is over", () => {
	const desk = new DeskFixture();
	desk.ask(desk.open());
	desk.reload();
	const since = desk.clock.now();
	const reloaded = new FeedFixture(desk);
	reloaded.begin();
	expect(reloaded.last.waiting.map(({ reconnecting }) => reconnecting)).toEqual([{ until: since + 20_000 }]);
	expect(reloaded.last.agents.map(({ reconnecting }) => reconnecting)).toEqual([{ until: since + 20_000 }]);
	desk.clarify(desk.open({ inFlight: ["call-1"] }), {}, desk.call("call-1"));
	reloaded.pace();
	expect(reloaded.last.waiting.map(({ reconnecting }) => reconnecting)).toEqual([undefined]);
});

test("a plan runs only as long as its session lives", () => {
	fixture.begin();
	const session = fixture.desk.open();
	const args = { title: "Move", plan: [{ id: "a", step: "Do it", status: "in_progress" }] };
	fixture.desk.desk.updatePlan(session, args, fixture.desk.call());
	fixture.pace();
	expect(fixture.last.plans.map(({ state, isLive }) => [state, isLive])).toEqual([["running", true]]);
	fixture.desk.desk.endSession(session);
	fixture.pace();
	expect(fixture.last.plans.map(({ state, isLive, steps }) => [state, isLive, steps[0]?.status])).toEqual([
		["ended", false, "pending"],
	]);
});

test("a broker that does not run is said at the top", () => {
	fixture.broker.state = { kind: "stopped", reason: "address in use" };
	fixture.begin();
	expect(fixture.last.notices).toEqual([{ kind: "stopped", reason: "address in use" }]);
});
