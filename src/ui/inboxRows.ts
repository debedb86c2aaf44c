import type { OpenQuestion, UnsentDraft } from "../core/clarifications";
import { askerOf } from "./asker";
import type { L10n } from "./l10n";
import type { ListRow } from "./list";
import { cut } from "./text/cut";
import { firstLine } from "./text/oneLine";
import { countdown, timeLeft } from "./timeLeft";

/** What a row of the inbox does. */
export type InboxAct =
	| { readonly kind: "nothing" | "panel" | "connect" | "sample" }
	| { readonly kind: "question" | "draft"; readonly id: string };

const LINE_MAX = 80;

/** Everything that waits, oldest first, then unsent drafts, then what Parley offers. */
export function inboxRows(
	l10n: L10n,
	open: readonly OpenQuestion[],
	drafts: readonly UnsentDraft[],
	now: number,
): readonly ListRow<InboxAct>[] {
	return [
		...(open.length === 0 ? [nothingRow(l10n)] : open.map((question) => questionRow(l10n, question, now))),
		...(drafts.length === 0 ? [] : [{ kind: "separator", label: l10n.t("Unsent drafts") } as const]),
		...drafts.map((draft) => draftRow(l10n, draft)),
		{ kind: "separator", label: "Parley" },
		{ kind: "row", icon: "layout-sidebar-right", label: l10n.t("Open panel"), act: { kind: "panel" } },
		{ kind: "row", icon: "plug", label: l10n.t("Connect agents…"), act: { kind: "connect" } },
		{ kind: "row", icon: "beaker", label: l10n.t("Ask me a sample question"), act: { kind: "sample" } },
	];
}

/** How long the rows stay right; undefined: until something changes. */
export function inboxStaysMs(l10n: L10n, open: readonly OpenQuestion[], now: number): number | undefined {
	const all = open.map((question) => countdown(l10n, timeLeft(question, now)).staysMs).filter((ms) => ms !== undefined);
	return all.length === 0 ? undefined : Math.min(...all);
}

function nothingRow(l10n: L10n): ListRow<InboxAct> {
	return { kind: "row", icon: "check", label: l10n.t("Nothing is waiting"), act: { kind: "nothing" } };
}

function questionRow(l10n: L10n, question: OpenQuestion, now: number): ListRow<InboxAct> {
	const { agent, place } = askerOf(l10n, question.session);
	const { text, choices } = question.question;
	const left = timeLeft(question, now);
	const clock = countdown(l10n, left).text;
	return {
		kind: "row",
		icon: "question",
		label: cut(`${agent}: ${firstLine(text)}`, LINE_MAX),
		description: place,
		detail: [left.kind === "left" ? l10n.t("{0} left", clock) : clock, choicesText(l10n, choices.length)]
			.filter((part) => part !== "")
			.join(" · "),
		act: { kind: "question", id: question.id },
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

function choicesText(l10n: L10n, count: number): string {
	if (count === 0) return "";
	return count === 1 ? l10n.t("1 choice") : l10n.t("{0} choices", count);
}
