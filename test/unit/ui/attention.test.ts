import { beforeEach, describe, expect, it } from "vitest";
import { Emitter } from "../../../src/core/events";
import type { OpenQuestion } from "../../../src/core/clarifications";
import type { AttentionMode } from "../../../src/ui/attention";
import { DeskSurfaces } from "../../../src/ui/deskSurfaces";
import { DeskFixture } from "../../support/deskFixture";
import { english } from "./english";
import { FakeLists } from "./fakeList";
import { FakeNotifications } from "./fakeNotifications";

let fixture: DeskFixture;
let notifications: FakeNotifications;
let lists: FakeLists;
let mode: AttentionMode;
let isFocused: boolean;
let isPanelVisible: boolean;
let shownCards: (string | undefined)[];
let waiting: boolean[];
let sessions: number;
let pressedLate: string[];
let surfaces: DeskSurfaces;
const focusChanged = new Emitter<void>();

beforeEach(() => {
	fixture = new DeskFixture();
	notifications = new FakeNotifications();
	lists = new FakeLists();
	mode = "notification";
	isFocused = true;
	isPanelVisible = false;
	shownCards = [];
	waiting = [];
	sessions = 0;
	pressedLate = [];
	surfaces = new DeskSurfaces(
		{
			l10n: english,
			clock: fixture.clock,
			ids: fixture.ids,
			log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
			notify: notifications.notify,
			newList: lists.newList,
			cards: {
				get isVisible() {
					return isPanelVisible;
				},
				show: (id) => shownCards.push(id),
			},
			focus: { isFocused: () => isFocused, onDidChange: focusChanged.event },
			showTerminal: () => true,
			connectAgents: () => undefined,
			saveDocument: () => Promise.resolve(undefined),
			attention: () => mode,
			setWaiting: (isWaiting) => waiting.push(isWaiting),
			pressedLate: (id) => pressedLate.push(id),
		},
		fixture.desk,
	);
});

/** Each question comes from a session of its own. */
function asks(question = "Which port?", choices = ["80", "443"]): OpenQuestion {
	return fixture.ask(fixture.open({ key: (++sessions).toString(16).padStart(32, "0") }), { question, choices });
}

function focus(on: boolean): void {
	isFocused = on;
	focusChanged.fire();
}

describe("a question that comes", () => {
	it("is told by a notification with its choices", () => {
		asks();
		expect(notifications.shown).toMatchObject([
			{
				severity: "information",
				message: "Claude Code (claude · web-shop) asks: Which port?",
				buttons: ["80", "443", "Other…"],
			},
		]);
		expect(waiting).toEqual([false, true]);
	});

	it.each<[AttentionMode, string[]]>([
		["quickPick", []],
		["statusBar", []],
		["panel", ["Claude Code (claude · web-shop) asks: Which port?"]],
	])("is told as the person wants it: %s", (wanted, messages) => {
		mode = wanted;
		asks();
		expect([notifications.messages, lists.all.length]).toEqual([messages, wanted === "quickPick" ? 1 : 0]);
	});

	it("is told by the panel alone where the person wants that and it is visible", () => {
		mode = "panel";
		isPanelVisible = true;
		asks();
		expect(notifications.messages).toEqual([]);
	});

	it("is told by a notification where its list would take the place of an open one", () => {
		mode = "quickPick";
		asks("First?");
		asks("Second?");
		fixture.clock.advance(2_000);
		expect([lists.all.length, lists.top.placeholder, notifications.messages]).toEqual([
			1,
			"First?",
			["Claude Code (claude · web-shop) asks: Second?"],
		]);
	});

	it("is told once more when the window gets the focus, and only once", () => {
		focus(false);
		asks();
		focus(true);
		focus(false);
		focus(true);
		expect(notifications.messages).toHaveLength(2);
	});

	it("is not told again when it has closed before the window gets the focus", () => {
		focus(false);
		const { id } = asks();
		fixture.desk.clarifications.dismiss(id);
		focus(true);
		expect(notifications.messages).toHaveLength(1);
	});

	it("opens its list in a window without focus only when the focus comes", () => {
		mode = "quickPick";
		focus(false);
		asks();
		expect([lists.all.length, notifications.messages.length]).toEqual([0, 1]);
		focus(true);
		expect(lists.all.length).toBe(1);
	});

	it("is not told again after a reload", () => {
		asks();
		fixture.reload();
		expect(notifications.messages).toHaveLength(1);
	});
});

describe("many questions at once", () => {
	it("are told as one: the first at once, the rest together", async () => {
		for (const question of ["a?", "b?", "c?", "d?"]) asks(question);
		fixture.clock.advance(2_000);
		expect(notifications.messages).toEqual(["Claude Code (claude · web-shop) asks: a?", "4 items wait for you."]);
		await notifications.last.press("Show");
		expect(lists.top.title).toBe("Parley: 4 waiting");
	});

	it("are told one by one while they are three", () => {
		for (const question of ["a?", "b?", "c?"]) asks(question);
		fixture.clock.advance(2_000);
		expect(notifications.messages).toEqual(
			["a?", "b?", "c?"].map((each) => `Claude Code (claude · web-shop) asks: ${each}`),
		);
	});

	it("leave out what has closed in the meantime", () => {
		asks("a?");
		const { id } = asks("b?");
		fixture.desk.clarifications.answer(id, "80");
		fixture.clock.advance(2_000);
		expect(notifications.messages).toHaveLength(1);
	});

	it("are told as one when the window gets the focus", () => {
		mode = "statusBar";
		focus(false);
		for (const question of ["a?", "b?", "c?", "d?"]) asks(question);
		mode = "notification";
		focus(true);
		expect(notifications.messages).toEqual(["4 items wait for you."]);
	});
});

describe("a button of a notification", () => {
	it("answers, once its first second is over", async () => {
		asks();
		fixture.clock.advance(1_000);
		await notifications.last.press("443");
		expect(fixture.desk.history.entries[0]).toMatchObject({ outcome: { reason: "response", response: "443" } });
	});

	it("opens the list instead in its first second", async () => {
		asks();
		fixture.clock.advance(999);
		await notifications.last.press("443");
		expect([fixture.desk.inbox.count, lists.top.labels[0]]).toEqual([1, "Read the whole question"]);
	});

	it("opens the list for all other answers", async () => {
		asks();
		await notifications.last.press("Other…");
		expect(lists.top.placeholder).toBe("Which port?");
	});

	it.each<[string, (id: string) => void, string]>([
		["answered", (id) => fixture.desk.clarifications.answer(id, "80"), "Already answered: 80."],
		["out of time", () => fixture.clock.advance(300_000), "This question has closed: no answer in time."],
	])("of a question that is %s says so and changes nothing", async (_, close, text) => {
		const { id } = asks();
		fixture.clock.advance(1_000);
		const toast = notifications.last;
		close(id);
		const before = fixture.desk.history.entries;
		await toast.press("443");
		expect([notifications.last.message, fixture.desk.history.entries, lists.all]).toEqual([text, before, []]);
	});

	it("of a window that has been restarted answers nothing there: the new one opens the question", async () => {
		const { id } = asks();
		fixture.clock.advance(1_000);
		surfaces.dispose();
		await notifications.last.press("443");
		expect([pressedLate, fixture.desk.inbox.count, notifications.shown.length]).toEqual([[id], 1, 1]);
	});

	it("does nothing when the notification is closed instead", async () => {
		asks();
		await notifications.last.close();
		expect([fixture.desk.inbox.count, notifications.shown.length]).toEqual([1, 1]);
	});
});

describe("a draft that is left when its question closes", () => {
	it("is told, with the way to it", async () => {
		const { id } = asks();
		fixture.desk.clarifications.setDraft(id, { text: "Nearly", choice: undefined });
		fixture.clock.advance(500_000);
		expect(notifications.last.message).toBe("The question of Claude Code has closed. Your draft is kept.");
		await notifications.last.press("Open");
		expect(shownCards).toEqual([id]);
	});

	it("is not told where only the status bar is to tell", () => {
		mode = "statusBar";
		const { id } = asks();
		fixture.desk.clarifications.setDraft(id, { text: "Nearly", choice: undefined });
		fixture.clock.advance(500_000);
		expect(notifications.messages).toEqual([]);
	});
});
