import type { L10n } from "../ui/l10n";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago something was, coarsely. */
export function timeAgo(l10n: L10n, at: number, now: number): string {
	const ms = Math.max(0, now - at);
	if (ms < MINUTE_MS) return l10n.t("less than a minute ago");
	if (ms < HOUR_MS) return l10n.t("{0} min ago", Math.floor(ms / MINUTE_MS));
	if (ms < DAY_MS) return l10n.t("{0} h ago", Math.floor(ms / HOUR_MS));
	return l10n.t("{0} d ago", Math.floor(ms / DAY_MS));
}
