import { beforeEach, describe, expect, it, vi } from "vitest";
import { Picks } from "../../../src/ui/picks";
import { PersonActs } from "../../../src/ui/personActs";
import { DeskFixture, introOf, settled } from "../../support/deskFixture";
import { english } from "./english";
import { FakeLists } from "./fakeList";
import { FakeNotifications } from "./fakeNotifications";

let fixture: DeskFixture;
let lists: FakeLists;
let notifications: FakeNotifications;
let acts: PersonActs;
let isPanelVisible: boolean;
/** What was shown or told beside notifications. */
let happened: string[];
let logged: string[];

beforeEach(() => {
	fixture = new DeskFixture();
	lists = new FakeLists();
	notifications = new FakeNotifications();
	isPanelVisible = false;
	happened = [];
	logged = [];
	const { clock, ids, desk } = fixture;
	const cards = {
		get isVisible() {
			return isPanelVisible;
		},
		show: () => void happened.push("panel"),
	};
	const common = { l10n: english, clock, cards, newList: lists.newList, showTerminal: () => false };
	const { inbox, clarifications, approvals, earlier } = desk;
	const parts = { inbox, clarifications, approvals, earlier };
	acts = new PersonActs({
		...common,
		ids,
		desk,
		picks: new Picks({ ...common, ...parts, date: () => "", showTerminal: () => undefined }),
		notify: (...args) => notifications.notify(...args),
		connectAgents: () => void happened.push("connect"),
		reached: (step) => void happened.push(step),
		examine: () => undefined,
		log: {
			debug: () => undefined,
			info: () => undefined,
			warn: () => undefined,
			error: (what) => void logged.push(what),
		},
		date: () => "",
		showText: () => Promise.resolve(),
		saveDocument: () => Promise.resolve(undefined),
	});
});

/** Lets the sample's plan come to its end. */
async function passSteps(): Promise<void> {
	for (let step = 0; step < 4; step++) {
		await settled();
		fixture.clock.advance(2_000);
	}
	await settled();
}

describe("the sample question", () => {
	it("is asked as an agent would ask, and its answer is told", async () => {
		const asked = acts.askSample();
		await settled();
		const [question] = fixture.desk.clarifications.open;
		expect([question?.session.intro.agent.label, question?.question.choices]).toEqual([
			"Parley",
			["Postgres", "SQLite", "None, mock it"],
		]);
		fixture.desk.clarifications.answer(question!.id, "SQLite");
		await settled();
		expect([notifications.messages, happened]).toEqual([
			["An agent would now go on with your answer: SQLite"],
			["sampleAnswered"],
		]);
		await passSteps();
		await asked;
		expect(fixture.desk.sessions.all.filter(({ state }) => state !== "ended")).toEqual([]);
	});

	it("leads from its answer to the plan and to one's own agents", async () => {
		void acts.askSample();
		await settled();
		fixture.desk.clarifications.answer(fixture.desk.clarifications.open[0]!.id, "SQLite");
		await settled();
		expect(notifications.last.buttons).toEqual(["Show the plan", "Connect agents…"]);
		await notifications.last.press("Connect agents…");
		expect(happened).toEqual(["sampleAnswered", "connect"]);
	});

	it("offers to show its plan only where that is not seen", async () => {
		isPanelVisible = true;
		void acts.askSample();
		await settled();
		fixture.desk.clarifications.answer(fixture.desk.clarifications.open[0]!.id, "SQLite");
		await settled();
		expect(notifications.last.buttons).toEqual(["Connect agents…"]);
	});

	it("shows the panel when it is asked from the list, as the status bar's tooltip would cover the notification", async () => {
		acts.showInbox();
		lists.top.accept("Ask me a sample question");
		await settled();
		expect([happened, fixture.desk.inbox.count]).toEqual([["panel"], 1]);
	});

	it("has a plan that moves once it is answered, and that the history does not keep", async () => {
		const asked = acts.askSample();
		await settled();
		const before = fixture.desk.plans.cards.map(({ title, steps }) => [title, steps.map(({ status }) => status)]);
		fixture.desk.clarifications.answer(fixture.desk.clarifications.open[0]!.id, "SQLite");
		await passSteps();
		await asked;
		const after = fixture.desk.plans.cards.map(({ state, steps }) => [state, steps.map(({ status }) => status)]);
		expect([before, after, fixture.desk.history.entries]).toEqual([
			[["Sample: make the tests pass", ["completed", "in_progress", "pending", "pending"]]],
			[["ended", ["completed", "completed", "completed", "completed"]]],
			[],
		]);
	});

	it("leaves one plan, however often it is asked, and none where it was not answered", async () => {
		const asked = acts.askSample();
		await settled();
		fixture.desk.clarifications.answer(fixture.desk.clarifications.open[0]!.id, "SQLite");
		await passSteps();
		await asked;
		const again = acts.askSample();
		await settled();
		const during = fixture.desk.plans.cards.length;
		fixture.desk.clarifications.dismiss(fixture.desk.clarifications.open[0]!.id);
		await again;
		expect([during, fixture.desk.plans.cards]).toEqual([1, []]);
	});

	it("that is asked again while its plan goes on ends that plan and begins another", async () => {
		const asked = acts.askSample();
		await settled();
		fixture.desk.clarifications.answer(fixture.desk.clarifications.open[0]!.id, "SQLite");
		await settled();
		void acts.askSample();
		await asked;
		const before = fixture.desk.plans.cards;
		await passSteps();
		expect([before.map(({ state }) => state), fixture.desk.plans.cards]).toEqual([["running"], before]);
	});

	it.each<[string, boolean]>([
		["while its plan goes on", true],
		["while it waits", false],
	])("ends with the window, %s, and fails nothing", async (_, isAnswered) => {
		const armed = fixture.clock.armed;
		const asked = acts.askSample();
		await settled();
		if (isAnswered) fixture.desk.clarifications.answer(fixture.desk.clarifications.open[0]!.id, "SQLite");
		await settled();
		acts.dispose();
		fixture.reload();
		await expect(asked).resolves.toBeUndefined();
		await passSteps();
		expect([fixture.clock.armed, fixture.desk.plans.cards, fixture.errors]).toEqual([armed, [], []]);
	});

	it("that fails is told to the log", async () => {
		vi.spyOn(notifications, "notify").mockRejectedValue(new Error("no window"));
		void acts.askSample();
		await settled();
		fixture.desk.clarifications.answer(fixture.desk.clarifications.open[0]!.id, "SQLite");
		await settled();
		expect(logged).toEqual(["the sample question failed"]);
	});

	it("is not asked twice at a time: the one that waits is opened", async () => {
		void acts.askSample();
		await settled();
		await acts.askSample();
		expect([fixture.desk.inbox.count, lists.top.title]).toEqual([1, "Parley asks"]);
	});

	it("is told by nothing when it is not answered", async () => {
		const asked = acts.askSample();
		await settled();
		fixture.desk.clarifications.dismiss(fixture.desk.clarifications.open[0]!.id);
		await asked;
		expect(notifications.messages).toEqual([]);
	});

	it("has no place: it comes from no terminal", async () => {
		void acts.askSample();
		await settled();
		expect(fixture.desk.clarifications.open[0]?.session.intro.place).toEqual({
			...Object.fromEntries(Object.keys(introOf().place).map((key) => [key, undefined])),
			verification: "unchecked",
		});
	});
});
