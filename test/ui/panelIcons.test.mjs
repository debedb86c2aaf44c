// The panel ships a seventh of the icon font: what it shows is drawn as by the whole font.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { it } from "node:test";
import { PanelStage } from "./panelStage.mjs";

const stage = new PanelStage();
const wholeFont = createRequire(import.meta.url).resolve("@vscode/codicons/dist/codicon.ttf");

it("each icon that the panel knows is drawn as by the whole font, and no two are the same", async () => {
	const panel = await stage.open(stage.data.snapshot(Date.now(), {}));
	const drawn = await panel.page.evaluate(drawIcons, readFileSync(wholeFont).toString("base64"));
	assert.ok(drawn.length >= 25, `${drawn.length} icons`);
	for (const { code, own, whole } of drawn) assert.equal(own, whole, code);
	assert.equal(new Set(drawn.map(({ own }) => own)).size, drawn.length);
});

/** In the page: every character of a `.codicon-…:before` rule, as an image by the panel's own font and by the whole one. */
async function drawIcons(base64) {
	// As bytes: the page's policy lets no other font be loaded.
	const font = new FontFace(
		"whole",
		Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
	);
	document.fonts.add(await font.load());
	const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
	const context = canvas.getContext("2d");
	const draw = (family, character) => {
		context.clearRect(0, 0, 64, 64);
		context.font = `48px ${family}`;
		context.fillText(character, 8, 56);
		return canvas.toDataURL();
	};
	const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
	const codes = rules
		.filter((rule) => rule.selectorText?.startsWith(".codicon-") && rule.style.content !== "")
		.map((rule) => JSON.parse(rule.style.content))
		.filter((code, at, all) => all.indexOf(code) === at);
	return codes.map((character) => ({
		code: character.codePointAt(0).toString(16),
		own: draw("codicon", character),
		whole: draw("whole", character),
	}));
}
