import fc from "fast-check";

const blank = fc.constantFrom("", " ", "\n", "\t", "\n\n  ", "\n\t");
const comment = fc.constantFrom("", "", "", " // [x]\n", "/* { */", "\n/*,*/ ");
const gap = fc.tuple(blank, comment, blank).map((parts) => parts.join(""));
const key = fc.oneof(
	fc.constantFrom(
		"servers",
		"mcpServers",
		"permissions",
		"hooks",
		"allow",
		"Stop",
		"a",
		"__proto__",
		"1",
		"constructor",
	),
	fc.string({ maxLength: 4 }),
);
const { node } = fc.letrec<{ node: string }>((tie) => ({
	node: fc.oneof(
		{ maxDepth: 4, withCrossShrink: true },
		fc.oneof(
			fc.integer().map(String),
			fc.string({ maxLength: 8 }).map((each) => JSON.stringify(each)),
			fc.constantFrom("null", "true", "1e3", '"//"', '"{,"'),
		),
		list("[", "]", tie("node")),
		object(tie("node")),
	),
}));

function list(open: string, close: string, member: fc.Arbitrary<string>): fc.Arbitrary<string> {
	return fc
		.tuple(
			fc.array(
				fc.tuple(gap, member, gap).map((parts) => parts.join("")),
				{ maxLength: 4 },
			),
			gap,
			fc.boolean(),
		)
		.map(([members, inner, isEnded]) => {
			const end = isEnded && members.length > 0 ? `,${inner}` : members.length === 0 ? inner : "";
			return `${open}${members.join(",")}${end}${close}`;
		});
}

function object(member: fc.Arbitrary<string>): fc.Arbitrary<string> {
	const pair = fc.tuple(key, gap, gap, member).map(([name, a, b, each]) => `${JSON.stringify(name)}${a}:${b}${each}`);
	return fc
		.uniqueArray(fc.tuple(gap, pair, gap), {
			maxLength: 4,
			selector: ([, each]) => /^"(?:[^"\\]|\\.)*"/.exec(each)?.[0],
		})
		.chain((members) => fc.tuple(fc.constant(members.map((parts) => parts.join(""))), gap, fc.boolean()))
		.map(([members, inner, isEnded]) => {
			const end = isEnded && members.length > 0 ? `,${inner}` : members.length === 0 ? inner : "";
			return `{${members.join(",")}${end}}`;
		});
}

/** Any object as a person may write it: comments, blanks and trailing commas in every place, in either kind of lines. */
export const anyJsonc: fc.Arbitrary<string> = fc
	.tuple(fc.constantFrom("", "\uFEFF"), gap, object(node), gap, fc.boolean())
	.map(([bom, before, body, behind, isWindows]) => {
		const text = before + body + behind;
		return bom + (isWindows ? text.replaceAll("\n", "\r\n") : text);
	});
