import type { Texts } from "../src/protocol/page";
import type { HistoryItem } from "../src/protocol/snapshot";

export interface HistoryDay {
	/** `2026-11-30`, by the calendar of this place. */
	readonly id: string;
	readonly label: string;
	readonly items: readonly HistoryItem[];
}

/** Groups entries by the day they are of, in the order they come in. */
export function historyDays(
	items: readonly HistoryItem[],
	texts: Texts,
	language: string,
	now: number,
): readonly HistoryDay[] {
	const format = new Intl.DateTimeFormat(language, { dateStyle: "full" });
	const days = new Map<string, HistoryItem[]>();
	for (const item of items) {
		const id = dayId(new Date(item.at));
		days.set(id, [...(days.get(id) ?? []), item]);
	}
	const today = new Date(now);
	const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
	const names = new Map([
		[dayId(yesterday), texts.yesterday],
		[dayId(today), texts.today],
	]);
	return [...days].map(([id, entries]) => {
		const label = names.get(id) ?? format.format(entries[0]?.at);
		return { id, label, items: entries };
	});
}

function dayId(date: Date): string {
	const two = (part: number): string => String(part).padStart(2, "0");
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
