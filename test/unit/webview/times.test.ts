import { expect, test } from "vitest";
import { PANEL_TEXTS } from "../../../src/protocol/texts";
import { addsText, agoText, clockText, secondsUntil, sinceText } from "../../../webview/times";

test("a countdown shows the last second until it is over, and never less than nothing", () => {
	expect([60_000, 59_001, 1_000, 1, 0, -5_000].map((left) => clockText(secondsUntil(left, 0)))).toEqual([
		"1:00",
		"1:00",
		"0:01",
		"0:01",
		"0:00",
		"0:00",
	]);
});

test("minutes of a countdown do not become hours", () => {
	expect(clockText(3_900)).toBe("65:00");
});

test("an age is told in its largest whole unit", () => {
	const ages = [0, 48_000, 60_000, 3_599_000, 3_600_000, 86_400_000 * 3, -1_000];
	expect(ages.map((age) => agoText(PANEL_TEXTS, 0, age))).toEqual([
		"0 s ago",
		"48 s ago",
		"1 min ago",
		"59 min ago",
		"1 h ago",
		"3 d ago",
		"0 s ago",
	]);
	expect(sinceText(PANEL_TEXTS, 0, 240_000)).toBe("4 min");
});

test("Keep open names what it really adds", () => {
	expect([300_000, 60_000, 59_900, 400, 0, -1].map((ms) => addsText(PANEL_TEXTS, ms))).toEqual([
		"Adds 5 minutes",
		"Adds 1 minute",
		"Adds 59 seconds",
		"Adds 1 seconds",
		"It cannot be kept open any longer.",
		"It cannot be kept open any longer.",
	]);
});
