import { onlyOnceText } from "../src/protocol/onlyOnce";
import type { ApprovalData } from "../src/protocol/snapshot";
import { parseUnifiedDiff } from "../src/protocol/unifiedDiff";
import { KIND_TEXTS } from "./actTexts";
import type { PanelContext } from "./context";
import { diffView } from "./diffView";
import { hiddenHint, showHidden } from "./hiddenNodes";
import { icon, make } from "./make";
import { fillNodes, iconButton } from "./names";
import { wholeText } from "./wholeText";

/** What an agent wants: in one line, in full, why; what is hidden in it and what is dangerous about it. */
export function approvalText(context: PanelContext, data: ApprovalData): readonly HTMLElement[] {
	const { texts } = context;
	const { act } = data;
	const hidden: string[] = [];
	const shown = (text: string, oneLine = false): readonly (Node | string)[] => {
		const { nodes, hidden: names } = showHidden(texts, text, oneLine);
		hidden.push(...names);
		return nodes;
	};
	const copy = iconButton("copy", texts.copyWhole, () => context.post({ kind: "copy", what: "approval", id: data.id }));
	const isAllSaid = act.detail === undefined || act.detail === act.action;
	const isCommand = act.kind === "command";
	const wanted =
		isAllSaid && isCommand
			? make("p", { class: "caption" }, texts.wholeCommand)
			: make("p", {}, ...shown(act.action, true));
	const body = isAllSaid && !isCommand ? [] : bodyOf(context, data, hidden);
	const reason = act.reason === undefined ? [] : [reasonNode(texts.reasonGiven, shown(act.reason))];
	const hiddenWarning = hiddenHint(texts, hidden);
	const onlyOnce = onlyOnceText((key) => texts[key], data.dangers, data.source.isRefuted);
	return [
		make("div", { class: "wanted" }, wanted, copy),
		...body,
		...(hiddenWarning === undefined ? [] : [hiddenWarning]),
		...(onlyOnce === undefined ? [] : [warning(onlyOnce)]),
		...reason,
	];
}

function bodyOf(context: PanelContext, data: ApprovalData, hidden: string[]): readonly HTMLElement[] {
	const { texts } = context;
	const { kind, action, detail = action } = data.act;
	const files = kind === "edit" ? parseUnifiedDiff(detail) : undefined;
	if (files !== undefined) return diffView(context, data, files, hidden);
	return wholeText(texts, detail, texts[KIND_TEXTS[kind].whole], kind === "command", hidden);
}

function reasonNode(template: string, text: readonly (Node | string)[]): HTMLElement {
	return make("p", { class: "caption reason" }, ...fillNodes(template, { text }));
}

function warning(text: string): HTMLElement {
	return make("p", { class: "hint strong" }, icon("warning", "warn"), make("span", {}, text));
}
