import { readFileSync } from "node:fs";
import { ANSWER_IMAGES_MAX, ANSWER_IMAGES_MAX_BYTES, ANSWER_MAX, IMAGE_MAX_BYTES } from "../../src/core/limits";
import { panelHtml } from "../../src/ui/panelHtml";
import { panelTexts } from "../../src/ui/panelTexts";

/** The panel's document as the extension makes it, for a page whose resources lie beside it. */
export function panelDocument(language: string, origin: string): string {
	const bundle = `l10n/bundle.l10n.${language === "en" ? "" : `${language}.`}json`;
	const translations = JSON.parse(readFileSync(bundle, "utf8")) as Record<string, string>;
	const texts = panelTexts({ t: (message) => translations[message] ?? message });
	const resources = {
		source: origin,
		script: `${origin}/panel.js`,
		style: `${origin}/panel.css`,
		nonce: "0123456789abcdef",
	};
	return panelHtml(resources, {
		language,
		texts,
		answerMax: ANSWER_MAX,
		imageMax: IMAGE_MAX_BYTES,
		imagesMax: ANSWER_IMAGES_MAX,
		imagesMaxBytes: ANSWER_IMAGES_MAX_BYTES,
	});
}
