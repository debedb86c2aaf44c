import { describe, expect, it } from "vitest";
import { approvalNotification, questionNotification } from "../../../src/ui/notificationContent";
import { DeskFixture, introOf } from "../../support/deskFixture";
import { english } from "./english";

function content(args: unknown, place = introOf().place) {
	const fixture = new DeskFixture();
	const { message, buttons } = questionNotification(english, fixture.ask(fixture.open({ place }), args));
	return { message, buttons: buttons.map(({ label }) => label) };
}

describe("the notification of a question", () => {
	it("names agent, terminal and folder, as far as they are known", () => {
		const { place } = introOf();
		const nowhere = { ...place, terminal: undefined, folder: undefined, cwd: undefined };
		expect(
			[place, { ...place, terminal: undefined }, nowhere].map((each) => content({ question: "Why?" }, each).message),
		).toEqual([
			"Claude Code (claude · web-shop) asks: Why?",
			"Claude Code (web-shop) asks: Why?",
			"Claude Code asks: Why?",
		]);
	});

	it("cuts a long question, and shows hostile text as it is", () => {
		const terminal = { name: "[x](command:y)\u202E", processId: 1 };
		const { message } = content(
			{ question: `[Yes](command:z) ${"long ".repeat(50)}` },
			{ ...introOf().place, terminal },
		);
		expect(message.startsWith("Claude Code ([x] (command:y)‹U+202E› · web-shop) asks: [Yes] (command:z) long")).toBe(
			true,
		);
		expect(Array.from(message.split(" asks: ")[1]!)).toHaveLength(160);
	});

	it.each<[string, string[], string[]]>([
		["up to three short choices", ["Yes", "No", "Ask Bob"], ["Yes", "No", "Ask Bob", "Other…"]],
		["one choice", ["Go on"], ["Go on", "Other…"]],
		["no choice", [], ["Answer…"]],
		["four choices", ["1", "2", "3", "4"], ["Answer…"]],
		["more text than the buttons hold", ["Postgres in Docker", "SQLite in memory", "None"], ["Answer…"]],
		["wide characters", ["使用容器中的数据库", "使用内存中的数据库", "不用"], ["Answer…"]],
		["a hidden character in one of them", ["Yes\u200B", "No"], ["Answer…"]],
		["a line break in one of them", ["Yes\nno", "No"], ["Answer…"]],
		["what looks like an icon", ["$(check)", "No"], ["Answer…"]],
		["a choice that reads like a button of ours", ["other", "Dismiss", "No"], ["No", "Other…"]],
	])("has the right buttons for %s", (_, choices, buttons) => {
		expect(content({ question: "Which?", choices }).buttons).toEqual(buttons);
	});
});

describe("the notification of a request", () => {
	const shown = (act: Record<string, unknown>) => {
		const fixture = new DeskFixture();
		const { message, buttons } = approvalNotification(english, fixture.requested(fixture.open(), act));
		return [message, buttons.map(({ label }) => label)];
	};
	const DECIDE = ["Deny", "Allow once", "Review…"];

	it.each<[string, Record<string, unknown>, string, string[]]>([
		[
			"a command, all of it",
			{ kind: "command", action: "Run the tests", detail: "npm test" },
			"Claude Code (claude · web-shop) wants to run a command: npm test",
			DECIDE,
		],
		[
			"what its one line says whole",
			{ kind: "network", action: "Fetch https://example.org/" },
			"Claude Code (claude · web-shop) wants to use the network: Fetch https://example.org/",
			DECIDE,
		],
		[
			"an edit, whose short content says nothing of the file",
			{ kind: "edit", action: "Write .git/hooks/pre-commit", detail: "exit 0" },
			"Claude Code (claude · web-shop) wants to edit a file: Write .git/hooks/pre-commit",
			["Review…"],
		],
		[
			"anything else with a detail",
			{ kind: "other", action: "Send a mail to everybody", detail: "Hello" },
			"Claude Code (claude · web-shop) wants to do something: Send a mail to everybody",
			["Review…"],
		],
	])("decides no more than it shows: %s", (_, act, message, buttons) => {
		expect(shown(act)).toEqual([message, buttons]);
	});
});
