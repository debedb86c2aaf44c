import type { Danger } from "../core/dangers";
import type { PANEL_TEXTS } from "./texts";

type Key = keyof typeof PANEL_TEXTS;

const DANGER_TEXTS: Readonly<Record<Danger, Key>> = {
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

/** Why it can only be allowed once, in sentences of the language that `textOf` knows; undefined: it need not be. */
export function onlyOnceText(
	textOf: (key: Key) => string,
	dangers: readonly Danger[],
	isRefuted: boolean,
): string | undefined {
	const why = dangers.map((danger) => textOf(DANGER_TEXTS[danger]));
	if (isRefuted) why.push(textOf("notVerifiedOnce"));
	const once = textOf("onlyOnce");
	// In Chinese nothing stands between two sentences.
	return why.length === 0 ? undefined : [...why, once].join(once.endsWith("。") ? "" : " ");
}
