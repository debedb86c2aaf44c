import { beforeEach, expect, test } from "vitest";
import { agentOf } from "../../../src/core/agents";
import { introOf } from "../../support/deskFixture";
import { FeedFixture } from "./feedFixture";

let fixture: FeedFixture;

beforeEach(() => {
	fixture = new FeedFixture();
});

test("nothing is posted before the page is ready, and then all there is", () => {
	fixture.feed.use(fixture.outlet);
	const session = fixture.desk.open();
	fixture.desk.ask(session);
	fixture.pace();
	expect(fixture.posted).toEqual([]);
	fixture.feed.receive({ kind: "ready" });
	fixture.pace();
	expect(fixture.last.waiting).toMatchObject([{ text: "Which port?" }]);
});

test("a view that comes late, goes and comes again gets everything each time", () => {
	const session = fixture.desk.open();
	fixture.desk.ask(session);
	fixture.begin();
	fixture.feed.use(undefined);
	fixture.begin();
	expect(fixture.posted.map(({ waiting }) => waiting.length)).toEqual([1, 1]);
});

test("sixty plan updates in a second make at most twenty snapshots, and the last one is there", () => {
	fixture.begin();
	const session = fixture.desk.open();
	const before = fixture.posted.length;
	for (let update = 1; update <= 60; update++) {
		const args = { title: `Update ${update}`, plan: [{ id: "a", step: "Do it", status: "in_progress" }] };
		fixture.desk.desk.updatePlan(session, args, fixture.desk.call());
		fixture.desk.clock.advance(1_000 / 60);
	}
	fixture.pace();
	expect(fixture.posted.length - before).toBeLessThanOrEqual(21);
	expect(fixture.last.plans.map(({ title, revision }) => [title, revision])).toEqual([["Update 60", 60]]);
});

test("a hidden view gets nothing, and what it missed when it is shown", () => {
	fixture.begin();
	fixture.view.isVisible = false;
	const session = fixture.desk.open();
	fixture.desk.ask(session);
	fixture.pace();
	expect(fixture.posted.length).toBe(1);
	fixture.view.isVisible = true;
	fixture.feed.changed();
	fixture.pace();
	expect(fixture.last.waiting.length).toBe(1);
});

test("the count beside the view follows what waits, whether the view is seen or not", () => {
	fixture.begin();
	fixture.view.isVisible = false;
	const id = fixture.desk.ask(fixture.desk.open()).id;
	fixture.pace();
	expect(fixture.counts.at(-1)).toBe(1);
	fixture.desk.desk.clarifications.dismiss(id);
	fixture.pace();
	expect(fixture.counts.at(-1)).toBe(0);
});

test("however many are asked at once, their count is told twice at most", () => {
	fixture.begin();
	fixture.pace();
	const before = fixture.counts.length;
	for (let at = 0; at < 20; at++) fixture.desk.ask(fixture.desk.open({ key: `k${at}` }));
	fixture.pace();
	expect(fixture.counts.slice(before).length).toBeLessThanOrEqual(2);
	expect(fixture.counts.at(-1)).toBe(20);
});

test("an answer settles the question, and the page learns how it ended, once", async () => {
	fixture.begin();
	const session = fixture.desk.open();
	const watched = fixture.desk.clarify(session, { question: "Which port?", choices: ["80", "443"] });
	fixture.pace();
	const id = fixture.last.waiting[0]!.id;
	fixture.feed.receive({ kind: "answer", id, response: "443" });
	fixture.pace();
	expect(await watched.promise).toMatchObject({ response: "443", reason: "response" });
	expect([fixture.last.waiting, fixture.last.settled]).toEqual([
		[],
		[{ kind: "question", id, outcome: { reason: "response", response: "443" } }],
	]);
	fixture.feed.changed();
	fixture.pace();
	expect(fixture.last.settled).toEqual([]);
});

test("a blank answer leaves the question open, and the page is told how things stand", () => {
	fixture.begin();
	const { id } = fixture.desk.ask(fixture.desk.open());
	fixture.pace();
	const before = fixture.posted.length;
	fixture.feed.receive({ kind: "answer", id, response: " " });
	fixture.pace();
	expect(fixture.posted.length).toBe(before + 1);
	expect(fixture.last.waiting.map((each) => each.id)).toEqual([id]);
	expect(fixture.log).toEqual(["answer was refused: invalid_input"]);
});

test("what is typed outlives the page and an end without an answer; copied and sent is what it says", () => {
	fixture.begin();
	const { id } = fixture.desk.ask(fixture.desk.open());
	fixture.feed.receive({ kind: "draft", id, text: "8080,\nplease", choice: undefined });
	fixture.pace();
	expect(fixture.last.waiting).toMatchObject([{ draft: { text: "8080,\nplease", choice: undefined } }]);
	fixture.desk.clock.advance(400_000);
	expect(fixture.last.drafts.map((draft) => [draft.id, draft.reason, draft.draft, draft.toTerminal])).toEqual([
		[id, "timeout", "8080,\nplease", "possible"],
	]);
	fixture.feed.receive({ kind: "copy", what: "draft", id });
	fixture.feed.receive({ kind: "send-to-terminal", id });
	fixture.feed.receive({ kind: "hand-over", id, on: true });
	fixture.pace();
	expect(fixture.effects).toEqual([
		["copy", "8080,\nplease"],
		["type", 4711, "8080,\nplease"],
	]);
	expect(fixture.last.drafts[0]!.handOver).toBe(true);
	fixture.feed.receive({ kind: "discard-draft", id });
	fixture.pace();
	expect(fixture.last.drafts).toEqual([]);
});

test("nothing is typed into a terminal that another program may have by now", () => {
	fixture.begin();
	const { id } = fixture.desk.ask(fixture.desk.open());
	fixture.feed.receive({ kind: "draft", id, text: "8080", choice: undefined });
	fixture.desk.clock.advance(400_000);
	fixture.holds = () => false;
	fixture.feed.receive({ kind: "send-to-terminal", id });
	fixture.pace();
	expect(fixture.effects).toEqual([]);
	expect(fixture.last.drafts[0]!.toTerminal).toBe("agent-gone");
});

test("terminals are shown and files opened by session, whatever else a message says", () => {
	fixture.begin();
	const session = fixture.desk.open();
	fixture.feed.receive({ kind: "reveal-terminal", session: session.id, processId: 1 });
	fixture.feed.receive({ kind: "reveal-terminal", session: "unknown" });
	fixture.feed.receive({ kind: "open-file", session: session.id, path: "src/a.ts", line: 3 });
	fixture.feed.receive({ kind: "open-file", session: "unknown", path: "src/a.ts", line: 3 });
	fixture.feed.receive({ kind: "command", command: "askSample" });
	expect(fixture.effects).toEqual([
		["show", 4711],
		["open", "/home/ada/web-shop", "src/a.ts", 3],
		["run", "askSample"],
	]);
});

test("a message of unknown shape is ignored and logged without its content", () => {
	fixture.begin();
	fixture.feed.receive({ kind: "exec", command: "rm -rf secret" });
	fixture.feed.receive(undefined);
	expect(fixture.log).toEqual([
		"the panel sent a message of unknown shape: ignored",
		"the panel sent a message of unknown shape: ignored",
	]);
	expect(fixture.effects).toEqual([]);
});

test("an item that another surface sends the person to is in the spotlight of one snapshot", () => {
	fixture.begin();
	const { id } = fixture.desk.ask(fixture.desk.open());
	fixture.pace();
	fixture.feed.spotlight(id);
	fixture.pace();
	fixture.feed.changed();
	fixture.pace();
	expect(fixture.posted.map(({ spotlight }) => spotlight).slice(-2)).toEqual([id, undefined]);
});

test("folds are kept for the next page, and folding from elsewhere makes a new version of them", () => {
	fixture.begin();
	const session = fixture.desk.open();
	const args = { plan: [{ id: "a", step: "Do it", status: "pending" }] };
	const { plan_id } = fixture.desk.desk.updatePlan(session, args, fixture.desk.call());
	fixture.feed.receive({ kind: "collapse", id: "history", folded: false });
	fixture.begin();
	expect(fixture.last.folds).toEqual({ version: 0, folded: { history: false } });
	fixture.feed.collapsePlans();
	fixture.pace();
	expect(fixture.last.folds).toEqual({ version: 1, folded: { history: false, [plan_id]: true } });
});

test("history goes to the page only while its section is open, and only what matches", () => {
	fixture.begin();
	const claude = fixture.desk.open();
	const codex = fixture.desk.open({ ...introOf(), key: "f".repeat(32), agent: agentOf("codex") });
	for (const [session, question] of [
		[claude, "Which port?"],
		[codex, "Which host?"],
		[claude, "Which path?"],
	] as const) {
		fixture.desk.desk.clarifications.dismiss(fixture.desk.ask(session, { question }).id);
		fixture.desk.clock.advance(1_000);
	}
	expect(fixture.last.history).toEqual({ total: 3, matching: 3, entries: [], agents: [], isKept: true });
	const query = { text: "WHICH", agentId: "claude-code", about: "question", limit: 1 };
	fixture.feed.receive({ kind: "show-history", query });
	fixture.pace();
	const { entries, ...sizes } = fixture.last.history;
	expect(sizes).toEqual({
		total: 3,
		matching: 2,
		agents: [
			{ id: "claude-code", label: "Claude Code" },
			{ id: "codex", label: "Codex" },
		],
		isKept: true,
	});
	expect(entries.map((entry) => (entry.about === "question" ? entry.text : ""))).toEqual(["Which path?"]);
	fixture.feed.receive({ kind: "remove-history", id: entries[0]!.id });
	fixture.pace();
	expect(fixture.last.history.total).toBe(2);
});

test("a question that was asked before has its earlier answer, as long as that may be used again", () => {
	fixture.desk.reuse.turn(true);
	fixture.begin();
	const session = fixture.desk.open();
	const first = fixture.desk.ask(session, { question: "Which port?" });
	fixture.desk.desk.clarifications.answer(first.id, "8080");
	const at = fixture.desk.clock.now();
	fixture.desk.clock.advance(60_000);
	fixture.desk.ask(session, { question: "which port" });
	fixture.pace();
	const offered = (): unknown => fixture.last.waiting.map((data) => data.kind === "question" && data.earlier);
	const before = offered();
	fixture.feed.receive({ kind: "set-private", id: first.id, on: true });
	fixture.pace();
	const whilePrivate = offered();
	fixture.feed.receive({ kind: "set-private", id: first.id, on: false });
	fixture.pace();
	const again = offered();
	fixture.desk.reuse.turn(false);
	fixture.pace();
	const earlier = { response: "8080", agent: "Claude Code", at };
	expect([before, whilePrivate, again, offered()]).toEqual([[earlier], [undefined], [earlier], [undefined]]);
});

test("an answer in the history is private or not, as the person says", () => {
	fixture.begin();
	const { id } = fixture.desk.ask(fixture.desk.open());
	fixture.desk.desk.clarifications.answer(id, "8080");
	fixture.feed.receive({ kind: "show-history", query: { text: "", limit: 50 } });
	const marks: unknown[] = [];
	for (const on of [true, false]) {
		fixture.feed.receive({ kind: "set-private", id, on });
		fixture.pace();
		marks.push(fixture.last.history.entries.map((entry) => entry.about === "question" && entry.isPrivate));
	}
	expect(marks).toEqual([[true], [false]]);
});

test("a history that is off says so, and shows what it has", () => {
	fixture.begin();
	const { id } = fixture.desk.ask(fixture.desk.open());
	fixture.desk.desk.clarifications.answer(id, "8080");
	fixture.desk.historyEnabled = false;
	fixture.feed.receive({ kind: "show-history", query: { text: "", limit: 50 } });
	fixture.pace();
	expect(fixture.last.history).toMatchObject({ isKept: false, total: 1, entries: [{ id }] });
});

test("after it is disposed of nothing is armed and nothing is posted", () => {
	fixture.begin();
	const session = fixture.desk.open();
	fixture.desk.desk.updatePlan(session, { plan: [{ id: "a", step: "Do it", status: "pending" }] }, fixture.desk.call());
	fixture.feed.dispose();
	const posted = fixture.posted.length;
	fixture.desk.desk.endSession(session);
	expect(fixture.desk.clock.armed).toBe(0);
	fixture.pace();
	expect(fixture.posted.length).toBe(posted);
});

test("fifty requests at once are all shown, and all cancelled with their session", () => {
	fixture.begin();
	const sessions = Array.from({ length: 5 }, (_, at) => fixture.desk.open({ key: String(at).padStart(32, "0") }));
	for (const session of sessions) {
		for (let at = 0; at < 10; at++) fixture.desk.requested(session, { kind: "other", action: `Act ${at}` });
	}
	fixture.pace();
	expect([fixture.last.waiting.length, fixture.counts.at(-1)]).toEqual([50, 50]);
	for (const session of sessions) fixture.desk.desk.endSession(session);
	fixture.pace();
	expect([fixture.last.waiting.length, fixture.last.settled.length, fixture.counts.at(-1)]).toEqual([0, 50, 0]);
});
