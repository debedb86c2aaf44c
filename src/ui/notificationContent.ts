import type { OpenQuestion } from "../core/clarifications";
import { codePoints } from "../core/limits";
import { askerOf } from "./asker";
import type { L10n } from "./l10n";
import { notificationPart } from "./text/notificationText";
import { hasHidden } from "./text/visible";

/** A button of a notification: a choice of the question, or one of our own words that opens its list. */
export type QuestionButton =
	{ readonly kind: "choice"; readonly label: string } | { readonly kind: "open"; readonly label: string };

export interface QuestionNotification {
	readonly message: string;
	readonly buttons: readonly QuestionButton[];
}

const CHOICE_BUTTONS_MAX = 3;
const BUTTON_TEXT_MAX = 24;
const WHO_MAX = 60;

/** What tells that an agent asks. Up to three short choices are buttons; all else is behind one button. */
export function questionNotification(l10n: L10n, question: OpenQuestion): QuestionNotification {
	const { agent, place } = askerOf(l10n, question.session);
	const who = notificationPart(agent, WHO_MAX);
	const where = notificationPart(place, WHO_MAX);
	const what = notificationPart(question.question.text);
	const choices = choiceButtons(l10n, question.question.choices);
	return {
		message: where === "" ? l10n.t("{0} asks: {1}", who, what) : l10n.t("{0} ({1}) asks: {2}", who, where, what),
		buttons: [...choices, { kind: "open", label: choices.length === 0 ? l10n.t("Answer…") : l10n.t("Other…") }],
	};
}

function choiceButtons(l10n: L10n, choices: readonly string[]): readonly QuestionButton[] {
	if (choices.length > CHOICE_BUTTONS_MAX || !choices.every(isPlainAndShort)) return [];
	const own = [
		l10n.t("Answer…"),
		l10n.t("Other…"),
		l10n.t("Dismiss"),
		l10n.t("Later"),
		l10n.t("Open"),
		l10n.t("Show"),
		l10n.t("Start again"),
	].map(bare);
	return choices.filter((choice) => !own.includes(bare(choice))).map((label) => ({ kind: "choice", label }));
}

/** A button shows its text as it is: nothing in it may be hidden, broken over lines or drawn as something else. */
function isPlainAndShort(choice: string): boolean {
	return codePoints(choice) <= BUTTON_TEXT_MAX && !hasHidden(choice) && !/\$\(|&&|\]\(|\s{2}/u.test(choice);
}

/** A person reads "other" and "Other…" as the same button. */
function bare(label: string): string {
	return label
		.normalize("NFKC")
		.replace(/[\s.]+$/u, "")
		.toLowerCase();
}
