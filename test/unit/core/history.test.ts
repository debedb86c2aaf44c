import { beforeEach, describe, expect, it } from "vitest";
import { agentOf } from "../../../src/core/agents";
import type { HistoryEntry } from "../../../src/core/history";
import { HistoryBook } from "../../../src/core/historyBook";
import { ImageFiles } from "../../../src/core/imageFiles";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, introOf } from "../../support/deskFixture";

const DAY = 86_400_000;

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const source = {
	agentId: "claude-code",
	agentLabel: "Claude Code",
	folder: "web-shop",
	folderPath: "/home/ada/web-shop",
	terminal: "claude",
};
const history = () => fixture.desk.history;
const ids = (entries: readonly HistoryEntry[]) => entries.map((entry) => entry.id);

/** An answered question; its id. */
function answered(question: string, response: string, of = session): string {
	const { id } = fixture.ask(of, { question, choices: ["80", "443"] });
	fixture.desk.clarifications.answer(id, response);
	return id;
}

/** A card that has ended; its id. */
function planned(title: string, step: string, of = session): string {
	const plan = [{ id: step, step, status: "completed" }];
	const { plan_id } = fixture.desk.updatePlan(of, { title, plan }, fixture.call());
	fixture.desk.endTurn(of, of.turn!.id, "ended");
	return plan_id;
}

describe("the history", () => {
	it("holds each settled question with its outcome and where it came from", () => {
		const id = answered("Which port?", "8080");
		expect(history().entries).toEqual([
			{
				kind: "question",
				id,
				at: fixture.clock.now(),
				source,
				question: "Which port?",
				choices: ["80", "443"],
				outcome: { reason: "response", response: "8080" },
				isPrivate: false,
			},
		]);
	});

	it.each<[string, (id: string) => void]>([
		["dismissed", (id) => fixture.desk.clarifications.dismiss(id)],
		["timeout", () => fixture.clock.advance(300_000)],
		["cancelled", () => fixture.desk.endSession(session)],
	])("holds those that ended as %s", (reason, act) => {
		act(fixture.ask(session).id);
		expect(history().entries).toMatchObject([{ kind: "question", outcome: { reason, response: "" } }]);
	});

	it("holds each plan card once it has ended, and once only", () => {
		const id = planned("Port", "Read");
		fixture.clock.advance(1_000);
		planned("Port again", "Read");
		expect(history().entries).toEqual([
			{
				kind: "plan",
				id,
				at: fixture.clock.now(),
				source,
				title: "Port again",
				state: "ended",
				steps: [{ id: "Read", step: "Read", status: "completed" }],
			},
		]);
	});

	it("names the real path of a session outside all folders, and no terminal where none is known", () => {
		const place = { ...introOf().place, folder: undefined, terminal: undefined };
		answered("q", "a", fixture.open({ key: "b", place }));
		expect(history().entries[0]?.source).toEqual({
			...source,
			folder: "/home/ada/web-shop",
			folderPath: undefined,
			terminal: undefined,
		});
	});

	it("leaves out the sample", () => {
		const sample = fixture.open({ key: "s", isResumable: false, agent: agentOf("sample") });
		answered("q", "a", sample);
		planned("p", "s", sample);
		expect(history().entries).toEqual([]);
	});

	it("stays as it is while the setting is off", () => {
		const before = answered("q", "a");
		fixture.historyEnabled = false;
		answered("q", "a");
		planned("p", "s");
		expect(ids(history().entries)).toEqual([before]);
	});

	it("is newest first, and told of each change", () => {
		let changes = 0;
		history().onDidChange(() => changes++);
		const first = answered("q", "a");
		fixture.clock.advance(1_000);
		const second = planned("p", "s");
		expect([ids(history().entries), changes]).toEqual([[second, first], 2]);
	});

	it("keeps 90 days", () => {
		const old = answered("old", "a");
		fixture.clock.advance(1_000);
		answered("young", "a");
		fixture.clock.jump(90 * DAY - 1_001);
		expect(history().entries).toHaveLength(2);
		fixture.clock.jump(1);
		expect(history().entries.map((entry) => entry.kind === "question" && entry.question)).toEqual(["young"]);
		answered("new", "a");
		expect(fixture.historyStore.text).not.toContain(old);
	});

	it("keeps 1,000 items", () => {
		answered("q", "a");
		const [entry] = history().entries;
		const many = Array.from({ length: 1_001 }, (_, at) => ({ ...entry, id: `${at}`, at: entry!.at - 1_001 + at }));
		fixture.historyStore.text = JSON.stringify({ v: 1, entries: many });
		expect([history().entries.length, history().entries[0]?.id]).toEqual([1_000, "1000"]);
		fixture.clock.jump(1);
		const id = answered("q", "a");
		const newest = Array.from({ length: 999 }, (_, at) => `${1_000 - at}`);
		expect(ids(fixture.historyStore.read())).toEqual([id, ...newest]);
	});

	it("keeps four million characters", () => {
		const question = "q".repeat(4_000);
		for (let at = 0; at < 3; at++) {
			fixture.clock.jump(1);
			answered(question, "a".repeat(16_000));
		}
		const [entry] = history().entries;
		const many = Array.from({ length: 300 }, (_, at) => ({ ...entry, id: `${at}`, at: entry!.at - 1_000 + at }));
		fixture.historyStore.text = JSON.stringify({ v: 1, entries: many });
		fixture.clock.jump(1);
		const id = answered("q", "a");
		const kept = fixture.historyStore.read();
		expect([kept[0]?.id, kept.at(-1)?.id, kept.length]).toEqual([id, "101", 200]);
	});

	it("remembers which questions are private, and of nothing else", () => {
		const [question, plan] = [answered("q", "a"), planned("p", "s")];
		for (const id of [question, plan, "unknown"]) history().setPrivate(id, true);
		const marks = (): unknown => history().entries.map((entry) => [entry.id, "isPrivate" in entry && entry.isPrivate]);
		expect(marks()).toEqual(
			expect.arrayContaining([
				[question, true],
				[plan, false],
			]),
		);
		history().setPrivate(question, false);
		expect(marks()).toEqual(
			expect.arrayContaining([
				[question, false],
				[plan, false],
			]),
		);
	});

	it("takes what was kept before folders' paths and marks were", () => {
		const id = answered("q", "a");
		const { folderPath, ...old } = source;
		const [{ isPrivate, ...entry }] = (
			JSON.parse(fixture.historyStore.text) as { entries: [HistoryEntry & { isPrivate: boolean }] }
		).entries;
		fixture.historyStore.text = JSON.stringify({ v: 1, entries: [{ ...entry, source: old }] });
		expect(history().entries).toMatchObject([{ id, source: { ...old, folderPath: undefined }, isPrivate: false }]);
		expect([folderPath, isPrivate]).toEqual(["/home/ada/web-shop", false]);
	});

	it("loses what the person removes, or all", () => {
		const [first, second] = [answered("q", "a"), answered("q", "b")];
		history().remove(first);
		expect(ids(history().entries)).toEqual([second]);
		history().clear();
		expect(history().entries).toEqual([]);
	});

	it("is what other windows of the workspace wrote too", () => {
		answered("q", "a");
		const other = new DeskFixture();
		other.historyStore.text = fixture.historyStore.text;
		fixture.desk.clarifications.dismiss(fixture.ask(session).id);
		other.historyStore.text = fixture.historyStore.text;
		expect(other.desk.history.entries).toEqual(history().entries);
	});

	it("that cannot be read or written disturbs nobody", async () => {
		fixture.historyStore.isBroken = true;
		const watched = fixture.clarify(session);
		fixture.desk.clarifications.answer(fixture.desk.clarifications.open[0]!.id, "80");
		expect([(await watched.promise).response, history().entries]).toEqual(["80", []]);
		expect(fixture.errors).toEqual(["The history could not be written", "The history could not be read"]);
		expect(() => history().clear()).toThrow("no access");
	});
});

describe("searching the history", () => {
	it("looks into no text where none is searched for", () => {
		const nothing = (): void => undefined;
		let looks = 0;
		const entry = {
			kind: "question",
			id: "a",
			at: fixture.clock.now(),
			source,
			choices: [],
			outcome: { response: "", reason: "timeout" },
			isPrivate: false,
			get question(): string {
				looks++;
				return "Which port?";
			},
		} as const;
		const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
		const book = new HistoryBook({
			clock: fixture.clock,
			log,
			store: { read: () => [entry], update: nothing, updateSoon: nothing, flush: nothing },
			imageFiles: new ImageFiles({ ids: fixture.ids, images: fixture.imageStore, log }),
			imagesInUse: () => [],
			isEnabled: () => true,
		});
		expect([book.search({ text: " " }).length, looks]).toEqual([1, 0]);
		expect([book.search({ text: "port" }).length, looks]).toEqual([1, 1]);
	});

	it("finds text in questions, choices, answers, titles and steps, whatever the case", () => {
		const question = answered("Which Port?", "Eighty");
		const plan = planned("Move the shop", "Read the config");
		const found = (text: string) => ids(history().search({ text }));
		expect(["which port", "443", "EIGHTY", "the shop", "config", "nothing"].map(found)).toEqual([
			[question],
			[question],
			[question],
			[plan],
			[plan],
			[],
		]);
	});

	it("finds all for no text or blanks, and takes text as it is", () => {
		const id = answered("Is it (a|b)?", "a");
		expect(
			[history().search({}), history().search({ text: "  " }), history().search({ text: "(a|b)" })].map(ids),
		).toEqual([[id], [id], [id]]);
		expect(history().search({ text: "(a|c)" })).toEqual([]);
	});

	it("narrows by agent and kind, all at once", () => {
		const codex = fixture.open({ key: "b", agent: agentOf("codex") });
		const [mine, its] = [answered("q", "a"), answered("q", "a", codex)];
		const plan = planned("q", "s", codex);
		const { search } = { search: (filter: object) => ids(history().search(filter)).sort() };
		expect([
			search({ agentId: "claude-code" }),
			search({ agentId: "codex" }),
			search({ kind: "plan" }),
			search({ agentId: "codex", kind: "question", text: "q" }),
		]).toEqual([[mine], [its, plan].sort(), [plan], [its]]);
	});
});
