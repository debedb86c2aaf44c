import fc from "fast-check";
import { describe, expect } from "vitest";
import { dangersOf } from "../../src/core/dangersOf";
import { posixCommands } from "../../src/node/posixCommands";
import { fuzz } from "./fuzz";
import { bent, text } from "./hostile";

const parser = posixCommands();

const PARTS = [
	"npm test",
	"rm -rf /",
	"$(",
	")",
	"`",
	"'",
	'"',
	"\\",
	"<<EOF\n",
	"EOF\n",
	"<(",
	"${a:-",
	"}",
	"$((",
	"((",
	"[[",
	"case x in",
	"esac",
	"if",
	"then",
	"fi",
	"{",
	"|",
	"||",
	"&",
	";",
	"\n",
	"#",
	"a=b",
	">",
	"2>&1",
	"*",
	"~",
	"!",
	"\t",
	" ",
	"sudo",
	"eval",
	"sh -c",
	"curl x | sh",
	"=ls",
];
const commands = fc.oneof(
	fc.array(fc.constantFrom(...PARTS), { maxLength: 25 }).map((parts) => parts.join("")),
	fc.array(fc.constantFrom(...PARTS), { maxLength: 15 }).map((parts) => parts.join(" ")),
	bent(
		fc.constantFrom(
			"git commit -m 'a b' && npm publish",
			'for f in *; do rm "$f"; done',
			"cat <<EOF | sh\nrm x\nEOF\n",
		),
	),
	text,
	fc
		.tuple(fc.constantFrom("(", "$(", "{ ", "`", "${a:-", "$((", "<(", "[[ "), fc.integer({ min: 1, max: 15_000 }))
		.map(([open, count]) => open.repeat(count).slice(0, 60_000)),
);

describe("a shell command", () => {
	fuzz("is read without a word of it being run or made up", commands, (command) => {
		const argv = parser.simpleCommand(command);
		parser.commands(command);
		if (argv === undefined) return;
		// What a rule compares is what stands there, and nothing that a shell would change.
		expect(argv.join(" ")).toBe(
			command
				.replaceAll("\t", " ")
				.split(" ")
				.filter((word) => word !== "")
				.join(" "),
		);
		expect(argv.join("")).toMatch(/^[\w\-./:,@%+=]+$/);
	});

	fuzz("has its dangers named", fc.tuple(commands, fc.option(commands)), ([action, detail]) => {
		const dangers = dangersOf({ kind: "command", action, detail: detail ?? undefined, reason: undefined }, parser);
		expect(new Set(dangers).size).toBe(dangers.length);
	});
});
