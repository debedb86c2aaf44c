import { beforeEach, expect, test } from "vitest";
import { FeedFixture } from "./feedFixture";

let fixture: FeedFixture;

beforeEach(() => {
	fixture = new FeedFixture();
	fixture.isSoundOn = true;
	fixture.begin();
});

let sessions = 0;

/** Each question comes from a session of its own. */
function asks(): string {
	return fixture.desk.ask(fixture.desk.open({ key: (++sessions).toString(16).padStart(32, "0") })).id;
}

/** What the page was told so far after `ms` more. */
function chimeAfter(ms: number): number {
	fixture.desk.clock.advance(ms);
	return fixture.last.chime;
}

test("a chime is due once for each item, of both kinds, and for nothing that becomes of it", () => {
	const id = asks();
	const counts = [chimeAfter(2_000)];
	fixture.desk.desk.clarifications.extend(id);
	fixture.desk.desk.clarifications.setDraft(id, { text: "Nearly", choice: undefined });
	counts.push(chimeAfter(2_000));
	fixture.desk.desk.clarifications.answer(id, "80");
	counts.push(chimeAfter(2_000));
	fixture.desk.requested(fixture.desk.open());
	counts.push(chimeAfter(2_000));
	expect(counts).toEqual([2, 2, 2, 3]);
});

test("a burst is one chime, and what comes 2 s later has its own", () => {
	asks();
	asks();
	const counts = [chimeAfter(1_999)];
	asks();
	counts.push(chimeAfter(50));
	asks();
	counts.push(chimeAfter(50));
	expect(counts).toEqual([2, 2, 3]);
});

test("a clock that was set back keeps nothing silent", () => {
	asks();
	fixture.desk.clock.jump(-3_600_000);
	asks();
	expect(chimeAfter(50)).toBe(3);
});

test("no chime is due where the sound is off, and none is made up for when it is turned on", () => {
	fixture.isSoundOn = false;
	asks();
	const before = chimeAfter(2_000);
	fixture.isSoundOn = true;
	fixture.soundChanged.fire();
	expect([before, chimeAfter(2_000)]).toEqual([0, 1]);
});

test("no chime is due for what comes while nobody sees the panel, also not once it is shown", () => {
	fixture.view.isVisible = false;
	asks();
	fixture.view.isVisible = true;
	fixture.feed.changed();
	expect(chimeAfter(50)).toBe(1);
	fixture.feed.use(undefined);
	asks();
	fixture.begin();
	expect(chimeAfter(50)).toBe(1);
});

test("a page that may not sound is told to the log once", () => {
	for (let page = 0; page < 2; page++) {
		fixture.begin();
		fixture.feed.receive({ kind: "no-sound" });
	}
	expect(fixture.log).toEqual([
		"the panel may not sound: VS Code lets a view sound once somebody has clicked or typed in it",
	]);
});
