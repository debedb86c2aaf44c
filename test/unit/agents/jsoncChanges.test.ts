import fc from "fast-check";
import { parse, stripComments } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { isObject, parseJsonc } from "../../../src/agents/jsonc";
import { changedJsonc } from "../../../src/agents/jsoncChanges";

const value = { command: "/b", args: ["--x"] };
const PATH = ["servers", "parley"];
const add = (text: string): string | undefined => changedJsonc(text, [{ kind: "set", path: PATH, value }]);
const remove = (text: string): string | undefined => changedJsonc(text, [{ kind: "remove", path: PATH }]);

describe("adding to a JSON file", () => {
	it.each([
		[
			"nothing",
			"",
			'{\n  "servers": {\n    "parley": {\n      "command": "/b",\n      "args": [\n        "--x"\n      ]\n    }\n  }\n}\n',
		],
		["one line", '{"a":1}', '{"a":1,"servers":{"parley":{"command":"/b","args":["--x"]}}}'],
		[
			"one line with blanks",
			'{ "a": 1 }\n',
			'{ "a": 1, "servers": { "parley": { "command": "/b", "args": ["--x"] } } }\n',
		],
		[
			"tabs, Windows line breaks and no last one",
			'{\r\n\t"servers": {\r\n\t\t"a": {}\r\n\t}\r\n}',
			'{\r\n\t"servers": {\r\n\t\t"a": {},\r\n\t\t"parley": {\r\n\t\t\t"command": "/b",\r\n\t\t\t"args": [\r\n\t\t\t\t"--x"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}',
		],
		[
			"comments and a comma at the end",
			'{\n  // mine\n  "servers": {\n    "a": {}, // the first\n    /* none */\n  },\n}\n',
			'{\n  // mine\n  "servers": {\n    "a": {}, // the first\n    /* none */\n    "parley": {\n      "command": "/b",\n      "args": [\n        "--x"\n      ]\n    },\n  },\n}\n',
		],
		[
			"a comment behind the last one",
			'{\n  "servers": {\n    "a": {} // the first\n  }\n}\n',
			'{\n  "servers": {\n    "a": {}, // the first\n    "parley": {\n      "command": "/b",\n      "args": [\n        "--x"\n      ]\n    }\n  }\n}\n',
		],
		[
			"an empty object with a comment",
			'{ "servers": { // none yet\n  } }',
			'{ "servers": { // none yet\n  "parley": {\n    "command": "/b",\n    "args": [\n      "--x"\n    ]\n  }\n  } }',
		],
		[
			"a comment alone",
			"// mine",
			'// mine\n{\n  "servers": {\n    "parley": {\n      "command": "/b",\n      "args": [\n        "--x"\n      ]\n    }\n  }\n}\n',
		],
		["a byte order mark", '\uFEFF{"a":1}', '\uFEFF{"a":1,"servers":{"parley":{"command":"/b","args":["--x"]}}}'],
		[
			"a short object in a long text",
			'{\n  "servers": {"a":1}\n}',
			'{\n  "servers": {"a":1,"parley":{"command":"/b","args":["--x"]}}\n}',
		],
	])("writes as its user does: %s", (_, text, expected) => {
		expect(add(text)).toBe(expected);
	});

	it.each(["[]", "3", '{"servers": null}', '{"servers": []}', '{"servers": "x"}'])("does not in %s", (text) => {
		expect(add(text)).toBeUndefined();
	});

	it("sets one value inside what is there and keeps the rest of it", () => {
		const text =
			'{\n "servers": {\n  "parley": {\n   "command": "/old", // why\n   "args": ["--y"],\n   "mine": 1\n  }\n }\n}\n';
		expect(
			changedJsonc(text, [
				{ kind: "set", path: [...PATH, "command"], value: "/b" },
				{ kind: "set", path: [...PATH, "args"], value: ["--x", "1"] },
				{ kind: "rename", path: PATH, name: "renamed" },
			]),
		).toBe(
			'{\n "servers": {\n  "renamed": {\n   "command": "/b", // why\n   "args": ["--x", "1"],\n   "mine": 1\n  }\n }\n}\n'.replace(
				'["--x", "1"]',
				'["--x","1"]',
			),
		);
	});
});

describe("taking out of a JSON file", () => {
	it.each([
		["the only one, with what held it", '{"servers":{"parley":{}}}', "{}"],
		["the only one beside a comment, which stays", '{"servers":{/* c */"parley":{}}}', '{"servers":{/* c */}}'],
		["the first", '{"servers":{"parley":{}, "a": 1}}', '{"servers":{ "a": 1}}'],
		["one in the middle", '{"servers":{"a":1,\n"parley":{}, // ours\n"b":2}}', '{"servers":{"a":1, // ours\n"b":2}}'],
		["one behind a line comment", '{"servers":{"a":1, // a\n"parley":{}, "b":2}}', '{"servers":{"a":1, // a\n "b":2}}'],
		["the last behind a line comment", '{"servers":{"a":1, // a\n"parley":{}}}', '{"servers":{"a":1 // a\n}}'],
		["the last", '{"servers":{"a":1, "parley":{} /* ours */}}', '{"servers":{"a":1 /* ours */}}'],
		["the last before a comma", '{"servers":{"a":1,\n"parley":{},\n}}', '{"servers":{"a":1,\n}}'],
	])("takes %s", (_, text, expected) => {
		expect(remove(text)).toBe(expected);
	});
});

describe("any JSON file", () => {
	const blank = fc.constantFrom("", " ", "\n", "\t", "\n\n  ", "\n\t");
	const comment = fc.constantFrom("", "", "", " // [x]\n", "/* { */", "\n/*,*/ ");
	const gap = fc.tuple(blank, comment, blank).map((parts) => parts.join(""));
	const key = fc.oneof(fc.constantFrom("servers", "a", "__proto__", "1", "constructor"), fc.string({ maxLength: 4 }));
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

	const document = fc
		.tuple(fc.constantFrom("", "\uFEFF"), gap, object(node), gap, fc.boolean())
		.map(([bom, before, body, behind, isWindows]) => {
			const text = before + body + behind;
			return bom + (isWindows ? text.replaceAll("\n", "\r\n") : text);
		});

	const valueOf = (text: string): unknown => {
		const parsed = parseJsonc(text);
		if (parsed.kind === "broken") throw new Error(`${parsed.reason}: ${text}`);
		return parsed.value;
	};
	/** As another reader of the same text sees it. */
	const plain = (text: string): unknown => parse(text.replace("\uFEFF", ""), [], { allowTrailingComma: true });
	const others = (text: string): unknown =>
		Object.entries(plain(text) as object).filter(([name]) => name !== "servers");
	const comments = (text: string): number => {
		const body = text.replace("\uFEFF", "");
		return body.length - stripComments(body).length;
	};

	it("differs in ours only, and is the same again without it", () => {
		fc.assert(
			fc.property(document, (text) => {
				const before = valueOf(text);
				const servers = isObject(before) ? before["servers"] : undefined;
				const connected = add(text);
				if (servers !== undefined && !isObject(servers)) {
					expect(connected).toBeUndefined();
					return;
				}
				if (connected === undefined) throw new Error("refused");
				expect(plain(connected)).toMatchObject({ servers: { parley: value } });
				expect(comments(connected)).toBe(comments(text));
				const back = remove(connected);
				const isEmptyThere = servers !== undefined && Object.keys(servers).length === 0;
				// An object that holds nothing any more goes with ours, so only what is empty may be gone or laid out anew.
				if (isEmptyThere || Object.keys(before as object).length === 0) {
					expect(JSON.stringify(others(back ?? ""))).toBe(JSON.stringify(others(text)));
				} else expect(back).toBe(text);
			}),
			{ numRuns: 2_000 },
		);
	});

	it("takes any member out and leaves all others", () => {
		fc.assert(
			fc.property(document, fc.nat(), (text, choice) => {
				const keys = Object.keys(valueOf(text) as object);
				fc.pre(keys.length > 0);
				const name = keys[choice % keys.length] ?? "";
				const rest = changedJsonc(text, [{ kind: "remove", path: [name] }]);
				expect(Object.keys(valueOf(rest ?? "") as object)).toEqual(keys.filter((each) => each !== name));
			}),
			{ numRuns: 1_000 },
		);
	});
});
