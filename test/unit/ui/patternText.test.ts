import fc from "fast-check";
import { expect, test } from "vitest";
import { patternText, patternWords, ruleMatch } from "../../../src/ui/patternText";

test("words stand as they are, what would be two is in quotes", () => {
	expect(patternText(["git", "commit", "-m", "fix: retry", "it's", "", 'say "hi"'])).toBe(
		`git commit -m 'fix: retry' 'it'"'"'s' '' 'say "hi"'`,
	);
});

test("any words come back from their text as they were", () => {
	fc.assert(
		fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", " ", "'", '"', "\n", "\\", "é", "$") })), (argv) => {
			expect(patternWords(patternText(argv))).toEqual(argv);
		}),
		{ numRuns: 2_000 },
	);
});

test.each<[string, readonly string[] | undefined]>([
	["", []],
	["  npm\t run  ", ["npm", "run"]],
	["npm 'run", undefined],
	['a"b c"d', ["ab cd"]],
	["npm run *", ["npm", "run", "*"]],
	['"', undefined],
])("%j means %j", (text, words) => {
	expect(patternWords(text)).toEqual(words);
});

test("what is chosen becomes what a rule compares; a pattern without a word is none", () => {
	const exact = { kind: "exact", action: "npm run test", detail: undefined } as const;
	const proposal = {
		scope: { agentId: "codex", agentLabel: "Codex", folder: "/a", cwd: "/a", kind: "command" },
		exact,
		argv: ["npm", "run", "test"],
	} as const;
	expect(ruleMatch(proposal, "exact", "npm")).toBe(exact);
	expect(ruleMatch(proposal, "pattern", "npm run")).toEqual({ kind: "prefix", argv: ["npm", "run"] });
	expect(ruleMatch(proposal, "pattern", undefined)).toEqual({ kind: "prefix", argv: ["npm", "run", "test"] });
	expect(ruleMatch(proposal, "pattern", " ")).toBeUndefined();
	expect(ruleMatch({ ...proposal, argv: undefined }, "pattern", undefined)).toBeUndefined();
});
