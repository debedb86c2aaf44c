import type { L10n } from "./l10n";
import type { Notify } from "./notify";
import { notificationPart } from "./text/notificationText";

/** No approval rule of this workspace applies: those of a broken file are kept aside, those of a newer version stay. */
export async function tellRulesUnreadable(
	l10n: L10n,
	notify: Notify,
	what: { readonly reason: "corrupt" | "newer"; readonly path: string },
): Promise<void> {
	const path = notificationPart(what.path);
	const message =
		what.reason === "corrupt"
			? l10n.t(
					"Parley could not understand the approval rules of this workspace and keeps them as {0}. None of them applies: you are asked each time.",
					path,
				)
			: l10n.t(
					"A newer version of Parley has written the approval rules of this workspace in {0}. This version applies none of them and stores none: you are asked each time.",
					path,
				);
	await notify("warning", message, []);
}
