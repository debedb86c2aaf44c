// Keeps those of the codicons that the panel can show: a seventh of them, and half of what font and style sheet weigh in
// the package. An icon counts as shown where its name stands as a string in the webview's sources.
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const WEBVIEW = join(import.meta.dirname, "webview");
const RULE = /^\.codicon-([a-z0-9-]+):before \{ content: "\\([0-9a-f]+)" \}$/gm;

export const leanIcons = {
	name: "leanIcons",
	setup(build) {
		build.onLoad({ filter: /[\\/]codicons[\\/]dist[\\/]codicon\.css$/ }, async ({ path }) => {
			const names = namesShown();
			const css = await readFile(path, "utf8");
			return { contents: css.replace(RULE, (rule, name) => (names.has(name) ? rule : "")), loader: "css" };
		});
		build.onLoad({ filter: /[\\/]codicons[\\/]dist[\\/]codicon\.ttf$/ }, async ({ path }) => {
			const names = namesShown();
			const css = await readFile(path.replace(/ttf$/, "css"), "utf8");
			const shown = [...css.matchAll(RULE)].filter(([, name]) => names.has(name));
			const codes = new Set(shown.map(([, , code]) => Number.parseInt(code, 16)));
			return { contents: withGlyphsOf(await readFile(path), codes), loader: "file" };
		});
	},
};

/** All strings that could be an icon's name. */
function namesShown() {
	const sources = readdirSync(WEBVIEW, { recursive: true }).filter((name) => name.endsWith(".ts"));
	const texts = sources.map((name) => readFileSync(join(WEBVIEW, name), "utf8"));
	return new Set(texts.flatMap((text) => [...text.matchAll(/"([a-z0-9-]+)"/g)].map(([, name]) => name)));
}

/** The same TrueType font, in which only the characters of these codes have a form. */
function withGlyphsOf(font, codes) {
	const tables = tablesOf(font);
	const kept = glyphsOf(tables.get("cmap"), codes);
	const [loca, glyf] = [tables.get("loca"), tables.get("glyf")];
	if (tables.get("head").readInt16BE(50) !== 0) throw new Error("leanIcons: the font has long offsets now");
	const forms = [];
	const offsets = Buffer.alloc(loca.length);
	let length = 0;
	for (let glyph = 0; glyph < loca.length / 2 - 1; glyph++) {
		const form = glyf.subarray(loca.readUInt16BE(2 * glyph) * 2, loca.readUInt16BE(2 * glyph + 2) * 2);
		// Glyph 0 stands for every character that the font does not have.
		if (glyph === 0 || kept.has(glyph)) {
			if (form.length > 0 && form.readInt16BE(0) < 0) throw new Error("leanIcons: a glyph is made of others now");
			forms.push(form);
			length += form.length;
		}
		offsets.writeUInt16BE(length / 2, 2 * glyph + 2);
	}
	// Version 3: glyphs have no names.
	const post = Buffer.from(tables.get("post").subarray(0, 32));
	post.writeUInt32BE(0x00030000, 0);
	return fontOf(tables.set("glyf", Buffer.concat(forms)).set("loca", offsets).set("post", post));
}

function tablesOf(font) {
	const records = Array.from({ length: font.readUInt16BE(4) }, (_, index) => font.subarray(12 + 16 * index));
	return new Map(
		records.map((record) => {
			const start = record.readUInt32BE(8);
			return [record.toString("latin1", 0, 4), font.subarray(start, start + record.readUInt32BE(12))];
		}),
	);
}

/** The glyphs of characters, by the first table of format 4: all codicons are in the private use area of the first plane. */
function glyphsOf(cmap, codes) {
	const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + 8 * index));
	const table = starts.map((start) => cmap.subarray(start)).find((each) => each.readUInt16BE(0) === 4);
	if (table === undefined) throw new Error("leanIcons: the font tells its characters in another way now");
	const segments = table.readUInt16BE(6);
	const glyphs = new Set();
	for (const code of codes) {
		let at = 0;
		while (table.readUInt16BE(14 + at) < code) at += 2;
		const start = table.readUInt16BE(16 + segments + at);
		const delta = table.readUInt16BE(16 + 2 * segments + at);
		const range = 16 + 3 * segments + at;
		const offset = table.readUInt16BE(range);
		const glyph = offset === 0 ? code : table.readUInt16BE(range + offset + 2 * (code - start));
		if (code < start || glyph === 0) throw new Error(`leanIcons: the font has no character ${code.toString(16)}`);
		glyphs.add((glyph + delta) & 0xffff);
	}
	return glyphs;
}

function fontOf(tables) {
	const head = Buffer.alloc(12 + 16 * tables.size);
	head.writeUInt32BE(0x00010000, 0);
	const power = 2 ** Math.floor(Math.log2(tables.size));
	head.writeUInt16BE(tables.size, 4);
	head.writeUInt16BE(16 * power, 6);
	head.writeUInt16BE(Math.log2(power), 8);
	head.writeUInt16BE(16 * (tables.size - power), 10);
	const bodies = [];
	let start = head.length;
	for (const [index, [tag, table]] of [...tables].entries()) {
		const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
		head.write(tag, 12 + 16 * index, "latin1");
		head.writeUInt32BE(sum(padded), 16 + 16 * index);
		head.writeUInt32BE(start, 20 + 16 * index);
		head.writeUInt32BE(table.length, 24 + 16 * index);
		bodies.push(padded);
		start += padded.length;
	}
	return Buffer.concat([head, ...bodies]);
}

function sum(bytes) {
	let total = 0;
	for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) >>> 0;
	return total;
}
