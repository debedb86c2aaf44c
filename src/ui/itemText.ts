import type { OpenApproval } from "../core/approvals";
import type { OpenQuestion } from "../core/clarifications";
import type { InboxItem } from "../core/inbox";
import { wantsText } from "./actText";
import { askerOf } from "./asker";
import type { L10n } from "./l10n";

/** The question or the request itself. */
export function openItem(item: InboxItem): OpenQuestion | OpenApproval {
	return item.kind === "question" ? item.question : item.approval;
}

/** What is asked, or what the agent says it wants. Foreign text. */
export function itemText(item: InboxItem): string {
	return item.kind === "question" ? item.question.question.text : item.approval.act.action;
}

/** "Claude Code asks · claude · web-shop" */
export function itemTitle(l10n: L10n, item: InboxItem): string {
	const { agent, place } = askerOf(l10n, openItem(item).session);
	const what = item.kind === "question" ? l10n.t("{0} asks", agent) : wantsText(l10n, agent, item.approval.act.kind);
	return [what, place].filter((part) => part !== "").join(" · ");
}
