import { beforeEach, describe, expect, it } from "vitest";
import { ManageApprovals } from "../../../src/ui/manageApprovals";
import { DeskFixture } from "../../support/deskFixture";
import { english } from "./english";
import { FakeLists } from "./fakeList";
import { FakeNotifications } from "./fakeNotifications";

let fixture: DeskFixture;
let lists: FakeLists;
let notifications: FakeNotifications;
let documents: [string, string][];
let errors: unknown[];
let manage: ManageApprovals;

beforeEach(() => {
	fixture = new DeskFixture();
	lists = new FakeLists();
	notifications = new FakeNotifications();
	documents = [];
	errors = [];
	manage = new ManageApprovals({
		l10n: english,
		clock: fixture.clock,
		log: {
			debug: () => undefined,
			info: () => undefined,
			warn: () => undefined,
			error: (_, cause) => errors.push(cause),
		},
		rules: fixture.desk.rules,
		newList: lists.newList,
		notify: notifications.notify,
		date: (at) => `day ${(at - start) / 60_000}`,
		showText: (name, text) => {
			documents.push([name, text]);
			return Promise.resolve();
		},
	});
	start = fixture.clock.now();
});
let start = 0;

/** Stores a rule by allowing a request from now on. */
function remember(detail: string, argv?: readonly string[], action = "Run it"): void {
	const { id } = fixture.requested(fixture.open(), { kind: "command", action, detail });
	const match = argv === undefined ? ({ kind: "exact", action, detail } as const) : ({ kind: "prefix", argv } as const);
	fixture.desk.approvals.allowAlways(id, match);
}

/** Presses a row once the list takes it. */
function accept(label: string): void {
	fixture.clock.advance(500);
	lists.top.accept(label);
}

function shown(): unknown {
	return lists.top.rows.map((row) =>
		row.kind === "separator"
			? `--- ${row.label}`
			: [`$(${row.icon})`, row.label, row.description, row.detail].filter(Boolean).join(" | "),
	);
}

describe("Manage Approvals", () => {
	it("lists the rules, newest first, with date, agent, folder, kind, effect and last use", () => {
		remember("npm run lint -- --fix", ["npm", "run", "lint"]);
		fixture.clock.advance(60_000);
		fixture.request(fixture.open(), { kind: "command", action: "Again", detail: "npm run lint" });
		fixture.clock.advance(60_000);
		remember("git status");
		manage.show();
		expect([lists.top.title, shown()]).toEqual([
			"Approval rules of this workspace",
			[
				"$(check) | git status | Claude Code · web-shop | Allows · Commands · since day 2 · never used",
				"$(check) | npm run lint and anything after it | Claude Code · web-shop | Allows · Commands · since day 0 · last used day 1",
				"--- All rules",
				"$(trash) | Revoke all…",
			],
		]);
	});

	it("says where rules come from when there is none", () => {
		manage.show();
		expect(shown()).toEqual([
			"$(info) | No rule is stored in this workspace | “Allow always…” in a request stores one, after you have checked it.",
		]);
		accept("No rule is stored in this workspace");
		expect(lists.shown).toBeUndefined();
	});

	it("says that the rules cannot be read, not that there is none", () => {
		remember("git status");
		fixture.ruleStore.isBroken = true;
		manage.show();
		expect([shown(), errors.map(String)]).toEqual([
			[
				"$(error) | The approval rules could not be read | Until they can be, every request is asked for. The log says why.",
			],
			["Error: no access"],
		]);
		accept("The approval rules could not be read");
		expect(lists.shown).toBeUndefined();
	});

	it("revokes one rule and shows the rest", () => {
		remember("git status");
		remember("git diff");
		manage.show();
		accept("git status");
		expect([lists.top.title, lists.top.labels]).toEqual([
			"git status",
			["Show the whole rule", "Revoke", "Turn into a deny rule", "Back"],
		]);
		accept("Revoke");
		expect(lists.top.labels).toEqual(["git diff", "All rules", "Revoke all…"]);
	});

	it("turns a rule into one that denies, and back", () => {
		remember("git status");
		manage.show();
		accept("git status");
		accept("Turn into a deny rule");
		expect(lists.top.rows[0]).toMatchObject({ icon: "circle-slash", label: "git status" });
		accept("git status");
		accept("Turn into an allow rule");
		expect(fixture.desk.rules.all.map(({ effect }) => effect)).toEqual(["allow"]);
	});

	it("shows all of a rule in an editor", () => {
		const long = `echo ${"a".repeat(200)}\necho b`;
		remember(long);
		manage.show();
		accept(lists.top.labels[0]!);
		accept("Show the whole rule");
		expect(documents).toEqual([
			[
				"Approval rule",
				[
					"Allows",
					"Agent: Claude Code",
					"Workspace: /home/ada/web-shop",
					"Runs in: /home/ada/web-shop",
					"Kind: Commands",
					"Since: day 0",
					"Last used: never used",
					"",
					"Exactly this:",
					"",
					"Run it",
					"",
					long,
					"",
				].join("\n"),
			],
		]);
	});

	it("revokes all only after the person has said so once more", async () => {
		remember("git status");
		remember("git diff");
		manage.show();
		accept("Revoke all…");
		expect(notifications.last).toMatchObject({
			severity: "warning",
			message: "Revoke all approval rules of this workspace? Rules: 2",
		});
		await notifications.last.close();
		expect(fixture.desk.rules.all).toHaveLength(2);
		manage.show();
		accept("Revoke all…");
		await notifications.last.press("Revoke all");
		expect(fixture.desk.rules.all).toEqual([]);
	});

	it("takes nothing in its first 500 ms", () => {
		remember("git status");
		manage.show();
		accept("git status");
		lists.top.accept("Revoke");
		expect(fixture.desk.rules.all).toHaveLength(1);
	});

	it("tells when the rules cannot be written", async () => {
		remember("git status");
		manage.show();
		accept("git status");
		fixture.ruleStore.isFull = true;
		accept("Revoke");
		await Promise.resolve();
		await Promise.resolve();
		expect([notifications.messages, errors.map(String), fixture.desk.rules.all.length]).toEqual([
			["The approval rules could not be changed: no space left"],
			["Error: no space left"],
			1,
		]);
	});
});
