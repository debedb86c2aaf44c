import { expect, test } from "vitest";
import { PANEL_TEXTS } from "../../../src/protocol/texts";
import { panelHtml } from "../../../src/ui/panelHtml";

const resources = {
	source: "https://panel.test",
	script: "https://panel.test/panel.js",
	style: "https://panel.test/panel.css",
	nonce: "n0nce",
};

const IMAGES = { imageMax: 1, imagesMax: 1, imagesMaxBytes: 1 };

test("only our own script can run, and nothing can be loaded from elsewhere", () => {
	const html = panelHtml(resources, { language: "en", texts: PANEL_TEXTS, answerMax: 16_000, ...IMAGES });
	const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
	expect(policy).toBe(
		"default-src 'none'; script-src 'nonce-n0nce'; style-src https://panel.test 'unsafe-inline'; font-src https://panel.test; img-src https://panel.test",
	);
	expect(html.match(/<script[^>]*>/g)).toEqual([
		'<script type="application/json" id="page">',
		'<script nonce="n0nce" src="https://panel.test/panel.js">',
	]);
});

test("a text cannot end the element that holds the texts", () => {
	const answer = "</script><script>alert(1)</script>";
	const html = panelHtml(resources, { language: 'en"><b', texts: { ...PANEL_TEXTS, answer }, answerMax: 1, ...IMAGES });
	expect(html).not.toContain("</script><script>alert");
	expect(html).toContain('<html lang="en&quot;>&lt;b">');
	const [, data = ""] = /id="page">(.*?)<\/script>/s.exec(html) ?? [];
	expect((JSON.parse(data) as { texts: { answer: string } }).texts.answer).toBe(answer);
});
