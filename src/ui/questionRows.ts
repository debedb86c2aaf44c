import type { OpenQuestion } from "../core/clarifications";
import { codePoints } from "../core/limits";
import type { L10n } from "./l10n";
import type { ListRow } from "./list";
import { cut } from "./text/cut";
import { firstLine, oneLine } from "./text/oneLine";
import { closing, timeLeft } from "./timeLeft";

/** What a row of a question's list does. */
export type QuestionAct =
	| { readonly kind: "read" | "own" | "choices" | "earlier" | "panel" | "dismiss" | "keep-open" | "terminal" | "close" }
	| { readonly kind: "answer"; readonly response: string };

/** `choices`: pick one or type; `own`: only typing counts, so that no choice can be met by accident. */
export type QuestionMode = "choices" | "own";

/** What stands in the list's field. */
interface QuestionField {
	readonly mode: QuestionMode;
	readonly text: string;
	/** It was typed before the list opened: it must not hide choices that the person has not seen. */
	readonly isOlderDraft: boolean;
	/** What was answered to the same question before, if it may be used again. */
	readonly earlier: EarlierRow | undefined;
}

/** An answer that can be used again, as its row shows it. */
export interface EarlierRow {
	readonly response: string;
	/** When it was given, and to whom. */
	readonly when: string;
}

const READ_MAX = 180;
const CHOICE_MAX = 60;

/**
 * The rows of an open question. All but the last keep their place while the person types; the last one dismisses as long
 * as nothing is typed and sends what is typed otherwise, so typing "dis" and Enter never dismisses.
 */
export function questionRows(
	l10n: L10n,
	question: OpenQuestion,
	{ mode, text: typed, isOlderDraft, earlier }: QuestionField,
	now: number,
): readonly ListRow<QuestionAct>[] {
	const closes = closing(l10n, timeLeft(question, now)).text;
	const { text, choices } = question.question;
	const read: ListRow<QuestionAct> = {
		kind: "row",
		icon: "book",
		label: l10n.t("Read the whole question"),
		detail: cut(oneLine(text), READ_MAX),
		alwaysShow: true,
		act: { kind: "read" },
	};
	const last = lastRow(l10n, typed);
	const again = earlier === undefined ? [] : [earlierRow(l10n, earlier)];
	if (mode === "own" || choices.length === 0) {
		return [
			read,
			{ kind: "separator", label: l10n.t("Your own answer · {0}", closes) },
			...again,
			...(choices.length === 0 ? [] : [backRow(l10n)]),
			panelRow(l10n),
			last,
		];
	}
	return [
		read,
		{ kind: "separator", label: l10n.t("Choices · {0}", closes) },
		...choices.map((choice) => choiceRow(choice, isOlderDraft)),
		{ kind: "separator", label: l10n.t("Other") },
		{ kind: "row", icon: "edit", label: l10n.t("Type your own answer"), alwaysShow: true, act: { kind: "own" } },
		...again,
		panelRow(l10n),
		last,
	];
}

/**
 * The place of the row that Enter means. What is typed is sent as it is typed: a choice that only contains it is never
 * taken instead of it. Undefined: nothing is typed, the list decides.
 */
export function activeRow(rows: readonly ListRow<QuestionAct>[], typed: string): number | undefined {
	if (typed.trim() === "") return undefined;
	const same = rows.findIndex(
		(row) => row.kind === "row" && row.act.kind === "answer" && sameText(row.act.response, typed),
	);
	return same === -1 ? undefined : same;
}

/** The rows of a question that has closed while its list was open. */
export function closedRows(l10n: L10n, how: string, hasDraft: boolean): readonly ListRow<QuestionAct>[] {
	return [
		{ kind: "row", icon: "info", label: how, alwaysShow: true, act: { kind: "close" } },
		...(hasDraft
			? [
					{
						kind: "row",
						icon: "edit",
						label: l10n.t("Open the draft you have not sent"),
						alwaysShow: true,
						act: { kind: "panel" },
					} as const,
				]
			: []),
	];
}

function choiceRow(choice: string, alwaysShow: boolean): ListRow<QuestionAct> {
	const act = { kind: "answer", response: choice } as const;
	if (codePoints(choice) <= CHOICE_MAX) return { kind: "row", label: choice, alwaysShow, act };
	return { kind: "row", label: cut(choice, CHOICE_MAX), detail: choice, alwaysShow, act };
}

function lastRow(l10n: L10n, typed: string): ListRow<QuestionAct> {
	if (typed.trim() === "") {
		return {
			kind: "row",
			icon: "circle-slash",
			label: l10n.t("Dismiss"),
			description: l10n.t("The agent learns that you gave no answer"),
			act: { kind: "dismiss" },
		};
	}
	return {
		kind: "row",
		icon: "send",
		label: l10n.t("Answer: “{0}”", typed),
		alwaysShow: true,
		act: { kind: "answer", response: typed },
	};
}

function earlierRow(l10n: L10n, { response, when }: EarlierRow): ListRow<QuestionAct> {
	return {
		kind: "row",
		icon: "history",
		label: l10n.t("Use the earlier answer: {0}", cut(firstLine(response), CHOICE_MAX)),
		detail: when,
		alwaysShow: true,
		act: { kind: "earlier" },
	};
}

function backRow(l10n: L10n): ListRow<QuestionAct> {
	return {
		kind: "row",
		icon: "arrow-left",
		label: l10n.t("Back to the choices"),
		alwaysShow: true,
		act: { kind: "choices" },
	};
}

function panelRow(l10n: L10n): ListRow<QuestionAct> {
	return {
		kind: "row",
		icon: "layout-sidebar-right",
		label: l10n.t("Open in panel"),
		alwaysShow: true,
		act: { kind: "panel" },
	};
}

function sameText(one: string, other: string): boolean {
	return one.trim().toLowerCase() === other.trim().toLowerCase();
}
