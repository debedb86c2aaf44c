import fc from "fast-check";

const comment = fc.stringMatching(/^[ \t]*(#[ -~\u4e00-\u9fff]{0,20})?$/);
const key = fc.oneof(
	fc.stringMatching(/^[a-z]{1,4}$/),
	fc.string({ maxLength: 6 }).map((name) => JSON.stringify(name).replaceAll("\x7f", "")),
);
const value = fc.oneof(
	fc.integer().map(String),
	fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text).replaceAll("\x7f", "")),
	fc.constantFrom(
		'"""\n[mcp_servers.parley]\n\\""""',
		"'''\n#[x]\n'''",
		'[ "]", # no\n\t[1],\n]',
		'{ "}" = "#", x = [{ y = 1 }] }',
		"1979-05-27",
	),
);
const pair = fc
	.tuple(key, value, comment)
	.map(([name, content, end]) => `${name} = ${content}${end === "" ? "" : ` ${end}`}`);
const header = fc.array(key, { minLength: 1, maxLength: 3 }).map((path) => `[${path.join(" . ")}]`);
const arrayHeader = key.map((name) => `[[${name}]]`);
/** Any TOML, valid or not: keys may repeat. */
export const tomlDocument = fc
	.tuple(
		fc.array(fc.oneof(comment, pair, pair, header, arrayHeader), { maxLength: 14 }),
		fc.constantFrom("\n", "\r\n"),
		fc.boolean(),
		fc.boolean(),
	)
	.map(
		([lines, eol, isEnded, hasBom]) =>
			(hasBom ? "\uFEFF" : "") + lines.join("\n").replaceAll("\n", eol) + (isEnded ? eol : ""),
	);
