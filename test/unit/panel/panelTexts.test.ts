import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PANEL_TEXTS } from "../../../src/protocol/texts";
import { panelTexts } from "../../../src/ui/panelTexts";

const bundle = (language: string): Record<string, string> =>
	JSON.parse(readFileSync(`l10n/bundle.l10n${language}.json`, "utf8")) as Record<string, string>;
const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

test("every text of the panel is in both languages, with the same places and marks", () => {
	const chinese = bundle(".zh-cn");
	const english = bundle("");
	const texts = panelTexts({ t: (message) => chinese[message] ?? "" });
	const faults = Object.entries(PANEL_TEXTS).filter(([key, text]) => {
		const translated = texts[key as keyof typeof texts];
		const marks = (each: string): number => each.split("**").length;
		return (
			english[text] !== text ||
			translated === "" ||
			String(places(translated)) !== String(places(text)) ||
			marks(translated) !== marks(text)
		);
	});
	expect(faults).toEqual([]);
});
