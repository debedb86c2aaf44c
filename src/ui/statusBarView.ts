import type { InboxItem } from "../core/inbox";
import type { OtherWindow } from "../core/otherWindow";
import { askerOf, inFull } from "./asker";
import { COMMANDS } from "./commands";
import { itemText, openItem } from "./itemText";
import type { L10n } from "./l10n";
import type { PresenceState } from "./presence";
import { firstLine } from "./text/oneLine";
import { cut } from "./text/cut";
import { countdown, inWords, timeLeft } from "./timeLeft";

/** What the status bar shows. Texts are as they came: the sink makes them safe. */
export interface StatusBarView {
	/** A codicon's name. */
	readonly icon: string;
	readonly text: string;
	readonly background: "warning" | "error" | undefined;
	/** For a screen reader. */
	readonly label: string;
	readonly tooltip: readonly TooltipLine[];
	/** When it has to be drawn again although nothing has changed, in milliseconds. */
	readonly staysMs: number | undefined;
}

/** One line of a tooltip; with a command it is a link. */
export interface TooltipLine {
	readonly text: string;
	readonly command?: { readonly id: string; readonly argument?: string };
}

/** The status bar holds no more lines than a person can take in. */
const TOOLTIP_ITEMS_MAX = 10;
const TOOLTIP_TEXT_MAX = 80;
const WINDOWS_MAX = 10;
const WINDOW_NAME_MAX = 30;

/** What the status bar tells of. */
export interface StatusBarFacts {
	readonly state: PresenceState;
	/** As the inbox orders them. */
	readonly items: readonly InboxItem[];
	/** How many agents are connected. */
	readonly connected: number;
	/** The person's other windows in which something waits. */
	readonly others: readonly OtherWindow[];
}

export function statusBarView(l10n: L10n, facts: StatusBarFacts, now: number): StatusBarView {
	const view = ofThisWindow(l10n, facts, now);
	if (facts.others.length === 0) return view;
	const elsewhere = l10n.t("Other windows: {0}", othersText(l10n, facts.others));
	return { ...view, label: `${view.label} · ${elsewhere}`, tooltip: [...view.tooltip, { text: elsewhere }] };
}

function ofThisWindow(l10n: L10n, { state, items, connected }: StatusBarFacts, now: number): StatusBarView {
	if (state.kind === "stopped") return stopped(l10n, state.reason);
	if (state.kind === "untrusted") {
		const why = l10n.t("Off in Restricted Mode");
		return still(l10n, "workspace-untrusted", l10n.t("Parley off"), why);
	}
	if (items.length > 0) return waiting(l10n, items, now);
	if (state.kind === "starting") return still(l10n, "loading~spin", "Parley", l10n.t("Parley is starting"));
	return still(l10n, "comment-discussion", "Parley", readyText(l10n, connected));
}

function still(l10n: L10n, icon: string, text: string, why: string): StatusBarView {
	return {
		icon,
		text,
		background: undefined,
		label: l10n.t("{0}: {1}", text, why),
		tooltip: [{ text: why }],
		staysMs: undefined,
	};
}

function stopped(l10n: L10n, reason: string): StatusBarView {
	const text = l10n.t("Parley stopped");
	return {
		...still(l10n, "error", text, reason),
		background: "error",
		tooltip: [{ text: reason }, { text: l10n.t("Start again"), command: { id: COMMANDS.restart } }],
	};
}

function readyText(l10n: L10n, connected: number): string {
	if (connected === 0) return l10n.t("Ready. No agent is connected.");
	return connected === 1 ? l10n.t("Ready. 1 agent connected.") : l10n.t("Ready. {0} agents connected.", connected);
}

function waiting(l10n: L10n, items: readonly InboxItem[], now: number): StatusBarView {
	const next = closesNext(items);
	const left = timeLeft(openItem(next), now);
	const { text, isNearlyOver, staysMs } = countdown(l10n, left);
	const nearly = isNearlyOver && left.kind === "left" ? Math.ceil(left.ms / 1_000) : undefined;
	const shown = items.slice(0, TOOLTIP_ITEMS_MAX).map((item) => ({
		text: `${inFull(askerOf(l10n, openItem(item).session))}: ${cut(firstLine(itemText(item)), TOOLTIP_TEXT_MAX)}`,
		command: { id: COMMANDS.answerQuestion, argument: item.id },
	}));
	const more = items.length - shown.length;
	const rest = more === 0 ? [] : [{ text: l10n.t("{0} more…", more), command: { id: COMMANDS.showInbox } }];
	return {
		icon: nearly === undefined ? "question" : "warning",
		text: l10n.t("{0} waiting · {1}", items.length, text),
		background: nearly === undefined ? undefined : "warning",
		label: accessibleLabel(l10n, items.length, left.kind === "left" ? left.ms : undefined),
		tooltip: [...(nearly === undefined ? [] : [{ text: nearlyText(l10n, next, nearly) }]), ...shown, ...rest],
		staysMs,
	};
}

/** "api 2, web-shop 1" */
function othersText(l10n: L10n, others: readonly OtherWindow[]): string {
	const shown = others.slice(0, WINDOWS_MAX).map(({ folders, count }) => {
		const name = folders.length === 0 ? l10n.t("no folder") : cut(folders.join(" + "), WINDOW_NAME_MAX);
		return `${name} ${count}`;
	});
	return [...shown, ...(others.length > WINDOWS_MAX ? ["…"] : [])].join(", ");
}

/** The item whose time is up first; those that wait for their agent have no time. */
function closesNext(items: readonly InboxItem[]): InboxItem {
	return items.reduce((next, item) => {
		const [its, nexts] = [openItem(item), openItem(next)];
		if (its.state === "reconnecting") return next;
		return nexts.state === "reconnecting" || its.deadline < nexts.deadline ? item : next;
	});
}

function nearlyText(l10n: L10n, item: InboxItem, seconds: number): string {
	if (item.kind === "question") return l10n.t("closes in {0} s, your draft is kept", seconds);
	return item.approval.origin.kind === "tool"
		? l10n.t("closes in {0} s and then counts as denied", seconds)
		: l10n.t("closes in {0} s, then the agent asks in its terminal", seconds);
}

function accessibleLabel(l10n: L10n, count: number, ms: number | undefined): string {
	const waits = count === 1 ? l10n.t("Parley: 1 item waiting") : l10n.t("Parley: {0} items waiting", count);
	return ms === undefined ? waits : l10n.t("{0}, the next closes in {1}", waits, inWords(l10n, ms));
}
