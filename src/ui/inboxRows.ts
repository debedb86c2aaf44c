import type { UnsentDraft } from "../core/clarifications";
import type { InboxItem } from "../core/inbox";
import { askerOf } from "./asker";
import { itemText, openItem } from "./itemText";
import type { L10n } from "./l10n";
import type { ListRow } from "./list";
import { cut } from "./text/cut";
import { firstLine } from "./text/oneLine";
import { countdown, timeLeft } from "./timeLeft";

/** What a row of the inbox does. */
export type InboxAct =
	| { readonly kind: "nothing" | "panel" | "connect" | "sample" | "examine" }
	| { readonly kind: "item" | "draft"; readonly id: string };

const LINE_MAX = 80;

/** Everything that waits, oldest first, then unsent drafts, then what Parley offers. */
export function inboxRows(
	l10n: L10n,
	items: readonly InboxItem[],
	drafts: readonly UnsentDraft[],
	now: number,
): readonly ListRow<InboxAct>[] {
	return [
		...(items.length === 0 ? [nothingRow(l10n)] : items.map((item) => itemRow(l10n, item, now))),
		...(drafts.length === 0 ? [] : [{ kind: "separator", label: l10n.t("Unsent drafts") } as const]),
		...drafts.map((draft) => draftRow(l10n, draft)),
		{ kind: "separator", label: "Parley" },
		{ kind: "row", icon: "layout-sidebar-right", label: l10n.t("Open panel"), act: { kind: "panel" } },
		{ kind: "row", icon: "plug", label: l10n.t("Connect agents…"), act: { kind: "connect" } },
		{ kind: "row", icon: "beaker", label: l10n.t("Ask me a sample question"), act: { kind: "sample" } },
		{ kind: "row", icon: "pulse", label: l10n.t("Run Doctor"), act: { kind: "examine" } },
	];
}

/** How long the rows stay right; undefined: until something changes. */
export function inboxStaysMs(l10n: L10n, items: readonly InboxItem[], now: number): number | undefined {
	const all = items
		.map((item) => countdown(l10n, timeLeft(openItem(item), now)).staysMs)
		.filter((ms) => ms !== undefined);
	return all.length === 0 ? undefined : Math.min(...all);
}

function nothingRow(l10n: L10n): ListRow<InboxAct> {
	return { kind: "row", icon: "check", label: l10n.t("Nothing is waiting"), act: { kind: "nothing" } };
}

function itemRow(l10n: L10n, item: InboxItem, now: number): ListRow<InboxAct> {
	const { agent, place } = askerOf(l10n, openItem(item).session);
	const left = timeLeft(openItem(item), now);
	const clock = countdown(l10n, left).text;
	return {
		kind: "row",
		icon: item.kind === "question" ? "question" : "shield",
		label: cut(`${agent}: ${firstLine(itemText(item))}`, LINE_MAX),
		description: place,
		detail: [left.kind === "left" ? l10n.t("{0} left", clock) : clock, aboutText(l10n, item)]
			.filter((part) => part !== "")
			.join(" · "),
		act: { kind: "item", id: item.id },
	};
}

function draftRow(l10n: L10n, { id, session, question }: UnsentDraft): ListRow<InboxAct> {
	const { agent, place } = askerOf(l10n, session);
	return {
		kind: "row",
		icon: "edit",
		label: cut(`${agent}: ${firstLine(question.text)}`, LINE_MAX),
		description: place,
		detail: l10n.t("Your draft, not sent"),
		act: { kind: "draft", id },
	};
}

function aboutText(l10n: L10n, item: InboxItem): string {
	if (item.kind === "approval") return l10n.t("Wants your approval");
	const count = item.question.question.choices.length;
	if (count === 0) return "";
	return count === 1 ? l10n.t("1 choice") : l10n.t("{0} choices", count);
}
