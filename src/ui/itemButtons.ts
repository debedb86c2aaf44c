import type { Place } from "../core/sessions";
import { extensionText } from "./extensionText";
import type { L10n } from "./l10n";
import type { ListButton } from "./list";

interface ItemButtonActs<Act> {
	readonly terminal: Act;
	readonly keepOpen: Act;
}

/** The buttons in the title of an open item's list. `extensionMs`: what Keep open would add; 0: it would add nothing. */
export function itemButtons<Act>(
	l10n: L10n,
	{ terminal }: Place,
	extensionMs: number,
	acts: ItemButtonActs<Act>,
): readonly ListButton<Act>[] {
	const buttons: ListButton<Act>[] = [];
	if (terminal !== undefined) buttons.push({ icon: "terminal", tooltip: l10n.t("Show terminal"), act: acts.terminal });
	if (extensionMs > 0) {
		const tooltip = l10n.t("Keep open ({0})", extensionText(l10n, extensionMs));
		buttons.push({ icon: "watch", tooltip, act: acts.keepOpen });
	}
	return buttons;
}
