import { beforeEach, describe, expect, it } from "vitest";
import type { OpenQuestion } from "../../../src/core/clarifications";
import type { AttentionMode } from "../../../src/ui/attention";
import { image } from "../../support/images";
import { SurfacesFixture } from "./surfacesFixture";

let fixture: SurfacesFixture;

beforeEach(() => {
	fixture = new SurfacesFixture();
});

/** Each question comes from a session of its own. */
function asks(question = "Which port?", choices = ["80", "443"]): OpenQuestion {
	return fixture.ask(fixture.open({ key: fixture.newKey() }), { question, choices });
}

describe("a question that comes", () => {
	it("is told by a notification with its choices", () => {
		asks();
		expect(fixture.notifications.shown).toMatchObject([
			{
				severity: "information",
				message: "Claude Code (claude · web-shop) asks: Which port?",
				buttons: ["80", "443", "Other…"],
			},
		]);
		expect(fixture.waiting).toEqual([false, true]);
	});

	it.each<[AttentionMode, string[]]>([
		["quickPick", []],
		["statusBar", []],
		["panel", ["Claude Code (claude · web-shop) asks: Which port?"]],
	])("is told as the person wants it: %s", (wanted, messages) => {
		fixture.mode = wanted;
		asks();
		expect([fixture.notifications.messages, fixture.lists.all.length]).toEqual([
			messages,
			wanted === "quickPick" ? 1 : 0,
		]);
	});

	it("is told by the panel alone where the person wants that and it is visible", () => {
		fixture.mode = "panel";
		fixture.isPanelVisible = true;
		asks();
		expect(fixture.notifications.messages).toEqual([]);
	});

	it("is told by a notification where its list would take the place of an open one", () => {
		fixture.mode = "quickPick";
		asks("First?");
		asks("Second?");
		fixture.clock.advance(2_000);
		expect([fixture.lists.all.length, fixture.lists.top.placeholder, fixture.notifications.messages]).toEqual([
			1,
			"First?",
			["Claude Code (claude · web-shop) asks: Second?"],
		]);
	});

	it("is told once more when the window gets the focus, and only once", () => {
		fixture.focus(false);
		asks();
		fixture.focus(true);
		fixture.focus(false);
		fixture.focus(true);
		expect(fixture.notifications.messages).toHaveLength(2);
	});

	it("is not told again when it has closed before the window gets the focus", () => {
		fixture.focus(false);
		const { id } = asks();
		fixture.desk.clarifications.dismiss(id);
		fixture.focus(true);
		expect(fixture.notifications.messages).toHaveLength(1);
	});

	it("opens its list in a window without focus only when the focus comes", () => {
		fixture.mode = "quickPick";
		fixture.focus(false);
		asks();
		expect([fixture.lists.all.length, fixture.notifications.messages.length]).toEqual([0, 1]);
		fixture.focus(true);
		expect(fixture.lists.all.length).toBe(1);
	});

	it("is not told again after a reload", () => {
		asks();
		fixture.reload();
		expect(fixture.notifications.messages).toHaveLength(1);
	});
});

describe("many questions at once", () => {
	it("are told as one: the first at once, the rest together", async () => {
		for (const question of ["a?", "b?", "c?", "d?"]) asks(question);
		fixture.clock.advance(2_000);
		expect(fixture.notifications.messages).toEqual([
			"Claude Code (claude · web-shop) asks: a?",
			"4 items wait for you.",
		]);
		await fixture.notifications.last.press("Show");
		expect(fixture.lists.top.title).toBe("Parley: 4 waiting");
	});

	it("are told one by one while they are three", () => {
		for (const question of ["a?", "b?", "c?"]) asks(question);
		fixture.clock.advance(2_000);
		expect(fixture.notifications.messages).toEqual(
			["a?", "b?", "c?"].map((each) => `Claude Code (claude · web-shop) asks: ${each}`),
		);
	});

	it("leave out what has closed in the meantime", () => {
		asks("a?");
		const { id } = asks("b?");
		fixture.desk.clarifications.answer(id, "80");
		fixture.clock.advance(2_000);
		expect(fixture.notifications.messages).toHaveLength(1);
	});

	it("are told as one when the window gets the focus", () => {
		fixture.mode = "statusBar";
		fixture.focus(false);
		for (const question of ["a?", "b?", "c?", "d?"]) asks(question);
		fixture.mode = "notification";
		fixture.focus(true);
		expect(fixture.notifications.messages).toEqual(["4 items wait for you."]);
	});
});

describe("a button of a notification", () => {
	it("opens the list, which says so, instead of sending a choice without the images that are attached", async () => {
		const { id } = asks();
		fixture.desk.clarifications.attachImage(id, "a.png", image());
		fixture.clock.advance(1_000);
		await fixture.notifications.last.press("443");
		expect([fixture.desk.inbox.count, fixture.imageStore.files.size]).toEqual([1, 1]);
		expect(fixture.lists.top.title).toContain("web-shop · Images attached: 1 (only the panel sends them)");
	});

	it("answers, once its first second is over", async () => {
		asks();
		fixture.clock.advance(1_000);
		await fixture.notifications.last.press("443");
		expect(fixture.desk.history.entries[0]).toMatchObject({ outcome: { reason: "response", response: "443" } });
	});

	it("opens the list instead in its first second", async () => {
		asks();
		fixture.clock.advance(999);
		await fixture.notifications.last.press("443");
		expect([fixture.desk.inbox.count, fixture.lists.top.labels[0]]).toEqual([1, "Read the whole question"]);
	});

	it("opens the list for all other answers", async () => {
		asks();
		await fixture.notifications.last.press("Other…");
		expect(fixture.lists.top.placeholder).toBe("Which port?");
	});

	it.each<[string, (id: string) => void, string]>([
		["answered", (id) => fixture.desk.clarifications.answer(id, "80"), "Already answered: 80."],
		["out of time", () => fixture.clock.advance(300_000), "This question has closed: no answer in time."],
	])("of a question that is %s says so and changes nothing", async (_, close, text) => {
		const { id } = asks();
		fixture.clock.advance(1_000);
		const toast = fixture.notifications.last;
		close(id);
		const before = fixture.desk.history.entries;
		await toast.press("443");
		expect([fixture.notifications.last.message, fixture.desk.history.entries, fixture.lists.all]).toEqual([
			text,
			before,
			[],
		]);
	});

	it("of a window that has been restarted answers nothing there: the new one opens the question", async () => {
		const { id } = asks();
		fixture.clock.advance(1_000);
		fixture.surfaces.dispose();
		await fixture.notifications.last.press("443");
		expect([fixture.pressedLate, fixture.desk.inbox.count, fixture.notifications.shown.length]).toEqual([[id], 1, 1]);
	});

	it("does nothing when the notification is closed instead", async () => {
		asks();
		await fixture.notifications.last.close();
		expect([fixture.desk.inbox.count, fixture.notifications.shown.length]).toEqual([1, 1]);
	});
});

describe("a draft that is left when its question closes", () => {
	it("is told, with the way to it", async () => {
		const { id } = asks();
		fixture.desk.clarifications.setDraft(id, { text: "Nearly", choice: undefined });
		fixture.clock.advance(500_000);
		expect(fixture.notifications.last.message).toBe("The question of Claude Code has closed. Your draft is kept.");
		await fixture.notifications.last.press("Open");
		expect(fixture.shownCards).toEqual([id]);
	});

	it("is not told where only the status bar is to tell", () => {
		fixture.mode = "statusBar";
		const { id } = asks();
		fixture.desk.clarifications.setDraft(id, { text: "Nearly", choice: undefined });
		fixture.clock.advance(500_000);
		expect(fixture.notifications.messages).toEqual([]);
	});
});
