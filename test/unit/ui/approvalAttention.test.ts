import { beforeEach, describe, expect, it } from "vitest";
import type { OpenApproval } from "../../../src/core/approvals";
import type { AttentionMode } from "../../../src/ui/attention";
import { statusBarView } from "../../../src/ui/statusBarView";
import { introOf } from "../../support/deskFixture";
import { english } from "./english";
import { SurfacesFixture } from "./surfacesFixture";

let fixture: SurfacesFixture;

beforeEach(() => {
	fixture = new SurfacesFixture();
});

const place = introOf().place;

/** Each request comes from a session of its own. */
function wants(detail = "npm run test:unit", args: Record<string, unknown> = {}, where = place): OpenApproval {
	const session = fixture.open({ key: fixture.newKey(), place: where });
	return fixture.requested(session, { kind: "command", action: "Run the tests", detail, ...args });
}

describe("a request that comes", () => {
	it("is told by a warning that has all of it, and both ways to decide", () => {
		wants();
		expect(fixture.notifications.shown).toMatchObject([
			{
				severity: "warning",
				message: "Claude Code (claude · web-shop) wants to run a command: npm run test:unit",
				buttons: ["Deny", "Allow once", "Review…"],
			},
		]);
		expect(fixture.waiting.at(-1)).toBe(true);
	});

	it.each<[kind: string, message: string]>([
		["edit", "Claude Code (claude · web-shop) wants to edit a file: a.ts"],
		["network", "Claude Code (claude · web-shop) wants to use the network: a.ts"],
		["other", "Claude Code (claude · web-shop) wants to do something: a.ts"],
	])("to do something of kind %s says so", (kind, message) => {
		wants(undefined, { kind, action: "a.ts", detail: undefined });
		expect(fixture.notifications.messages).toEqual([message]);
	});

	it.each<[why: string, detail: string]>([
		["is longer than a line", "x".repeat(81)],
		["has several lines", "npm ci\nnpm test"],
		["hides a character", "npm te\u200Bst"],
		["turns its direction", "echo \u202Eolleh"],
		["sends escape sequences", "echo \u001B]0;npm test\u0007"],
		["has half a character", "echo \uDC00"],
		["is 5,000 characters with a dangerous tail", `${"true; ".repeat(830)}rm -rf ~`],
		["is dangerous", "rm -rf build"],
	])("can only be reviewed where it %s, and says no part of it as the whole", (_, detail) => {
		wants(detail);
		expect(fixture.notifications.shown).toMatchObject([
			{
				message: "Claude Code (claude · web-shop) wants to run a command: Run the tests",
				buttons: ["Review…"],
			},
		]);
	});

	it("can only be reviewed where its agent could not be verified", () => {
		wants("ls", {}, { ...place, verification: "refuted" });
		expect(fixture.notifications.last.buttons).toEqual(["Review…"]);
	});

	it("shows no link and no hidden character of its agent", () => {
		wants("[ok](command:workbench.action.quit)", { action: "a\u202E[b](command:c)" });
		expect(fixture.notifications.messages).toEqual([
			"Claude Code (claude · web-shop) wants to run a command: a‹U+202E›[b] (command:c)",
		]);
		wants("[ok](command:workbench.action.quit)");
		fixture.clock.advance(2_000);
		expect(fixture.notifications.last.message).toBe(
			"Claude Code (claude · web-shop) wants to run a command: [ok] (command:workbench.action.quit)",
		);
	});

	it.each<[AttentionMode, number, number]>([
		["notification", 1, 0],
		["quickPick", 0, 1],
		["panel", 1, 0],
		["statusBar", 0, 0],
	])("is told as the person wants it: %s", (mode, notifications, lists) => {
		fixture.mode = mode;
		wants();
		expect([fixture.notifications.shown.length, fixture.lists.all.length]).toEqual([notifications, lists]);
	});

	it("is told once more when the window gets the focus, unless it has closed", () => {
		fixture.focus(false);
		wants();
		const { id } = wants("npm run lint");
		fixture.clock.advance(2_000);
		fixture.desk.approvals.deny(id);
		fixture.focus(true);
		fixture.focus(true);
		expect(fixture.notifications.messages.filter((message) => message.endsWith("test:unit"))).toHaveLength(2);
		expect(fixture.notifications.messages.filter((message) => message.endsWith("lint"))).toHaveLength(1);
	});

	it("is one of many items that are told together with questions", async () => {
		wants();
		fixture.ask(fixture.open({ key: fixture.newKey() }));
		wants();
		wants();
		fixture.clock.advance(2_000);
		expect(fixture.notifications.last.message).toBe("4 items wait for you.");
		await fixture.notifications.last.press("Show");
		expect(fixture.lists.top.title).toBe("Parley: 4 waiting");
	});

	it("is not told by anything where a rule has decided it", () => {
		const { id } = wants();
		fixture.desk.approvals.allowAlways(id, { kind: "exact", action: "Run the tests", detail: "npm run test:unit" });
		const told = fixture.notifications.shown.length;
		fixture.request(fixture.open({ key: fixture.newKey() }), {
			kind: "command",
			action: "Run the tests",
			detail: "npm run test:unit",
		});
		fixture.clock.advance(2_000);
		expect([fixture.notifications.shown.length, fixture.desk.inbox.count]).toEqual([told, 0]);
	});
});

describe("a button of a request's notification", () => {
	it.each<[string, unknown]>([
		["Allow once", { decision: "allow_once", reason: "user" }],
		["Deny", { decision: "deny", reason: "user" }],
	])("%s decides, once its first second is over", async (button, outcome) => {
		const { id } = wants();
		fixture.clock.advance(1_000);
		await fixture.notifications.last.press(button);
		expect([fixture.desk.approvals.outcomeOf(id), fixture.lists.all]).toEqual([outcome, []]);
	});

	it("Allow once opens the request instead in its first second", async () => {
		const { id } = wants();
		fixture.clock.advance(999);
		await fixture.notifications.last.press("Allow once");
		expect([fixture.desk.approvals.outcomeOf(id), fixture.lists.top.labels[0]]).toEqual([
			undefined,
			"Read the whole command",
		]);
	});

	it("Review… opens the request", async () => {
		wants("rm -rf build");
		await fixture.notifications.last.press("Review…");
		expect([fixture.lists.top.placeholder, fixture.desk.inbox.count]).toEqual(["Run the tests", 1]);
	});

	it.each<[string, (id: string) => void, string]>([
		["allowed", (id) => fixture.desk.approvals.allowOnce(id), "Already allowed once."],
		["denied", (id) => fixture.desk.approvals.deny(id), "Already denied."],
		[
			"out of time",
			() => fixture.clock.advance(300_000),
			"This request has closed without a decision and counts as denied.",
		],
	])("of a request that is %s says so and changes nothing", async (_, close, text) => {
		const { id } = wants();
		fixture.clock.advance(1_000);
		const toast = fixture.notifications.last;
		close(id);
		const before = fixture.desk.history.entries;
		await toast.press("Allow once");
		expect([fixture.notifications.last.message, fixture.desk.history.entries]).toEqual([text, before]);
	});

	it("of a window that has been restarted allows nothing there", async () => {
		const { id } = wants();
		fixture.clock.advance(1_000);
		fixture.surfaces.dispose();
		await fixture.notifications.last.press("Allow once");
		expect([fixture.pressedLate, fixture.desk.inbox.count]).toEqual([[id], 1]);
	});

	it("says when what was allowed could not be stored, and the request waits on", async () => {
		wants();
		fixture.clock.advance(1_000);
		fixture.sessionStore.isFull = true;
		await fixture.notifications.last.press("Allow once");
		expect([fixture.notifications.last.message, fixture.desk.inbox.count]).toEqual([
			"That could not be stored, so nothing was allowed. The log says why.",
			1,
		]);
		await fixture.notifications.last.close();
		expect(fixture.failures).toHaveLength(1);
	});
});

describe("the inbox", () => {
	it("lists requests beside questions, those of a session before its question", () => {
		const session = fixture.open({ key: fixture.newKey() });
		fixture.ask(session, { question: "Which port?" });
		fixture.requested(session, { kind: "edit", action: "Change\nthe port" });
		fixture.surfaces.acts.showInbox();
		expect(fixture.lists.top.rows.slice(0, 2)).toMatchObject([
			{
				icon: "shield",
				label: "Claude Code: Change",
				description: "claude · web-shop",
				detail: "5:00 left · Wants your approval",
			},
			{ icon: "question", label: "Claude Code: Which port?" },
		]);
		fixture.lists.top.accept("Claude Code: Change");
		expect(fixture.lists.top.title).toBe("Claude Code wants to edit a file · claude · web-shop");
	});

	it("is followed by the commands that mean an item: open, keep open, terminal", () => {
		const { id } = wants();
		fixture.surfaces.acts.keepOpen();
		fixture.surfaces.acts.showTerminal();
		fixture.surfaces.acts.dismissQuestion();
		expect([fixture.approval(id).deadline - fixture.clock.now(), fixture.notifications.last.message]).toEqual([
			600_000,
			"Nothing is waiting.",
		]);
		fixture.surfaces.acts.answerOldest();
		expect(fixture.lists.top.labels[0]).toBe("Read the whole command");
		fixture.surfaces.acts.manageApprovals();
		expect(fixture.lists.top.title).toBe("Approval rules of this workspace");
	});
});

describe("the status bar", () => {
	const view = () =>
		statusBarView(
			english,
			{ state: { kind: "running", since: 0 }, items: fixture.desk.inbox.items, connected: 1, others: [] },
			fixture.clock.now(),
		);

	it("counts requests, and leads to each", () => {
		const { id } = wants();
		expect(view()).toMatchObject({
			icon: "question",
			text: "1 waiting · 5:00",
			tooltip: [
				{
					text: "Claude Code (claude · web-shop): Run the tests",
					command: { id: "parley.answerQuestion", argument: id },
				},
			],
		});
	});

	it("says what silence will mean in the last minute", () => {
		wants();
		fixture.clock.advance(262_000);
		expect(view().tooltip[0]).toEqual({ text: "closes in 38 s and then counts as denied" });
		fixture = new SurfacesFixture();
		fixture.prompted(fixture.open(), { blocksTerminal: true });
		fixture.clock.advance(30_000);
		expect(view().tooltip[0]).toEqual({ text: "closes in 30 s, then the agent asks in its terminal" });
	});
});
