import { expect, test } from "vitest";
import { PANEL_TEXTS } from "../../../src/protocol/texts";
import type { HistoryItem } from "../../../src/protocol/snapshot";
import { historyDays } from "../../../webview/historyDays";

const noon = new Date(2026, 2, 1, 12).getTime();
const item = (id: string, at: number): HistoryItem => ({
	about: "question",
	id,
	at,
	agent: "Claude Code",
	terminal: undefined,
	folder: undefined,
	text: "Which?",
	outcome: { reason: "dismissed", response: "" },
	isPrivate: false,
});

test("entries are grouped by the calendar day of this place, the last two by name", () => {
	const items = [
		item("a", noon),
		item("b", new Date(2026, 2, 1, 0, 1).getTime()),
		item("c", new Date(2026, 1, 28, 23, 59).getTime()),
		item("d", new Date(2026, 1, 27, 1).getTime()),
	];
	const days = historyDays(items, PANEL_TEXTS, "en", noon);
	expect(days.map(({ id, label, items: of }) => [id, label, of.map((each) => each.id).join("")])).toEqual([
		["2026-03-01", "Today", "ab"],
		["2026-02-28", "Yesterday", "c"],
		["2026-02-27", "Friday, February 27, 2026", "d"],
	]);
});
