import { beforeEach, describe, expect, it } from "vitest";
import { agentOf } from "../../../src/core/agents";
import type { Session, SessionIntro } from "../../../src/core/sessions";
import { DeskFixture, introOf } from "../../support/deskFixture";

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	fixture.reuse.turn(true);
	session = fixture.open();
});

const earlier = () => fixture.desk.earlier;
const questions = (of = session) =>
	earlier()
		.of(of)
		.map(({ question }) => question);

/** An answered question, a second after what was before; its id. */
function answered(question: string, response = "80", of = session): string {
	fixture.clock.advance(1_000);
	const { id } = fixture.ask(of, { question });
	fixture.desk.clarifications.answer(id, response);
	return id;
}

function elsewhere(key: string, place: Partial<SessionIntro["place"]>): Session {
	return fixture.open({ key, place: { ...introOf().place, ...place } });
}

describe("earlier answers", () => {
	it("are those of every agent in the folder, newest first, with agent and moment", () => {
		answered("Which port?", "8080");
		answered("Which name?", "api", fixture.open({ key: "b", agent: agentOf("codex") }));
		const now = fixture.clock.now();
		expect(earlier().of(session)).toEqual([
			{ agent: "Codex", at: now, question: "Which name?", response: "api" },
			{ agent: "Claude Code", at: now - 1_000, question: "Which port?", response: "8080" },
		]);
	});

	it("are none of questions that were not answered, and none of approvals and plans", () => {
		fixture.desk.clarifications.dismiss(fixture.ask(session).id);
		fixture.desk.approvals.deny(fixture.requested(session).id);
		expect(questions()).toEqual([]);
	});

	it("stay in their folder, whatever it is called", () => {
		const twin = elsewhere("b", { folder: { name: "web-shop", path: "/home/eve/web-shop" } });
		answered("Which port?");
		answered("Whose?", "Eve's", twin);
		expect([questions(), questions(twin)]).toEqual([["Which port?"], ["Whose?"]]);
	});

	it("are nobody's outside all folders, nor of one who is not who it says", () => {
		const outside = elsewhere("b", { folder: undefined });
		answered("Outside?", "yes", outside);
		answered("Which port?");
		const refuted = elsewhere("c", { verification: "refuted" });
		expect([outside, refuted].map((each) => [earlier().isFor(each), questions(each)])).toEqual([
			[false, []],
			[false, []],
		]);
		expect(earlier().to(refuted, "Which port?")).toBeUndefined();
	});

	it("are none of those that one who is not who it says was given, and it hides none", () => {
		const refuted = elsewhere("c", { verification: "refuted" });
		answered("Which port?", "80");
		answered("Which port?", "666", refuted);
		answered("Which name?", "mallory", refuted);
		fixture.reload();
		session = fixture.open();
		expect([questions(), earlier().to(session, "Which port?")?.response]).toEqual([["Which port?"], "80"]);
	});

	it("are unchecked ones' where the platform has no check", () => {
		answered("Which port?");
		expect(questions(elsewhere("b", { verification: "unchecked" }))).toEqual(["Which port?"]);
	});

	it("leave out what was kept before paths were", () => {
		answered("Which port?");
		fixture.historyStore.text = fixture.historyStore.text.replace(/"folderPath":"[^"]*",/, "");
		expect([questions(), fixture.desk.history.entries.length]).toEqual([[], 1]);
	});

	it("are 50 at most", () => {
		for (let at = 0; at < 52; at++) answered(`Question ${at}`);
		expect([questions().length, questions()[0], questions()[49]]).toEqual([50, "Question 51", "Question 2"]);
		expect(earlier().to(session, "question 0")).toMatchObject({ response: "80" });
	});

	it("leave out what is private, and what was said to the same question before", () => {
		answered("Which port?", "80");
		const id = answered("Which port", "443");
		answered("Which name?", "api");
		fixture.desk.history.setPrivate(id, true);
		expect([questions(), earlier().to(session, "Which port?")]).toEqual([["Which name?"], undefined]);
		fixture.desk.history.setPrivate(id, false);
		expect(earlier().to(session, "Which port?")).toMatchObject({ response: "443" });
	});
});

describe("a question that was asked before", () => {
	it.each(["Which port?", " which   PORT ", "Which\nport", "WHICH PORT…", "Which port ?!", "which port？"])(
		"is the same as %j",
		(question) => {
			answered("Which port?", "8080");
			expect(earlier().to(session, question)).toMatchObject({ response: "8080" });
		},
	);

	it.each(["Which ports?", "Which port is it?", "Whichport", "“Which port?”", "Which\u200b port?", "", "?"])(
		"is another one than %j",
		(question) => {
			answered("Which port?", "8080");
			expect(earlier().to(session, question)).toBeUndefined();
		},
	);

	it("is compared as a whole where it is punctuation alone", () => {
		answered("???", "yes");
		expect(["???", "?"].map((each) => earlier().to(session, each)?.response)).toEqual(["yes", undefined]);
	});

	it("has the newest answer, also one that another window has written since", () => {
		answered("Which port?", "80");
		const before = earlier().to(session, "Which port?")?.response;
		const other = new DeskFixture();
		other.historyStore.text = fixture.historyStore.text;
		other.clock.advance(60_000);
		other.desk.clarifications.answer(other.ask(other.open()).id, "443");
		fixture.historyStore.text = other.historyStore.text;
		expect([before, earlier().to(session, "Which port?")?.response]).toEqual(["80", "443"]);
	});
});

describe("the switch", () => {
	it("is off unless it is turned, and does nothing while no history is kept", () => {
		answered("Which port?");
		fixture.reuse.turn(false);
		const off = [earlier().isFor(session), questions(), earlier().to(session, "Which port?")];
		fixture.reuse.turn(true);
		fixture.historyEnabled = false;
		expect([off, [earlier().isFor(session), questions()]]).toEqual([
			[false, [], undefined],
			[false, []],
		]);
	});

	it("tells when it is turned, and of no other setting", () => {
		let changes = 0;
		earlier().onDidChange(() => changes++);
		fixture.reuse.turn(true);
		const before = changes;
		fixture.reuse.turn(false);
		fixture.reuse.turn(false);
		expect([before, changes]).toEqual([0, 1]);
		fixture.desk.dispose();
		fixture.reuse.turn(true);
		expect(changes).toBe(1);
	});
});
