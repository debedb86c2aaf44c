import { beforeEach, describe, expect, it } from "vitest";
import type { OpenQuestion } from "../../../src/core/clarifications";
import { Picks } from "../../../src/ui/picks";
import { DeskFixture, introOf } from "../../support/deskFixture";
import { english } from "./english";
import { FakeLists } from "./fakeList";

let fixture: DeskFixture;
let lists: FakeLists;
let picks: Picks;
let shownCards: (string | undefined)[];
let shownTerminals: OpenQuestion[];

beforeEach(() => {
	fixture = new DeskFixture();
	lists = new FakeLists();
	shownCards = [];
	shownTerminals = [];
	openPicks();
});

/** The surfaces of the present desk: a reload makes new ones. */
function openPicks(): void {
	picks = new Picks({
		l10n: english,
		clock: fixture.clock,
		clarifications: fixture.desk.clarifications,
		cards: { isVisible: false, show: (id) => shownCards.push(id) },
		newList: lists.newList,
		showTerminal: (question) => shownTerminals.push(question),
	});
}

/** Asks, opens the list and waits until it takes an act. */
function opened(args: unknown = { question: "Which database?\nThink.", choices: ["Postgres", "Not now", "SQLite"] }) {
	const watched = fixture.clarify(fixture.open(), args);
	const { id } = fixture.desk.clarifications.open[0]!;
	picks.openQuestion(id);
	fixture.clock.advance(500);
	return { id, watched, list: lists.top };
}

describe("the list of a question", () => {
	it("names agent, terminal and folder, and its first row only reads", () => {
		const { list } = opened();
		expect([list.title, list.placeholder, list.labels, list.activeLabel]).toEqual([
			"Claude Code asks · claude · web-shop",
			"Which database?",
			[
				"Read the whole question",
				"Choices · closes in 5 min",
				"Postgres",
				"Not now",
				"SQLite",
				"Other",
				"Type your own answer",
				"Open in panel",
				"Dismiss",
			],
			"Read the whole question",
		]);
	});

	it("gives a long choice whole below its cut label, and sends it whole", async () => {
		const choice = `${"long ".repeat(20)}end`;
		const { list, watched } = opened({ question: "Which?", choices: [choice] });
		const row = list.rows[2];
		if (row?.kind !== "row") throw new Error("no choice");
		expect([Array.from(row.label).length <= 60, row.detail]).toEqual([true, choice]);
		list.accept(row.label);
		expect(await watched.promise).toMatchObject({ response: choice, reason: "response" });
	});

	it("answers with the choice that is taken and goes", async () => {
		const { list, watched } = opened();
		list.accept("SQLite");
		expect(await watched.promise).toMatchObject({ response: "SQLite", reason: "response" });
		expect(list.state).toBe("gone");
	});

	it("takes nothing in its first 500 ms", () => {
		const { id } = fixture.ask(fixture.open(), { question: "Which?", choices: ["yes"] });
		picks.openQuestion(id);
		fixture.clock.advance(499);
		lists.top.accept("yes");
		expect([fixture.desk.inbox.count, lists.top.state]).toEqual([1, "shown"]);
		fixture.clock.advance(1);
		lists.top.accept("yes");
		expect(fixture.desk.inbox.count).toBe(0);
	});

	it("opens the card to read the whole question, which stays open", () => {
		const { list, id } = opened();
		list.accept("Read the whole question");
		expect([shownCards, list.state, fixture.desk.inbox.count]).toEqual([[id], "gone", 1]);
	});

	it("shows the terminal, and leaves the button out where there is none", () => {
		const { list, id } = opened();
		list.press("Show terminal");
		expect(shownTerminals.map((question) => question.id)).toEqual([id]);
		list.escape();
		const place = { ...introOf().place, terminal: undefined };
		picks.openQuestion(fixture.ask(fixture.open({ key: "f".repeat(32), place })).id);
		expect(lists.top.buttons.map(({ tooltip }) => tooltip)).toEqual(["Keep open (adds 5 minutes)"]);
	});

	it("keeps the question open for what its button says", () => {
		const { list, id } = opened();
		const before = fixture.question(id).deadline;
		list.press("Keep open (adds 5 minutes)");
		expect([fixture.question(id).deadline - before, list.labels[1]]).toEqual([300_000, "Choices · closes in 10 min"]);
	});

	it("counts down while it is open, and arms nothing once it has gone", () => {
		const { list } = opened();
		const armed = fixture.clock.armed;
		fixture.clock.advance(61_000);
		expect(list.labels[1]).toBe("Choices · closes in 4 min");
		list.escape();
		expect(fixture.clock.armed).toBe(armed - 1);
	});
});

describe("what is typed into the list", () => {
	it("is what Enter sends", async () => {
		const { list, watched } = opened();
		list.value = "no";
		fixture.clock.advance(1_000);
		expect(list.activeLabel).toBe("Answer: “no”");
		list.accept("Answer: “no”");
		expect(await watched.promise).toMatchObject({ response: "no", reason: "response" });
	});

	it("is sent by Enter right after a key, whatever row the list had made active by then", async () => {
		const { list, watched } = opened();
		list.value = "no";
		fixture.clock.advance(299);
		list.accept("Not now");
		expect(await watched.promise).toMatchObject({ response: "no", reason: "response" });
	});

	it("is a choice where it is the same", async () => {
		const { list, watched } = opened();
		list.value = "postgres";
		fixture.clock.advance(1_000);
		expect(list.activeLabel).toBe("Postgres");
		list.accept("Postgres");
		expect(await watched.promise).toMatchObject({ response: "Postgres" });
	});

	it("never meets the row that dismisses", () => {
		const { list } = opened();
		list.value = "dis";
		expect(list.labels).not.toContain("Dismiss");
		list.value = "";
		expect(list.labels).toContain("Dismiss");
	});

	it("moves no row from its place: VS Code tells an accepted row by its place", () => {
		const { list } = opened();
		const before = list.labels.slice(0, -1);
		list.value = "S";
		expect(list.labels.slice(0, -1)).toEqual(before);
	});

	it("is the question's draft, holds its clock, and is there again", () => {
		const { list, id } = opened();
		list.value = "Only if";
		expect(fixture.question(id)).toMatchObject({ draft: { text: "Only if", choice: undefined } });
		list.escape();
		expect(fixture.desk.inbox.count).toBe(1);
		picks.openQuestion(id);
		fixture.clock.advance(500);
		expect([lists.top.value, lists.top.activeLabel]).toEqual(["Only if", "Read the whole question"]);
	});

	it("is not touched by opening the list: a draft of several lines is sent with its lines", async () => {
		const { list, id, watched } = opened();
		list.escape();
		fixture.desk.clarifications.setDraft(id, { text: "First\nsecond", choice: undefined });
		const { heldFrom } = fixture.question(id);
		picks.openQuestion(id);
		fixture.clock.advance(500);
		expect([lists.top.value, fixture.question(id).draft.text, fixture.question(id).heldFrom]).toEqual([
			"First second",
			"First\nsecond",
			heldFrom,
		]);
		lists.top.accept("Answer: “First\nsecond”");
		expect(await watched.promise).toMatchObject({ response: "First\nsecond" });
	});

	it("stays in the field, with a word about it, when it is too long", () => {
		const { list } = opened();
		list.value = "x".repeat(16_001);
		fixture.clock.advance(1_000);
		list.accept(list.activeLabel!);
		expect([list.placeholder, list.state, fixture.desk.inbox.count]).toEqual([
			"An answer has at most 16000 characters.",
			"shown",
			1,
		]);
	});

	it("can be all there is: without choices, or when the person wants no choice", () => {
		const { list } = opened({ question: "Which name?" });
		expect(list.labels).toEqual([
			"Read the whole question",
			"Your own answer · closes in 5 min",
			"Open in panel",
			"Dismiss",
		]);
		const other = opened();
		other.list.accept("Type your own answer");
		expect(other.list.labels).toEqual([
			"Read the whole question",
			"Your own answer · closes in 5 min",
			"Back to the choices",
			"Open in panel",
			"Dismiss",
		]);
		other.list.accept("Back to the choices");
		expect(other.list.labels).toHaveLength(5);
		fixture.clock.advance(500);
		other.list.accept("Back to the choices");
		expect(other.list.labels).toContain("SQLite");
	});
});

describe("leaving the list", () => {
	it("with Escape dismisses nothing", () => {
		const { list, watched } = opened();
		list.escape();
		expect([fixture.desk.inbox.count, watched.value]).toEqual([1, undefined]);
	});

	it("by its last row dismisses", async () => {
		const { list, watched } = opened();
		list.accept("Dismiss");
		expect(await watched.promise).toMatchObject({ response: "", reason: "dismissed" });
	});
});

describe("a question that closes while its list is open", () => {
	it.each<[string, (id: string) => unknown, string]>([
		["answered elsewhere", (id) => fixture.desk.clarifications.answer(id, "SQLite"), "Already answered: SQLite."],
		[
			"dismissed elsewhere",
			(id) => fixture.desk.clarifications.dismiss(id),
			"This question has closed: you gave no answer.",
		],
		["out of time", () => fixture.clock.advance(400_000), "This question has closed: no answer in time."],
		[
			"taken back",
			() => fixture.desk.endSession(fixture.desk.sessions.all[0]!),
			"This question has closed: the agent took it back.",
		],
	])("and is %s leaves only that to read", (_, close, text) => {
		const { list, id } = opened();
		close(id);
		expect([list.labels, list.buttons]).toEqual([[text], []]);
		fixture.clock.advance(500);
		list.accept(text);
		expect(list.state).toBe("gone");
	});

	it("leaves the way to the draft that was not sent", () => {
		const { list, id } = opened();
		list.value = "Nearly";
		fixture.clock.advance(500_000);
		expect(list.labels).toEqual(["This question has closed: no answer in time.", "Open the draft you have not sent"]);
		list.accept("Open the draft you have not sent");
		expect(shownCards).toEqual([id]);
	});
});

describe("a question whose agent is away after a reload", () => {
	it("takes what is chosen as a draft and says so", () => {
		const { id } = opened();
		fixture.reload();
		openPicks();
		picks.openQuestion(id);
		fixture.clock.advance(500);
		lists.top.accept("SQLite");
		expect([lists.top.title, lists.top.state, fixture.question(id).draft]).toEqual([
			"The agent is reconnecting. Your answer is kept as a draft.",
			"shown",
			{ text: "", choice: "SQLite" },
		]);
	});
});

describe("the list that opens by itself", () => {
	function openedToRead() {
		const { id } = fixture.ask(fixture.open(), { question: "Which?", choices: ["yes"] });
		expect(picks.openToRead(fixture.question(id))).toBe(true);
		return { id, list: lists.top };
	}

	it("only leads on", () => {
		const { list, id } = openedToRead();
		expect(list.labels).toEqual(["Answer…", "Open in panel", "Later"]);
		fixture.clock.advance(500);
		list.accept("Answer…");
		expect([list.state, lists.top.labels[0]]).toEqual(["gone", "Read the whole question"]);
		lists.top.escape();
		picks.openToRead(fixture.question(id));
		fixture.clock.advance(500);
		lists.top.accept("Open in panel");
		expect(shownCards).toEqual([id]);
	});

	it("takes no row until 500 ms after the last key, and no key as an answer or a draft", () => {
		const { list, id } = openedToRead();
		for (const key of ["y", "ye", "yes"]) {
			fixture.clock.advance(400);
			list.value = key;
			list.accept("Answer…");
		}
		expect([list.state, fixture.question(id).draft, lists.all.length]).toEqual([
			"shown",
			{ text: "", choice: undefined },
			1,
		]);
	});

	it("leaves the list alone in which the person is busy", () => {
		const { list } = opened();
		const other = fixture.ask(fixture.open({ key: "f".repeat(32) }));
		expect([picks.openToRead(other), list.state]).toEqual([false, "shown"]);
	});

	it("goes when its question closes", () => {
		const { list, id } = openedToRead();
		fixture.desk.clarifications.answer(id, "yes");
		expect(list.state).toBe("gone");
	});
});
