import type { Texts } from "../src/protocol/page";
import type { ApprovalData } from "../src/protocol/snapshot";

type Kind = ApprovalData["act"]["kind"];

/** What an agent wants, what a rule about it is for, and what such a rule covers at least. */
export const KIND_TEXTS: Readonly<Record<Kind, Record<"wants" | "kind" | "exactly" | "whole", keyof Texts>>> = {
	command: { wants: "wantsCommand", kind: "kindCommand", exactly: "exactlyCommand", whole: "wholeCommand" },
	edit: { wants: "wantsEdit", kind: "kindEdit", exactly: "exactlyRequest", whole: "wholeRequest" },
	network: { wants: "wantsNetwork", kind: "kindNetwork", exactly: "exactlyRequest", whole: "wholeRequest" },
	other: { wants: "wantsOther", kind: "kindOther", exactly: "exactlyRequest", whole: "wholeRequest" },
};
