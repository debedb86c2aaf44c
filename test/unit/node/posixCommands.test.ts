import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { posixCommands } from "../../../src/node/posixCommands";

const parser = posixCommands();

describe("a simple command of plain words", () => {
	test.each([
		["git status", ["git", "status"]],
		[" \tgit   status\t-s ", ["git", "status", "-s"]],
		["./run.sh a=b --x=1,2 @scope/name:3 50%+", ["./run.sh", "a=b", "--x=1,2", "@scope/name:3", "50%+"]],
		["/usr/bin/ls", ["/usr/bin/ls"]],
	])("%j is %j", (text, argv) => {
		expect(parser.simpleCommand(text)).toEqual(argv);
	});

	test.each([
		...["", " ", "\n", "#", "# ls", "ls # all", "ls #", "ls a#b", "ls\n", "\nls", "ls\r", "ls\\\n-a", "a\nb"],
		...[
			"ls;",
			"ls &",
			"ls &&",
			"a && b",
			"a || b",
			"a | b",
			"a |& b",
			"a; b",
			"a & b",
			"! ls",
			"time ls",
			"(ls)",
			"{ ls; }",
		],
		...["ls > a", "ls >a", "ls < a", "ls 2>&1", "2>a ls", "ls <<< a", "ls << a\nb\na", "ls &> a", "{a}>b ls"],
		...["a=b", "a=b ls", "a+=b ls", "a[1]=b ls", "export a=b", "declare a=b", "alias a=b", "a=() ls"],
		...["ls $a", "ls ${a}", "ls $(a)", "ls `a`", "ls $((1))", "ls <(a)", "$a", "ls $'a'", 'ls $"a"', "ls a$"],
		...[
			"ls *",
			"ls a?",
			"ls [a]",
			"ls ~",
			"ls ~a",
			"ls a:~",
			"ls a=~",
			"ls {a,b}",
			"ls {1..2}",
			"ls +(a)",
			"ls {}",
			"ls a^b",
			"ls !!",
		],
		...["ls 'a'", 'ls "a"', "l's'", "ls \\a", "\\ls", "ls 'a", "ls a\\", "ls ''"],
		...[
			"if",
			"then",
			"if a; then b; fi",
			"for a in b; do c; done",
			"while a; do b; done",
			"case a in b) c;; esac",
			"function a { b; }",
			"a() { b; }",
			"coproc a",
			"[[ a ]]",
			"((a))",
			"select",
			"until",
		],
		...[
			"=ls",
			"ls =ls",
			"- ls",
			"%1",
			"+x",
			"ls é",
			"ls\u00a0a",
			"l\u0435",
			"ls\u200b",
			"ls \ud800",
			"ls\0",
			"ls \u001b[1m",
			"ls\u2028a",
			"\ufeffls",
			"ls\u202ea",
			"ls\fa",
			"ls\va",
		],
		`ls ${"a ".repeat(30_000)}`,
	])("%j is none", (text) => {
		expect(parser.simpleCommand(text)).toBeUndefined();
	});
});

describe("the commands of a text", () => {
	const programs = (text: string): readonly (string | undefined)[] | undefined =>
		parser.commands(text)?.map(({ words }) => words[0]?.value);

	test.each([
		["a && b || c; d & e | f", ["a", "b", "c", "d", "e", "f"]],
		["(a; { b; })", ["a", "b"]],
		["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
		["for x in $(a); do b; done; while c; do d; done", ["a", "b", "c", "d"]],
		["case $(a) in x) b;; esac; f() { c; }; coproc d", ["a", "b", "c", "d"]],
		['e "$(a)" `b` <(c) ${x:-$(d)} $((1 + $(f))) {x,$(g)}', ["e", "a", "b", "c", "d", "f", "g"]],
		["x=$(a) y <<< $(b) <<E > $(c)\n$(d)\nE", ["y", "a", "b", "d", "c"]],
		["[[ $(a) ]] && x=([1]=$(b)) c", ["a", "c", "b"]],
		["! time a | b", ["a", "b"]],
	])("in %j are %j", (text, expected) => {
		expect(programs(text)?.toSorted()).toEqual(expected.toSorted());
	});

	test("say which words a shell expands, what their input is and what else they are given", () => {
		expect(parser.commands("a | X='y z' r\\m \"-$R\" $'\\x66' *.c 'g h' > out <<E\nhi\nE")).toEqual([
			{ words: [{ value: "a", isLiteral: true }], texts: [], isPiped: false },
			{
				words: [
					{ value: "rm", isLiteral: true },
					{ value: "-$R", isLiteral: false },
					{ value: "f", isLiteral: true },
					{ value: "*.c", isLiteral: false },
					{ value: "g h", isLiteral: true },
				],
				texts: [
					{ value: "y z", isLiteral: true },
					{ value: "out", isLiteral: true },
					{ value: "hi\n", isLiteral: true },
				],
				isPiped: true,
			},
		]);
	});

	test("of a group that reads from somewhere read it too", () => {
		const piped = (text: string): unknown => parser.commands(text)?.map(({ isPiped }) => isPiped);
		expect([piped("a | (b; c)"), piped("{ b; } < a"), piped("(a) | b")]).toEqual([
			[false, true, true],
			[false, true],
			[false, true],
		]);
	});

	test.each([
		"'",
		'"',
		"$(",
		"`",
		"(",
		"{",
		"if",
		"a |",
		"echo $(if)",
		"<<<",
		"a ;;",
		"fi",
		"\ud800 '",
		"a".repeat(50_000),
	])("cannot be told in %j", (text) => {
		expect(parser.commands(text)).toBeUndefined();
	});
});

test("no text is too much for the parser, and none with an operator is simple", () => {
	const parts = [
		"a",
		"ls",
		" ",
		"\t",
		"\n",
		"\r",
		"-x",
		"=",
		"a=b",
		"if",
		"!",
		"time",
		"'",
		'"',
		"\\",
		"$",
		"$(",
		"${",
		"((",
		"`",
		"(",
		")",
		"{",
		"}",
		"[[",
		"]]",
		"<",
		">",
		"<<E",
		"E",
		"|",
		"&",
		";",
		"#",
		"*",
		"?",
		"~",
		"^",
		"%",
		"+",
		"@(",
		"\0",
		"\ud800",
		"\u{1f600}",
		"é",
		"\u200b",
		"function",
		"coproc",
		"case",
		"in",
		"esac",
		"export",
	];
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 24 }), (chosen) => {
			const text = chosen.join("");
			parser.commands(text);
			const argv = parser.simpleCommand(text);
			if (argv === undefined) return;
			// Independent of any grammar: neither a byte that means something to a shell, nor a word that does.
			expect(text).toMatch(/^[\w\-./:,@%+= \t]+$/);
			expect(argv).toEqual(text.split(/[ \t]+/).filter((word) => word !== ""));
			expect(argv[0]).not.toMatch(/=|^(if|then|time|function|coproc|case|esac)$/);
		}),
		{ seed: 5, numRuns: 20_000 },
	);
});

test("what is plain and begins with no word of the grammar is simple, so that patterns are of use", () => {
	const word = fc
		.stringMatching(/^[a-z][a-z0-9\-./:,@%+]{0,8}$/)
		.filter(
			(each) => !/^(if|do|in|fi|for|time|case|then|else|elif|esac|done|while|until|coproc|select|function)$/.test(each),
		);
	fc.assert(
		fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (argv) => {
			expect(parser.simpleCommand(argv.join(" "))).toEqual(argv);
		}),
		{ seed: 6, numRuns: 2_000 },
	);
});
