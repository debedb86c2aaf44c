import { beforeEach, describe, expect, it } from "vitest";
import { introOf } from "../../support/deskFixture";
import { PicksFixture } from "./picksFixture";

let fixture: PicksFixture;

beforeEach(() => {
	fixture = new PicksFixture();
});

const place = introOf().place;

/** A request to run that command, its list open and past its guard. */
function opened(detail = "npm run test:unit", change: Record<string, unknown> = {}) {
	const args = { kind: "command", action: "Run the tests", detail, ...change };
	const watched = fixture.request(fixture.open(), args);
	const { id } = fixture.desk.approvals.open[0]!;
	fixture.picks.openItem(id);
	fixture.clock.advance(500);
	return { id, watched, list: fixture.lists.top };
}

describe("the list of a request", () => {
	it("names agent, terminal and folder, reads first, and puts Deny before Allow", () => {
		const { list } = opened();
		expect([list.title, list.placeholder]).toEqual([
			"Claude Code wants to run a command · claude · web-shop",
			"Run the tests",
		]);
		expect(list.rows).toEqual([
			{
				kind: "row",
				icon: "book",
				label: "Read the whole command",
				detail: "npm run test:unit",
				alwaysShow: true,
				act: "read",
			},
			{ kind: "separator", label: "Decision · closes in 5 min" },
			{ kind: "row", icon: "circle-slash", label: "Deny", alwaysShow: true, act: "deny" },
			{ kind: "row", icon: "check", label: "Allow once", alwaysShow: true, act: "allow-once" },
			{ kind: "row", icon: "shield", label: "Allow always…", alwaysShow: true, act: "allow-always" },
		]);
		expect(list.active).toBeUndefined();
	});

	it.each<[string, string]>([
		["Deny", "deny user"],
		["Allow once", "allow_once user"],
	])("%s decides", async (label, decision) => {
		const { watched, list } = opened();
		list.accept(label);
		const result = await watched.promise;
		expect([`${result.decision} ${result.reason}`, list.state]).toEqual([decision, "gone"]);
	});

	it.each<[why: string, detail: string]>([
		["is longer than a line", `echo ${"a".repeat(80)}`],
		["has several lines", "npm ci\nnpm test"],
		["hides a character", "npm run te\u200Bst"],
		["turns its direction", "echo \u202Esseccus"],
		["has blanks that a list would not show", "rm  build"],
		["begins with a blank", " ls"],
		["is 5,000 characters with a dangerous tail", `echo ${"x ".repeat(2_490)} && rm -rf ~`],
		["has half a character", "echo \uD800"],
		["moves the cursor", "echo a\u001B[2K\rls"],
	])("only reads where the text %s", (_, detail) => {
		const { list } = opened(detail);
		const labels = list.labels.filter((label) => !label.endsWith("only be allowed once."));
		expect(labels).toEqual(["Read the whole command", "Decision · closes in 5 min"]);
	});

	it("offers no rule for what is dangerous, and for nobody who could not be verified", () => {
		expect(opened("rm -rf build").list.labels).toEqual([
			"Read the whole command",
			"Deletes folders with all they hold. This can only be allowed once.",
			"Decision · closes in 5 min",
			"Deny",
			"Allow once",
		]);
		fixture = new PicksFixture();
		const session = fixture.open({ place: { ...place, verification: "refuted" } });
		const { id } = fixture.requested(session);
		fixture.picks.openItem(id);
		expect([fixture.lists.top.labels.slice(1), fixture.lists.top.title]).toEqual([
			[
				"Parley could not verify who asks. This can only be allowed once.",
				"Decision · closes in 5 min",
				"Deny",
				"Allow once",
			],
			"not verified: says it is Claude Code wants to run a command · claude · web-shop",
		]);
	});

	it("takes nothing in its first 500 ms, nor within 500 ms of a key", () => {
		const { id } = fixture.requested(fixture.open());
		fixture.picks.openItem(id);
		const list = fixture.lists.top;
		fixture.clock.advance(499);
		list.accept("Allow once");
		fixture.clock.advance(1);
		list.value = "allow";
		list.accept("Allow once");
		expect([fixture.desk.inbox.count, list.state]).toEqual([1, "shown"]);
		fixture.clock.advance(500);
		list.accept("Allow once");
		expect([fixture.desk.inbox.count, list.state]).toEqual([0, "gone"]);
	});

	it("that is hidden decides nothing", () => {
		const { list } = opened();
		list.escape();
		expect([fixture.desk.inbox.count, list.state]).toEqual([1, "gone"]);
	});

	it("leads to the card for reading, shows the terminal and keeps open", () => {
		const { id, list } = opened();
		list.press("Show terminal");
		list.press("Keep open (adds 5 minutes)");
		expect([fixture.shownTerminals, fixture.approval(id).deadline - fixture.clock.now()]).toEqual([
			[fixture.approval(id).session],
			599_500,
		]);
		list.accept("Read the whole command");
		expect([fixture.shownCards, list.state]).toEqual([[id], "gone"]);
	});

	it("says how the request ended when it ends while it is open", () => {
		const { id, list } = opened();
		fixture.desk.approvals.deny(id);
		expect(list.rows).toMatchObject([{ label: "Already denied." }]);
		fixture.clock.advance(500);
		list.accept("Already denied.");
		expect(list.state).toBe("gone");
	});

	it("gives a prompt that blocks its terminal back to it", async () => {
		const watched = fixture.prompt(fixture.open(), { blocksTerminal: true });
		fixture.picks.openItem(fixture.desk.approvals.open[0]!.id);
		fixture.clock.advance(500);
		expect(fixture.lists.top.labels.at(-1)).toBe("Decide in the terminal");
		fixture.lists.top.accept("Decide in the terminal");
		expect(await watched.promise).toEqual({ decision: "none", reason: "terminal" });
	});

	it("decides nothing while the agent is away", () => {
		const { id } = fixture.requested(fixture.open());
		fixture.reload();
		fixture.picks.openItem(id);
		fixture.clock.advance(500);
		fixture.lists.top.accept("Allow once");
		expect([fixture.lists.top.title, fixture.desk.inbox.count]).toEqual([
			"The agent is reconnecting. You can decide when it is back.",
			1,
		]);
	});

	it("that was opened while the agent was away offers all once it is back, and says no longer that it is away", () => {
		const call = fixture.call();
		const session = fixture.open();
		fixture.request(session, undefined, call);
		const { id } = fixture.desk.approvals.open[0]!;
		fixture.reload();
		fixture.picks.openItem(id);
		const list = fixture.lists.top;
		fixture.clock.advance(500);
		list.accept("Allow once");
		const away = [list.title, list.labels.includes("Allow always…")];
		fixture.request(fixture.open({ inFlight: [call.key] }), undefined, fixture.call(call.key));
		expect([away, [list.title, list.labels.includes("Allow always…")]]).toEqual([
			["The agent is reconnecting. You can decide when it is back.", false],
			["Claude Code wants to run a command · claude · web-shop", true],
		]);
	});

	it("says when a decision could not be stored, and the request stays", () => {
		const { id, list } = opened();
		fixture.sessionStore.isFull = true;
		expect(() => list.accept("Allow once")).toThrow();
		expect([list.title, fixture.desk.inbox.count]).toEqual([
			"That could not be stored, so nothing was allowed. The log says why.",
			1,
		]);
		fixture.sessionStore.isFull = false;
		fixture.desk.approvals.deny(id);
		expect([list.title, list.labels]).toEqual([
			"Claude Code wants to run a command · claude · web-shop",
			["Already denied."],
		]);
	});
});

describe("the list that opens by itself", () => {
	it("only reads, whatever is typed", () => {
		const { id } = fixture.requested(fixture.open());
		fixture.picks.openToRead(fixture.item(id));
		const list = fixture.lists.top;
		expect([list.labels, list.title]).toEqual([
			["Review…", "Open in panel", "Later"],
			"Claude Code wants to run a command · claude · web-shop",
		]);
		list.value = "allow once";
		list.accept("Review…");
		expect(fixture.lists.top).toBe(list);
		fixture.clock.advance(500);
		list.accept("Review…");
		expect([fixture.lists.top.labels[0], fixture.desk.inbox.count]).toEqual(["Read the whole command", 1]);
	});
});
