import { beforeEach, describe, expect, it } from "vitest";
import { PicksFixture } from "./picksFixture";

let fixture: PicksFixture;

beforeEach(() => {
	fixture = new PicksFixture();
});

describe("what is typed into the list", () => {
	it("is what Enter sends", async () => {
		const { list, watched } = fixture.opened();
		list.value = "no";
		fixture.clock.advance(1_000);
		expect(list.activeLabel).toBe("Answer: “no”");
		list.accept("Answer: “no”");
		expect(await watched.promise).toMatchObject({ response: "no", reason: "response" });
	});

	it("is sent by Enter right after a key, whatever row the list had made active by then", async () => {
		const { list, watched } = fixture.opened();
		list.value = "no";
		fixture.clock.advance(299);
		list.accept("Not now");
		expect(await watched.promise).toMatchObject({ response: "no", reason: "response" });
	});

	it("is a choice where it is the same", async () => {
		const { list, watched } = fixture.opened();
		list.value = "postgres";
		fixture.clock.advance(1_000);
		expect(list.activeLabel).toBe("Postgres");
		list.accept("Postgres");
		expect(await watched.promise).toMatchObject({ response: "Postgres" });
	});

	it("never meets the row that dismisses", () => {
		const { list } = fixture.opened();
		list.value = "dis";
		expect(list.labels).not.toContain("Dismiss");
		list.value = "";
		expect(list.labels).toContain("Dismiss");
	});

	it("moves no row from its place: VS Code tells an accepted row by its place", () => {
		const { list } = fixture.opened();
		const before = list.labels.slice(0, -1);
		list.value = "S";
		expect(list.labels.slice(0, -1)).toEqual(before);
	});

	it("is the question's draft, holds its clock, and is there again", () => {
		const { list, id } = fixture.opened();
		list.value = "Only if";
		expect(fixture.question(id)).toMatchObject({ draft: { text: "Only if", choice: undefined } });
		list.escape();
		expect(fixture.desk.inbox.count).toBe(1);
		fixture.picks.openItem(id);
		fixture.clock.advance(500);
		expect([fixture.lists.top.value, fixture.lists.top.activeLabel]).toEqual(["Only if", "Read the whole question"]);
		// It hides no choice, as a filter would.
		expect(fixture.lists.top.rows.slice(2, 5)).toMatchObject(Array.from({ length: 3 }, () => ({ alwaysShow: true })));
	});

	it("is not touched by opening the list: a draft of several lines is sent with its lines", async () => {
		const { list, id, watched } = fixture.opened();
		list.escape();
		fixture.desk.clarifications.setDraft(id, { text: "First\nsecond", choice: undefined });
		const { heldFrom } = fixture.question(id);
		fixture.picks.openItem(id);
		fixture.clock.advance(500);
		expect([fixture.lists.top.value, fixture.question(id).draft.text, fixture.question(id).heldFrom]).toEqual([
			"First second",
			"First\nsecond",
			heldFrom,
		]);
		fixture.lists.top.accept("Answer: “First\nsecond”");
		expect(await watched.promise).toMatchObject({ response: "First\nsecond" });
	});

	it("stays in the field, with a word about it, when it is too long", () => {
		const { list } = fixture.opened();
		list.value = "x".repeat(16_001);
		fixture.clock.advance(1_000);
		list.accept(list.activeLabel!);
		expect([list.title, list.state, fixture.desk.inbox.count]).toEqual([
			"An answer has at most 16000 characters.",
			"shown",
			1,
		]);
		list.value = "x";
		expect(list.title).toBe("Claude Code asks · claude · web-shop");
	});

	it("can be all there is: without choices, or when the person wants no choice", () => {
		const { list } = fixture.opened({ question: "Which name?" });
		expect(list.labels).toEqual([
			"Read the whole question",
			"Your own answer · closes in 5 min",
			"Open in panel",
			"Dismiss",
		]);
		const other = fixture.opened();
		other.list.accept("Type your own answer");
		expect(other.list.placeholder).toBe("Type your answer (Enter sends)");
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
		expect([other.list.labels.includes("SQLite"), other.list.placeholder]).toEqual([true, "Which database?"]);
	});
});
