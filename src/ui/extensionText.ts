import { MINUTE_MS, SECOND_MS } from "../core/limits";
import type { L10n } from "./l10n";

/** What Keep open really adds: "adds 5 minutes". */
export function extensionText(l10n: L10n, ms: number): string {
	if (ms < MINUTE_MS) return l10n.t("adds {0} s", Math.floor(ms / SECOND_MS));
	const minutes = Math.floor(ms / MINUTE_MS);
	return minutes === 1 ? l10n.t("adds 1 minute") : l10n.t("adds {0} minutes", minutes);
}
