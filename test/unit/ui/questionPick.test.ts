import { beforeEach, describe, expect, it } from "vitest";
import { introOf } from "../../support/deskFixture";
import { PicksFixture } from "./picksFixture";

let fixture: PicksFixture;

beforeEach(() => {
	fixture = new PicksFixture();
});

describe("the list of a question", () => {
	it("names agent, terminal and folder, and its first row only reads", () => {
		const { list } = fixture.opened();
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
		const { list, watched } = fixture.opened({ question: "Which?", choices: [choice] });
		const row = list.rows[2];
		if (row?.kind !== "row") throw new Error("no choice");
		expect([Array.from(row.label).length <= 60, row.detail]).toEqual([true, choice]);
		list.accept(row.label);
		expect(await watched.promise).toMatchObject({ response: choice, reason: "response" });
	});

	it("answers with the choice that is taken and goes", async () => {
		const { list, watched } = fixture.opened();
		list.accept("SQLite");
		expect(await watched.promise).toMatchObject({ response: "SQLite", reason: "response" });
		expect(list.state).toBe("gone");
	});

	it("takes nothing in its first 500 ms", () => {
		const { id } = fixture.ask(fixture.open(), { question: "Which?", choices: ["yes"] });
		fixture.picks.openItem(id);
		fixture.clock.advance(499);
		fixture.lists.top.accept("yes");
		expect([fixture.desk.inbox.count, fixture.lists.top.state]).toEqual([1, "shown"]);
		fixture.clock.advance(1);
		fixture.lists.top.accept("yes");
		expect(fixture.desk.inbox.count).toBe(0);
	});

	it("opens the card to read the whole question, which stays open", () => {
		const { list, id } = fixture.opened();
		list.accept("Read the whole question");
		expect([fixture.shownCards, list.state, fixture.desk.inbox.count]).toEqual([[id], "gone", 1]);
	});

	it("shows the terminal, and leaves the button out where there is none", () => {
		const { list, id } = fixture.opened();
		list.press("Show terminal");
		expect(fixture.shownTerminals).toEqual([fixture.question(id).session]);
		list.escape();
		const place = { ...introOf().place, terminal: undefined };
		fixture.picks.openItem(fixture.ask(fixture.open({ key: "f".repeat(32), place })).id);
		expect(fixture.lists.top.buttons.map(({ tooltip }) => tooltip)).toEqual(["Keep open (adds 5 minutes)"]);
	});

	it("keeps the question open for what its button says", () => {
		const { list, id } = fixture.opened();
		const before = fixture.question(id).deadline;
		list.press("Keep open (adds 5 minutes)");
		expect([fixture.question(id).deadline - before, list.labels[1]]).toEqual([300_000, "Choices · closes in 10 min"]);
	});

	it("counts down while it is open, and arms nothing once it has gone", () => {
		const { list } = fixture.opened();
		const armed = fixture.clock.armed;
		fixture.clock.advance(61_000);
		expect(list.labels[1]).toBe("Choices · closes in 4 min");
		list.escape();
		expect(fixture.clock.armed).toBe(armed - 1);
	});
});

describe("a question that was asked before", () => {
	const ROW = "Use the earlier answer: Postgres, because";
	const RESPONSE = "Postgres, because\nthe migrations need it";

	beforeEach(() => {
		fixture.reuse.turn(true);
		const { id } = fixture.ask(fixture.open({ key: "b".repeat(32) }), { question: "Which database?" });
		fixture.desk.clarifications.answer(id, RESPONSE);
	});

	it.each<[string, object]>([
		["choices", { question: "which database", choices: ["Postgres"] }],
		["no choices", { question: "which database" }],
	])("offers the answer of then beside %s, with its day and agent", (_, args) => {
		const { list } = fixture.opened(args);
		const row = list.rows.find(({ label }) => label === ROW);
		const day = new Date(fixture.clock.now()).toISOString().slice(0, 10);
		expect(row).toMatchObject({
			icon: "history",
			detail: `You answered this on ${day}, to Claude Code. It is not sent yet.`,
			alwaysShow: true,
		});
	});

	it("puts it into the field, and sends it only by a second act, which Enter is not", async () => {
		const { list, watched, id } = fixture.opened({ question: "Which database?", choices: ["Postgres"] });
		list.accept(ROW);
		expect([watched.value, list.value, list.activeLabel, fixture.question(id).draft]).toEqual([
			undefined,
			"Postgres, because the migrations need it",
			"Read the whole question",
			{ text: RESPONSE, choice: undefined },
		]);
		fixture.clock.advance(500);
		list.accept(`Answer: “${RESPONSE}”`);
		expect(await watched.promise).toMatchObject({ response: RESPONSE, reason: "response" });
	});

	it("is not sent while the key that has put it there is held down: at most the question is read", () => {
		const { list, watched, id } = fixture.opened({ question: "Which database?", choices: ["Postgres"] });
		list.accept(ROW);
		for (let repeat = 0; repeat < 30 && list.state === "shown"; repeat++) {
			fixture.clock.advance(33);
			list.accept(list.activeLabel ?? "");
		}
		expect([watched.value, fixture.shownCards]).toEqual([undefined, [id]]);
	});

	it("puts it behind what is typed, and only once", () => {
		const { list, id } = fixture.opened({ question: "Which database?" });
		list.value = "As before:";
		fixture.clock.advance(500);
		list.accept(ROW);
		fixture.clock.advance(500);
		list.accept(ROW);
		expect(fixture.question(id).draft.text).toBe(`As before:\n${RESPONSE}`);
	});

	it.each<[string, () => void]>([
		["the setting is off", () => fixture.reuse.turn(false)],
		["no history is kept", () => void (fixture.historyEnabled = false)],
	])("offers nothing while %s", (_, change) => {
		change();
		expect(fixture.opened({ question: "Which database?" }).list.labels).not.toContain(ROW);
	});

	it("offers nothing in the list that opened by itself", () => {
		const { id } = fixture.ask(fixture.open(), { question: "Which database?" });
		fixture.picks.openToRead(fixture.item(id));
		expect(fixture.lists.top.labels).not.toContain(ROW);
	});
});

describe("leaving the list", () => {
	it("with Escape dismisses nothing", () => {
		const { list, watched } = fixture.opened();
		list.escape();
		expect([fixture.desk.inbox.count, watched.value]).toEqual([1, undefined]);
	});

	it("by its last row dismisses", async () => {
		const { list, watched } = fixture.opened();
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
		const { list, id } = fixture.opened();
		close(id);
		expect([list.labels, list.buttons]).toEqual([[text], []]);
		fixture.clock.advance(500);
		list.accept(text);
		expect(list.state).toBe("gone");
	});

	it("leaves the way to the draft that was not sent", () => {
		const { list, id } = fixture.opened();
		list.value = "Nearly";
		fixture.clock.advance(500_000);
		expect(list.labels).toEqual(["This question has closed: no answer in time.", "Open the draft you have not sent"]);
		list.accept("Open the draft you have not sent");
		expect(fixture.shownCards).toEqual([id]);
	});
});

describe("a question whose agent is away after a reload", () => {
	it("takes what is chosen as a draft and says so", () => {
		const { id } = fixture.opened();
		fixture.reload();
		fixture.picks.openItem(id);
		fixture.clock.advance(500);
		fixture.lists.top.accept("SQLite");
		expect([fixture.lists.top.title, fixture.lists.top.state, fixture.question(id).draft]).toEqual([
			"The agent is reconnecting. Your answer is kept as a draft.",
			"shown",
			{ text: "", choice: "SQLite" },
		]);
	});

	const asked = { question: "Which port?", choices: ["80"] };
	it.each<[string, () => void]>([
		["is back", () => fixture.clarify(fixture.open({ inFlight: ["call"] }), asked, fixture.call("call"))],
		["has gone", () => fixture.clock.advance(20_000)],
	])("says so no longer once the agent %s", (_, then) => {
		const { id } = fixture.ask(fixture.open(), asked, fixture.call("call"));
		fixture.reload();
		fixture.desk.listening();
		fixture.picks.openItem(id);
		fixture.clock.advance(500);
		const list = fixture.lists.top;
		list.accept("80");
		const away = list.title;
		then();
		expect([away, list.title]).toEqual([
			"The agent is reconnecting. Your answer is kept as a draft.",
			"Claude Code asks · claude · web-shop",
		]);
	});
});

describe("the list that opens by itself", () => {
	function openedToRead() {
		const { id } = fixture.ask(fixture.open(), { question: "Which?", choices: ["yes"] });
		expect(fixture.picks.openToRead(fixture.item(id))).toBe(true);
		return { id, list: fixture.lists.top };
	}

	it("only leads on", () => {
		const { list, id } = openedToRead();
		expect(list.labels).toEqual(["Answer…", "Open in panel", "Later"]);
		fixture.clock.advance(500);
		list.accept("Answer…");
		expect([list.state, fixture.lists.top.labels[0]]).toEqual(["gone", "Read the whole question"]);
		fixture.lists.top.escape();
		fixture.picks.openToRead(fixture.item(id));
		fixture.clock.advance(500);
		fixture.lists.top.accept("Open in panel");
		expect(fixture.shownCards).toEqual([id]);
	});

	it("takes no row until 500 ms after the last key, and no key as an answer or a draft", () => {
		const { list, id } = openedToRead();
		for (const key of ["y", "ye", "yes"]) {
			fixture.clock.advance(400);
			list.value = key;
			list.accept("Answer…");
		}
		// Enter for another place is such a key too.
		for (const wait of [400, 400]) {
			fixture.clock.advance(wait);
			list.accept("Answer…");
		}
		expect([list.state, fixture.question(id).draft, fixture.lists.all.length]).toEqual([
			"shown",
			{ text: "", choice: undefined },
			1,
		]);
	});

	it("leaves the list alone in which the person is busy", () => {
		const { list } = fixture.opened();
		const other = fixture.ask(fixture.open({ key: "f".repeat(32) }));
		expect([fixture.picks.openToRead(fixture.item(other.id)), list.state]).toEqual([false, "shown"]);
	});

	it("goes when its question closes", () => {
		const { list, id } = openedToRead();
		fixture.desk.clarifications.answer(id, "yes");
		expect(list.state).toBe("gone");
	});
});
