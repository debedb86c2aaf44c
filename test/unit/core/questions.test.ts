import { describe, expect, it } from "vitest";
import { parseQuestion } from "../../../src/core/questions";
import { fieldsOf } from "../../../src/core/toolArguments";
import { refusalOf } from "../../support/deskFixture";

/** One code point, two UTF-16 units. */
const ASTRAL = "😀";

const parse = (raw: unknown) => parseQuestion(fieldsOf(raw));
const refusal = (raw: unknown) => refusalOf(() => parse(raw));

describe("what an agent asks", () => {
	it("is trimmed, and its choices are without duplicates, in order", () => {
		expect(parse({ question: "  Which port?\n", choices: ["b ", " a", "b", "a "] })).toEqual({
			text: "Which port?",
			choices: ["b", "a"],
		});
	});

	it("needs no choices, and an empty list counts as none", () => {
		expect(parse({ question: "q" })).toEqual({ text: "q", choices: [] });
		expect(parse({ question: "q", choices: [] })).toEqual({ text: "q", choices: [] });
	});

	it("is measured in code points, so that 4,000 astral characters are not too many", () => {
		expect(parse({ question: ASTRAL.repeat(4_000) }).text).toBe(ASTRAL.repeat(4_000));
		expect(parse({ question: "q", choices: [ASTRAL.repeat(500)] }).choices).toEqual([ASTRAL.repeat(500)]);
	});

	it.each([
		["4,001 characters", { question: "x".repeat(4_001) }],
		["4,001 astral characters", { question: ASTRAL.repeat(4_001) }],
		["4,000 characters and a space, because limits count before trimming", { question: `${"x".repeat(4_000)} ` }],
		["nothing", { question: "" }],
		["blank text", { question: " \n\t " }],
		["a number", { question: 42 }],
		["null", { question: null }],
		["no field at all", {}],
	])("is refused when the question is %s", async (_, raw) => {
		expect(await refusal(raw)).toBe(
			"invalid_input: question: must be a text of 1 to 4000 characters that is not blank",
		);
	});

	it.each([
		["501 characters", ["a", "x".repeat(501)]],
		["500 characters and a space", ["a", `${"x".repeat(500)} `]],
		["501 astral characters", ["a", ASTRAL.repeat(501)]],
		["blank", ["a", "  "]],
		["empty", ["a", ""]],
		["no text", ["a", { label: "b" }]],
	])("is refused when a choice is %s, naming the choice", async (_, choices) => {
		expect(await refusal({ question: "q", choices })).toBe(
			"invalid_input: choices[1]: must be a text of 1 to 500 characters that is not blank",
		);
	});

	it("may have 20 choices and no more, duplicates counted", async () => {
		const twenty = Array.from({ length: 20 }, (_, at) => `choice ${at}`);
		expect(parse({ question: "q", choices: twenty }).choices).toEqual(twenty);
		expect(await refusal({ question: "q", choices: [...twenty, "choice 0"] })).toBe(
			"invalid_input: choices: must be a list of at most 20 items",
		);
	});

	it.each([["yes"], [null], [{ length: 1, 0: "a" }], [7]])("is refused when choices are %j", async (choices) => {
		expect(await refusal({ question: "q", choices })).toBe(
			"invalid_input: choices: must be a list of at most 20 items",
		);
	});

	it.each([[undefined], [null], ["Which port?"], [42], [["Which port?"]]])(
		"is refused when the arguments are %j",
		async (raw) => {
			expect(await refusal(raw)).toBe("invalid_input: arguments: must be an object");
		},
	);

	it("is not changed by fields that nobody knows, the names of prototypes among them", () => {
		const raw: unknown = JSON.parse(
			'{"question":"q","timeout":1,"session_id":"x","profile":"y","__proto__":{"choices":["evil"]},"constructor":1}',
		);
		expect(parse(raw)).toEqual({ text: "q", choices: [] });
	});

	it("keeps choices that are named like parts of every object", () => {
		expect(parse({ question: "q", choices: ["__proto__", "constructor", "toString"] }).choices).toEqual([
			"__proto__",
			"constructor",
			"toString",
		]);
	});

	it("takes own fields only", async () => {
		expect(await refusal(Object.create({ question: "inherited" }))).toContain("question:");
	});
});
