import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const english = readFileSync(join(root, "README.md"), "utf8");
const chinese = readFileSync(join(root, "README.zh-cn.md"), "utf8");
const both = [english, chinese];

interface Manifest {
	readonly contributes: {
		readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
	};
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;

function matches(text: string, pattern: RegExp): readonly string[] {
	return [...text.matchAll(pattern)].map(([, found]) => found ?? "");
}

/** Every table's rows as cells, the row of dashes left out. */
function rows(text: string): readonly (readonly string[])[] {
	const lines = text.split("\n").filter((line) => line.startsWith("|") && !/^\|[-| ]+$/.test(line));
	return lines.map((line) =>
		line
			.slice(1, -1)
			.split("|")
			.map((cell) => cell.trim()),
	);
}

describe("the README", () => {
	it("has the manifest's settings with their defaults, in both languages", () => {
		const { properties } = manifest.contributes.configuration;
		const settings = Object.entries(properties).map(([name, setting]) => [
			`\`${name}\``,
			`\`${typeof setting.default === "string" ? setting.default : JSON.stringify(setting.default)}\``,
		]);
		const listed = both.map((text) =>
			rows(text)
				.filter(([name]) => name?.startsWith("`parley."))
				.map(([name, value]) => [name, value]),
		);
		expect(listed).toEqual([settings, settings]);
	});

	it("has the same sections, lists and tables in Chinese", () => {
		const shape = (text: string): unknown => ({
			headings: matches(text, /^(#+) /gm),
			items: matches(text, /^(?:-|\d\.)( )/gm).length,
			tables: rows(text).map((cells) => cells.length),
		});
		expect(shape(chinese)).toEqual(shape(english));
	});

	it("names the same versions, keys, code, files and pictures in Chinese", () => {
		const facts = (text: string): unknown => ({
			versions: rows(text)
				.filter((cells) => cells.length === 6)
				.map((cells) => cells.at(-1)?.replace(/^\D+$/, "")),
			keys: matches(text, /<kbd>(.*?)<\/kbd>/g),
			blocks: matches(text, /^```(\w+\n[^`]*)```$/gm),
			code: matches(text.replaceAll(/^```[^`]*```$/gm, "").replaceAll(/\s+/g, " "), /`([^`]+)`/g).toSorted(),
			targets: matches(text, /\]\(([^)#]+)\)/g)
				.filter((target) => !target.startsWith("README"))
				.toSorted(),
		});
		expect(facts(chinese)).toEqual(facts(english));
	});

	it("leads only to what is there, from one language to the other too", () => {
		const targets = both.map((text) => matches(text, /\]\(([^)#]+)\)/g));
		expect(targets.flat().filter((target) => !existsSync(join(root, target)))).toEqual([]);
		expect(targets.map(([first]) => first)).toEqual(["README.zh-cn.md", "README.md"]);
		const sections = both.map((text) => matches(text, /^## (.*)$/gm).map((name) => name.toLowerCase()));
		const anchors = both.map((text) => matches(text, /\]\(#([^)]+)\)/g));
		expect(anchors.map((each, at) => each.filter((anchor) => !sections[at]?.includes(anchor)))).toEqual([[], []]);
	});
});
