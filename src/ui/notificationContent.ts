import type { OpenApproval } from "../core/approvals";
import type { OpenQuestion } from "../core/clarifications";
import { isReadAtAGlance, wantsText, wholeAct } from "./actText";
import { askerOf } from "./asker";
import type { L10n } from "./l10n";
import { notificationPart } from "./text/notificationText";
import { hasHidden } from "./text/visible";

/** A button of a notification: a choice of the question, or one of our own words that opens its list. */
type QuestionButton =
	{ readonly kind: "choice"; readonly label: string } | { readonly kind: "open"; readonly label: string };

interface QuestionNotification {
	readonly message: string;
	readonly buttons: readonly QuestionButton[];
}

/** A button of a request's notification. */
interface ApprovalButton {
	readonly kind: "deny" | "allow" | "review";
	readonly label: string;
}

interface ApprovalNotification {
	readonly message: string;
	readonly buttons: readonly ApprovalButton[];
}

const CHOICE_BUTTONS_MAX = 3;
/** All buttons of a notification share its width of 450 px: what does not fit is cut, and no choice may be. */
const BUTTON_COLUMNS_MAX = 36;
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

/** What tells that an agent wants to do something. Only what can be read here in full, and is harmless, can be decided here. */
export function approvalNotification(l10n: L10n, approval: OpenApproval): ApprovalNotification {
	const { act, session, dangers } = approval;
	const { agent, place } = askerOf(l10n, session);
	const name = notificationPart(agent, WHO_MAX);
	const where = notificationPart(place, WHO_MAX);
	const who = where === "" ? name : `${name} (${where})`;
	const canDecide = isReadAtAGlance(approval) && dangers.length === 0 && session.intro.place.verification !== "refuted";
	const what = notificationPart(canDecide ? wholeAct(act) : act.action);
	const review = { kind: "review", label: l10n.t("Review…") } as const;
	const decide = [
		{ kind: "deny", label: l10n.t("Deny") },
		{ kind: "allow", label: l10n.t("Allow once") },
	] as const;
	return {
		message: l10n.t("{0}: {1}", wantsText(l10n, who, act.kind), what),
		buttons: canDecide ? [...decide, review] : [review],
	};
}

function choiceButtons(l10n: L10n, choices: readonly string[]): readonly QuestionButton[] {
	const columns = choices.reduce((sum, choice) => sum + columnsOf(choice), 0);
	if (choices.length > CHOICE_BUTTONS_MAX || columns > BUTTON_COLUMNS_MAX || !choices.every(isPlain)) return [];
	const own = [
		l10n.t("Answer…"),
		l10n.t("Other…"),
		l10n.t("Dismiss"),
		l10n.t("Later"),
		l10n.t("Deny"),
		l10n.t("Allow once"),
		l10n.t("Review…"),
		l10n.t("Open"),
		l10n.t("Show"),
		l10n.t("Start again"),
	].map(bare);
	return choices.filter((choice) => !own.includes(bare(choice))).map((label) => ({ kind: "choice", label }));
}

/** A button shows its text as it is: nothing in it may be hidden, broken over lines or drawn as something else. */
function isPlain(choice: string): boolean {
	return !hasHidden(choice) && !/\$\(|&&|\]\(|\s{2}/u.test(choice);
}

/** East Asian characters and emoji are twice as wide as Latin letters. */
function columnsOf(text: string): number {
	return Array.from(text).reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}

const WIDE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{Emoji_Presentation}\uFF00-\uFFEF]/u;

/** A person reads "other" and "Other…" as the same button. */
function bare(label: string): string {
	return label
		.normalize("NFKC")
		.replace(/[\s.]+$/u, "")
		.toLowerCase();
}
