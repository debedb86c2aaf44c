import { describe, expect, it } from "vitest";
import { parseStoredSession } from "../../../src/core/stored";
import { parseStoredHistory } from "../../../src/core/storedHistory";
import { DeskFixture } from "../../support/deskFixture";

/** A document with something in every place. */
function document(): Record<string, unknown> {
	const fixture = new DeskFixture();
	const session = fixture.open();
	const expired = fixture.ask(session, { question: "Which port?" });
	fixture.desk.clarifications.setDraft(expired.id, { text: "8080", choice: undefined });
	fixture.clock.advance(360_000);
	fixture.desk.clarifications.setHandOver(expired.id, true);
	fixture.desk.updatePlan(session, { title: "t", plan: [{ id: "a", step: "s", status: "pending" }] }, fixture.call());
	const kept = fixture.ask(session, { question: "Which host?" });
	fixture.desk.clarifications.setDraft(kept.id, { text: "localhost", choice: undefined });
	fixture.clock.advance(360_000);
	const open = fixture.ask(session, { question: "q", choices: ["80"] });
	fixture.desk.clarifications.setDraft(open.id, { text: "", choice: "80" });
	fixture.desk.approvals.deny(fixture.requested(session).id, "no");
	fixture.desk.approvals.allowOnce(fixture.prompted(session).id);
	fixture.requested(session);
	fixture.prompted(session, { act: { kind: "edit", action: "Edit", detail: undefined, reason: "why" } });
	return JSON.parse([...fixture.sessionStore.documents.values()][0]!) as Record<string, unknown>;
}

/** Every path to a value in it. */
function paths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
	const below = typeof value === "object" && value !== null ? Object.entries(value) : [];
	return [...(path.length === 0 ? [] : [path]), ...below.flatMap(([name, each]) => paths(each, [...path, name]))];
}

/** Of a part that only a person sees: what is not understood of it is left out. */
function isOnlyShown(path: readonly string[]): boolean {
	return path.includes("progress") || path.includes("images");
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
	if (name === undefined) return by;
	const copy = structuredClone(value) as Record<string, unknown>;
	copy[name] = replaced(copy[name], rest, by);
	return copy;
}

describe("a stored session", () => {
	it("comes back as it was", () => {
		const stored = document();
		expect(JSON.parse(JSON.stringify(parseStoredSession(stored)))).toEqual(stored);
	});

	it("may have fields that nobody knows", () => {
		expect(parseStoredSession({ ...document(), more: 1 })).toEqual(parseStoredSession(document()));
	});

	it.each([[undefined], [null], [7], ["{}"], [[]], [{}], [{ v: 1 }]])("is not %j", (raw) => {
		expect(parseStoredSession(raw)).toBeUndefined();
	});

	it("is not one that a newer version wrote", () => {
		expect(parseStoredSession({ ...document(), v: 2 })).toBeUndefined();
	});

	it.each([["../../etc/passwd"], ["a"], [""], ["00000000-0000-4000-8000-00000000000Z"]])(
		"is not one with the id %j, which would name its file",
		(id) => {
			expect(parseStoredSession({ ...document(), id })).toBeUndefined();
		},
	);

	it("is not one with a wrong value anywhere", () => {
		const stored = document();
		const needed = paths(stored).filter((path) => !isOnlyShown(path));
		const accepted = needed.filter((path) => parseStoredSession(replaced(stored, path, { wrong: true })) !== undefined);
		expect(needed.length).toBeGreaterThan(90);
		expect(accepted).toEqual([]);
	});

	it("loses only the images that it does not understand", () => {
		const image = {
			id: "00000000-0000-4000-8000-000000000001",
			name: "a.png",
			mimeType: "image/png",
			bytes: 9,
			path: "/a",
		};
		const later = { ...image, mimeType: "image/jxl" };
		const settled = (images: unknown): object[] => [
			{
				callKey: "k",
				settledAt: 1,
				value: { clarifyId: "c", outcome: { reason: "response", response: "yes", images }, late: [] },
			},
		];
		const read = (images: unknown): unknown =>
			parseStoredSession({ ...document(), settled: settled(images) })?.settled[0]?.value.outcome;
		expect([read([later, image]), read([later]), read("later")]).toEqual([
			{ reason: "response", response: "yes", images: [expect.objectContaining({ id: image.id })] },
			{ reason: "response", response: "yes" },
			{ reason: "response", response: "yes" },
		]);
	});

	it("is not one where something needed is missing", () => {
		const stored = document();
		const optional = new Set([
			"budgetMs",
			"turn",
			"question",
			"callLimitMs",
			"heldFrom",
			"choice",
			"title",
			"approvals",
			"decided",
		]);
		const inPlace = new Set(["cwd", "folder", "terminal", "pid"]);
		const ofApprovals = /^approvals\.\d\.act\.(detail|reason)$|^decided\.\d\.value\.outcome\.message$/;
		const accepted = paths(stored)
			.filter((path) => !isOnlyShown(path))
			.filter((path) => parseStoredSession(replaced(stored, path, undefined)) !== undefined)
			.map((path) => path.join("."))
			.filter((path) => !ofApprovals.test(path))
			.filter(
				(path) => !optional.has(path.split(".").at(-1)!) && !(path.startsWith("place.") && inPlace.has(path.slice(6))),
			);
		expect(accepted).toEqual([]);
	});

	it("of a version that knew no approvals comes back without any", () => {
		const { approvals, decided, ...old } = document();
		expect([approvals, decided]).toEqual([
			expect.objectContaining({ length: 2 }),
			expect.objectContaining({ length: 2 }),
		]);
		expect(parseStoredSession(old)).toEqual({ ...parseStoredSession(document()), approvals: [], decided: [] });
	});

	it.each([
		{ decision: "allow_once", reason: "timeout" },
		{ decision: "allow_once", reason: "remembered" },
		{ decision: "allow_always", reason: "cancelled" },
		{ decision: "none", reason: "user" },
		{ decision: "allow", reason: "user" },
		{ decision: "constructor", reason: "user" },
	])("is not one with the outcome %j", (outcome) => {
		const decided = [{ callKey: "k", settledAt: 1, value: { approvalId: "a", outcome } }];
		expect(parseStoredSession({ ...document(), decided })).toBeUndefined();
	});

	it("never brings an answer that was not one", () => {
		const settled = [
			{
				callKey: "k",
				settledAt: 1,
				value: { clarifyId: "c", outcome: { reason: "timeout", response: "yes" }, late: [] },
			},
		];
		expect(parseStoredSession({ ...document(), settled })?.settled[0]?.value.outcome).toEqual({
			reason: "timeout",
			response: "",
		});
	});
});

describe("a stored history", () => {
	const asked = {
		kind: "question",
		id: "1",
		at: 1,
		source: { agentId: "codex", agentLabel: "Codex" },
		question: "q",
		choices: [],
		outcome: { reason: "dismissed", response: "" },
		isPrivate: true,
	};
	const planned = {
		kind: "plan",
		id: "2",
		at: 2,
		source: { agentId: "codex", agentLabel: "Codex", folder: "f", folderPath: "/f", terminal: "t" },
		state: "ended",
		steps: [{ id: "a", step: "s", status: "skipped" }],
	};

	const decided = {
		kind: "approval",
		id: "3",
		at: 3,
		source: { agentId: "codex", agentLabel: "Codex" },
		act: { kind: "command", action: "Install", detail: "npm ci" },
		outcome: { decision: "deny", reason: "user", message: "no" },
	};

	it("comes back as it was", () => {
		const stored = { v: 1, entries: [asked, planned, decided] };
		expect(JSON.parse(JSON.stringify(parseStoredHistory(stored)))).toEqual(stored);
	});

	it.each([
		[{ v: 2, entries: [] }],
		[[]],
		[{ v: 1 }],
		[{ v: 1, entries: [{ ...asked, kind: "approval" }] }],
		[{ v: 1, entries: [{ ...asked, outcome: { reason: "maybe", response: "" } }] }],
		[{ v: 1, entries: [{ ...planned, state: "running" }] }],
	])("is not %j", (raw) => {
		expect(parseStoredHistory(raw)).toBeUndefined();
	});

	it.each<[string, object]>([
		["a kind", { ...asked, kind: "vote" }],
		["an outcome", { ...asked, outcome: { reason: "postponed", response: "" } }],
		["an act", { ...decided, act: { ...decided.act, kind: "purchase" } }],
		["a state", { ...planned, state: "paused" }],
		["a place", { ...asked, source: { ...asked.source, folderPath: ["/f"] } }],
	])("loses only the entry that has %s of a newer version", (_, later) => {
		const entries = parseStoredHistory({ v: 1, entries: [asked, later, planned] })?.entries;
		expect(entries?.map(({ id }) => id)).toEqual(["1", "2"]);
	});

	it("takes a mark that it does not understand for set", () => {
		const source = { ...asked.source, isRefuted: { by: "port" } };
		const marked = { ...asked, isPrivate: { until: 5 }, source };
		expect(parseStoredHistory({ v: 1, entries: [marked] })?.entries).toMatchObject([
			{ isPrivate: true, source: { isRefuted: true } },
		]);
	});
});
