import fc from "fast-check";
import { parse, stripComments } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import type { FilePart } from "../../../src/agents/integration";
import { isObject, parseJsonc } from "../../../src/agents/jsonc";
import { changedJsonc } from "../../../src/agents/jsoncChanges";
import { anyJsonc } from "./anyJsonc";
import { entry, filesOf } from "./fakeMachine";

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
		[
			"one with a comment before its comma, which stays",
			'{"servers":{"parley":{} /* c */, "a": 1}}',
			'{"servers":{ /* c */ "a": 1}}',
		],
		["the last before a comma", '{"servers":{"a":1,\n"parley":{},\n}}', '{"servers":{"a":1,\n}}'],
	])("takes %s", (_, text, expected) => {
		expect(remove(text)).toBe(expected);
	});
});

describe("any JSON file", () => {
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
			fc.property(anyJsonc, (text) => {
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
			fc.property(anyJsonc, fc.nat(), (text, choice) => {
				const keys = Object.keys(valueOf(text) as object);
				fc.pre(keys.length > 0);
				const name = keys[choice % keys.length] ?? "";
				const rest = changedJsonc(text, [{ kind: "remove", path: [name] }]);
				expect(Object.keys(valueOf(rest ?? "") as object)).toEqual(keys.filter((each) => each !== name));
			}),
			{ numRuns: 1_000 },
		);
	});

	it("takes a server, rules and hooks of ours in, and is the same again without them", () => {
		const part: FilePart = filesOf("qwen");
		fc.assert(
			fc.property(anyJsonc, (text) => {
				const plan = part.plan(text, entry, "connected");
				if (plan.kind === "refused") {
					expect(["reshaped", "unparsable"]).toContain(plan.why.kind);
					return;
				}
				if (plan.kind !== "write") throw new Error(plan.kind);
				expect([part.state(plan.text, entry), part.plan(plan.text, entry, "connected").kind]).toEqual([
					"current",
					"unchanged",
				]);
				const back = part.plan(plan.text, entry, "disconnected");
				if (back.kind !== "write") throw new Error(back.kind);
				// What is empty before goes with ours, comments apart.
				const isEmptied = /\{\}|\[\]/.test(JSON.stringify(valueOf(text)));
				if (isEmptied) {
					expect(comments(back.text)).toBe(comments(text));
				} else expect(back.text).toBe(text);
			}),
			{ numRuns: 400 },
		);
	});
});
