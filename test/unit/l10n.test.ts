import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PANEL_TEXTS } from "../../src/protocol/texts";

const root = join(import.meta.dirname, "../..");

/** The one file that translates a table instead of a text: its keys are the table's. */
const TABLE = { file: "src/ui/panelTexts.ts", texts: Object.values<string>(PANEL_TEXTS) };

const sources = filesOf("src");
const panel = filesOf("webview");

const found = sources.map(({ file, text }) => ({
	file,
	calls: [...text.matchAll(/\bl10n\.t\(/g)].length,
	keys: [...text.matchAll(/\bl10n\.t\(\s*("(?:[^"\\]|\\.)*")/g)].map(([, literal]) => JSON.parse(literal!) as string),
}));

function filesOf(folder: string): readonly { readonly file: string; readonly text: string }[] {
	return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".ts"))
		.map((name) => ({ file: join(folder, name), text: readFileSync(join(root, folder, name), "utf8") }));
}

function bundle(name: string): Record<string, string> {
	return JSON.parse(readFileSync(join(root, "l10n", name), "utf8")) as Record<string, string>;
}

/** The places for values and the marks of emphasis in a text. */
function marks(text: string): readonly string[] {
	return (text.match(/\{\w+\}|\*\*/g) ?? []).sort();
}

describe("the texts of the code", () => {
	it("are literals wherever they are translated", () => {
		expect(found.filter(({ file, calls, keys }) => calls !== keys.length && file !== TABLE.file)).toEqual([]);
	});

	it("are in both bundles, and nothing else is", () => {
		const keys = [...new Set([...found.flatMap((each) => each.keys), ...TABLE.texts])].sort();
		const english = bundle("bundle.l10n.json");
		expect(Object.keys(english).sort()).toEqual(keys);
		expect(Object.keys(bundle("bundle.l10n.zh-cn.json")).sort()).toEqual(keys);
		expect(Object.entries(english).filter(([key, text]) => key !== text)).toEqual([]);
	});

	it("are Chinese in the Chinese bundle, where there are words", () => {
		const foreign = Object.entries(bundle("bundle.l10n.zh-cn.json")).filter(
			([key, text]) => /[A-Za-z]{3}/.test(key.replaceAll(/\{\w+\}/g, "")) && !/\p{Script=Han}/u.test(text),
		);
		expect(foreign).toEqual([]);
	});

	it("are all that a surface says: no sentence stands in its code", () => {
		const sentence = /"([A-Z][a-z]+(?: [\w’…,.;:{}-]+)+)"/g;
		const surfaces = [...sources.filter(({ file }) => file.startsWith(join("src", "ui"))), ...panel];
		const untranslated = surfaces.flatMap(({ file, text }) => {
			const code = text.replaceAll(/\bl10n\.t\(\s*"(?:[^"\\]|\\.)*"/g, "").replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, "");
			return [...code.matchAll(sentence)].map(([, words]) => `${file}: ${words}`);
		});
		expect(untranslated).toEqual([]);
	});

	it("keep their places for values in the translation", () => {
		const wrong = Object.entries(bundle("bundle.l10n.zh-cn.json")).filter(
			([key, text]) => text === "" || marks(key).join() !== marks(text).join(),
		);
		expect(wrong).toEqual([]);
	});
});
