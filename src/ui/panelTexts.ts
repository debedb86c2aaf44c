import type { Texts } from "../protocol/page";
import { PANEL_TEXTS } from "../protocol/texts";
import type { L10n } from "./l10n";

/** The panel's texts in the person's language; places for values stay, since the panel fills them. */
export function panelTexts(l10n: L10n): Texts {
	return {
		...PANEL_TEXTS,
		...Object.fromEntries(Object.entries(PANEL_TEXTS).map(([key, text]) => [key, l10n.t(text)])),
	};
}

/** One of the panel's texts, for a list that says the same. */
export function panelText(l10n: L10n, key: keyof typeof PANEL_TEXTS): string {
	return l10n.t(PANEL_TEXTS[key]);
}
