import type { ActKind } from "../core/actKinds";
import type { OpenApproval } from "../core/approvals";
import { onlyOnceText } from "../protocol/onlyOnce";
import { isReadAtAGlance, wholeAct } from "./actText";
import type { L10n } from "./l10n";
import type { ListRow } from "./list";
import { panelText } from "./panelTexts";
import { shortLine } from "./text/shortLine";
import { closing, timeLeft } from "./timeLeft";

/** What a row of a request's list does. */
export type ApprovalAct =
	"read" | "deny" | "allow-once" | "allow-always" | "in-terminal" | "keep-open" | "terminal" | "close";

const READ_MAX = 180;

/**
 * The rows of an open request. The first only reads, so that Enter alone decides nothing. Where the whole text does not
 * fit a line, reading it is the only way on. Nothing that is typed hides a row or moves one.
 */
export function approvalRows(
	l10n: L10n,
	approval: OpenApproval,
	canAllowAlways: boolean,
	now: number,
): readonly ListRow<ApprovalAct>[] {
	const row = (icon: string, label: string, act: ApprovalAct): ListRow<ApprovalAct> => {
		return { kind: "row", icon, label, alwaysShow: true, act };
	};
	const { origin, act, dangers, session } = approval;
	const isRefuted = session.intro.place.verification === "refuted";
	const onlyOnce = onlyOnceText((key) => panelText(l10n, key), dangers, isRefuted);
	const blocks = origin.kind === "prompt" && origin.blocksTerminal;
	return [
		{
			kind: "row",
			icon: "book",
			label: readLabel(l10n, act.kind),
			detail: shortLine(wholeAct(act), READ_MAX),
			alwaysShow: true,
			act: "read",
		},
		...(onlyOnce === undefined ? [] : [row("warning", onlyOnce, "read")]),
		{ kind: "separator", label: l10n.t("Decision · {0}", closing(l10n, timeLeft(approval, now)).text) },
		...(isReadAtAGlance(approval)
			? [
					row("circle-slash", l10n.t("Deny"), "deny"),
					row("check", l10n.t("Allow once"), "allow-once"),
					...(canAllowAlways ? [row("shield", l10n.t("Allow always…"), "allow-always")] : []),
				]
			: []),
		...(blocks ? [row("terminal", l10n.t("Decide in the terminal"), "in-terminal")] : []),
	];
}

/** The one row of a request that has closed while its list was open. */
export function closedRow(how: string): ListRow<ApprovalAct> {
	return { kind: "row", icon: "info", label: how, alwaysShow: true, act: "close" };
}

function readLabel(l10n: L10n, kind: ActKind): string {
	if (kind === "command") return l10n.t("Read the whole command");
	return kind === "edit" ? l10n.t("Read the whole change") : l10n.t("Read the whole request");
}
