import { beforeEach, describe, expect, it } from "vitest";
import type { OpenQuestion } from "../../../src/core/clarifications";
import { PersonActs } from "../../../src/ui/personActs";
import { Picks } from "../../../src/ui/picks";
import { DeskFixture, settled } from "../../support/deskFixture";
import { english } from "./english";
import { FakeLists } from "./fakeList";
import { FakeNotifications } from "./fakeNotifications";

let fixture: DeskFixture;
let lists: FakeLists;
let notifications: FakeNotifications;
let shownCards: (string | undefined)[];
let shownTerminals: number[];
let openTerminals: number[];
let acts: PersonActs;
let connects: number;
let examinations: number;
let saved: { name: string; markdown: string; json: string }[];

beforeEach(() => {
	fixture = new DeskFixture();
	lists = new FakeLists();
	notifications = new FakeNotifications();
	shownCards = [];
	shownTerminals = [];
	openTerminals = [4711];
	saved = [];
	connects = 0;
	examinations = 0;
	const { clock, ids, desk } = fixture;
	const cards = { isVisible: false, show: (id?: string) => void shownCards.push(id) };
	const showTerminal = (processId: number): boolean => {
		shownTerminals.push(processId);
		return openTerminals.includes(processId);
	};
	const common = { l10n: english, clock, cards, newList: lists.newList };
	const { inbox, clarifications, approvals, earlier } = desk;
	const parts = { inbox, clarifications, approvals, earlier };
	const picks = new Picks({ ...common, ...parts, date: () => "", showTerminal: () => undefined });
	acts = new PersonActs({
		...common,
		ids,
		desk,
		picks,
		showTerminal,
		notify: notifications.notify,
		connectAgents: () => (connects += 1),
		reached: () => undefined,
		examine: () => examinations++,
		log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
		date: (at) => new Date(at).toISOString(),
		showText: () => Promise.resolve(),
		saveDocument: (name, textAs) => {
			saved.push({ name, markdown: textAs("markdown"), json: textAs("json") });
			return Promise.resolve("/home/ada/history.md");
		},
	});
});

function asks(question: string): OpenQuestion {
	const key = fixture.desk.sessions.all.length.toString(16).padStart(32, "0");
	return fixture.ask(fixture.open({ key }), { question, choices: ["yes", "no"] });
}

describe("answering by command", () => {
	it("opens the only question, and the inbox where there are several", () => {
		asks("First?");
		acts.answerQuestion();
		expect(lists.top.placeholder).toBe("First?");
		asks("Second?");
		acts.answerQuestion();
		expect(lists.top.title).toBe("Parley: 2 waiting");
	});

	it("opens the question that a link names, and the inbox where that one has closed", () => {
		asks("First?");
		const { id } = asks("Second?");
		acts.answerQuestion(id);
		expect(lists.top.placeholder).toBe("Second?");
		fixture.desk.clarifications.dismiss(id);
		acts.answerQuestion(id);
		expect(lists.top.title).toBe("Parley: 1 waiting");
	});

	it("opens the oldest question", () => {
		asks("First?");
		asks("Second?");
		acts.answerOldest();
		expect(lists.top.placeholder).toBe("First?");
	});

	it.each(["answerQuestion", "answerOldest", "dismissQuestion", "keepOpen", "showTerminal"] as const)(
		"says so where nothing waits: %s",
		(act) => {
			acts[act]();
			expect([notifications.messages, lists.all]).toEqual([["Nothing is waiting."], []]);
		},
	);
});

describe("dismissing and keeping open by command", () => {
	it("does it at once for the only question", () => {
		const { id, deadline } = asks("First?");
		acts.keepOpen();
		expect(fixture.question(id).deadline - deadline).toBe(300_000);
		acts.dismissQuestion();
		expect(fixture.desk.inbox.count).toBe(0);
	});

	it("asks which of several, and takes nothing in the first 500 ms; the first row does none of it", () => {
		asks("First?");
		const { id } = asks("Second?");
		acts.dismissQuestion();
		const list = lists.top;
		expect([list.title, list.labels[0]]).toEqual(["Dismiss which question?", "Show the inbox"]);
		list.accept("Claude Code: Second?");
		expect(fixture.desk.inbox.count).toBe(2);
		fixture.clock.advance(500);
		list.accept("Claude Code: Second?");
		expect(fixture.desk.clarifications.outcomeOf(id)).toEqual({ reason: "dismissed", response: "" });
	});

	it("says that there is no more time to add", () => {
		const { id } = asks("First?");
		while (fixture.desk.clarifications.extensionMs(id) > 0) fixture.desk.clarifications.extend(id);
		acts.keepOpen();
		expect(notifications.messages).toEqual(["It cannot be kept open any longer."]);
	});
});

describe("showing the terminal", () => {
	it("goes to that of the asking agent", () => {
		asks("First?");
		acts.showTerminal();
		expect([shownTerminals, notifications.messages]).toEqual([[4711], []]);
	});

	it("says when it has been closed", async () => {
		openTerminals = [];
		asks("First?");
		acts.showTerminal();
		await settled();
		expect(notifications.messages).toEqual(["The terminal “claude” has been closed."]);
	});
});

describe("the inbox", () => {
	it("lists what waits, oldest first, then unsent drafts, then what Parley offers", () => {
		const expired = asks("Zeroth?");
		fixture.desk.clarifications.setDraft(expired.id, { text: "Nearly", choice: undefined });
		fixture.clock.advance(400_000);
		asks("First?");
		fixture.clock.advance(248_000);
		asks("Second?");
		acts.showInbox();
		expect(
			lists.top.rows.map((row) =>
				row.kind === "separator"
					? `--- ${row.label}`
					: [row.label, row.description, row.detail].filter(Boolean).join(" | "),
			),
		).toEqual([
			"Claude Code: First? | claude · web-shop | 0:52 left · 2 choices",
			"Claude Code: Second? | claude · web-shop | 5:00 left · 2 choices",
			"--- Unsent drafts",
			"Claude Code: Zeroth? | claude · web-shop | Your draft, not sent",
			"--- Parley",
			"Open panel",
			"Connect agents…",
			"Ask me a sample question",
			"Run Doctor",
		]);
		expect([lists.top.title, lists.top.placeholder]).toEqual(["Parley: 2 waiting", "Choose an item"]);
	});

	it("follows what happens while it is open, and arms nothing once it has gone", () => {
		const { id } = asks("First?");
		const armed = fixture.clock.armed;
		acts.showInbox();
		fixture.clock.advance(10_000);
		expect(lists.top.rows[0]).toMatchObject({ detail: "4:50 left · 2 choices" });
		lists.top.escape();
		expect(fixture.clock.armed).toBe(armed);
		acts.showInbox();
		fixture.desk.clarifications.dismiss(id);
		expect([lists.top.title, lists.top.labels[0]]).toEqual(["Parley", "Nothing is waiting"]);
	});

	it("leads to the question, to the draft's card, to the panel, to connecting agents and to the Doctor", () => {
		const expired = asks("Zeroth?");
		fixture.desk.clarifications.setDraft(expired.id, { text: "Nearly", choice: undefined });
		fixture.clock.advance(400_000);
		asks("First?");
		acts.showInbox();
		lists.top.accept("Claude Code: Zeroth?");
		acts.showInbox();
		lists.top.accept("Open panel");
		acts.showInbox();
		lists.top.accept("Connect agents…");
		acts.showInbox();
		lists.top.accept("Run Doctor");
		acts.showInbox();
		lists.top.accept("Claude Code: First?");
		expect([shownCards, connects, examinations, lists.top.placeholder]).toEqual([
			[expired.id, undefined],
			1,
			1,
			"First?",
		]);
	});
});

describe("the history", () => {
	function answered(): void {
		const { id } = asks("First?");
		fixture.desk.clarifications.answer(id, "yes");
	}

	it("is written whole where the person says", async () => {
		answered();
		await acts.exportHistory();
		const { history } = fixture.desk;
		expect(saved).toEqual([
			{ name: "parley-history", markdown: history.export("markdown"), json: history.export("json") },
		]);
		expect(notifications.messages).toEqual(["History exported to /home/ada/history.md"]);
	});

	it("is deleted only after the person has said so once more", async () => {
		answered();
		const kept = acts.clearHistory();
		await notifications.last.close();
		await kept;
		expect(fixture.desk.history.entries).toHaveLength(1);
		const gone = acts.clearHistory();
		expect(notifications.last).toMatchObject({
			severity: "warning",
			message: "Delete the history of this workspace for good? Items: 1",
		});
		await notifications.last.press("Delete");
		await gone;
		expect(fixture.desk.history.entries).toEqual([]);
	});

	it("that is empty is neither written nor deleted", async () => {
		await acts.exportHistory();
		void acts.clearHistory();
		expect([saved, notifications.messages, notifications.last.buttons]).toEqual([
			[],
			["There is no history yet.", "There is no history yet."],
			[],
		]);
	});
});
