import type { Texts } from "../src/protocol/page";
import type { ApprovalData } from "../src/protocol/snapshot";

type Kind = ApprovalData["act"]["kind"];
type Danger = ApprovalData["dangers"][number];

/** What an agent wants, what a rule about it is for, and what such a rule covers at least. */
export const KIND_TEXTS: Readonly<Record<Kind, Record<"wants" | "kind" | "exactly" | "whole", keyof Texts>>> = {
	command: { wants: "wantsCommand", kind: "kindCommand", exactly: "exactlyCommand", whole: "wholeCommand" },
	edit: { wants: "wantsEdit", kind: "kindEdit", exactly: "exactlyRequest", whole: "wholeRequest" },
	network: { wants: "wantsNetwork", kind: "kindNetwork", exactly: "exactlyRequest", whole: "wholeRequest" },
	other: { wants: "wantsOther", kind: "kindOther", exactly: "exactlyRequest", whole: "wholeRequest" },
};

const DANGER_TEXTS: Readonly<Record<Danger, keyof Texts>> = {
	recursiveDelete: "dangerRecursiveDelete",
	privilege: "dangerPrivilege",
	historyRewrite: "dangerHistoryRewrite",
	diskOrOwnership: "dangerDiskOrOwnership",
	credentials: "dangerCredentials",
	downloadToShell: "dangerDownloadToShell",
	publish: "dangerPublish",
	destructiveSql: "dangerDestructiveSql",
	serviceControl: "dangerServiceControl",
	forGood: "dangerForGood",
	laterCommands: "dangerLaterCommands",
	computedCommand: "dangerComputedCommand",
};

/** Why it can only be allowed once, in sentences; undefined: it need not be. */
export function onlyOnceText(texts: Texts, { dangers, source }: ApprovalData): string | undefined {
	const why = dangers.map((danger) => texts[DANGER_TEXTS[danger]]);
	if (source.isRefuted) why.push(texts.notVerifiedOnce);
	// In Chinese nothing stands between two sentences.
	return why.length === 0 ? undefined : [...why, texts.onlyOnce].join(texts.onlyOnce.endsWith("。") ? "" : " ");
}
