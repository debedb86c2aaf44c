import type { CommandParser, CommandWord, SimpleCommand } from "./commandParser";
import { roughCommands } from "./roughCommands";

/**
 * A word of a command as if it were the program that runs. Each word is taken so, not only the first: wrappers (`env`,
 * `timeout 5`, `xargs`, `ssh host`, `find -exec` …) run a program among their arguments, and nobody knows all of them.
 */
export interface Invocation {
	/** Lower case, without folder and `.exe`. Undefined: not the first word, or one that a shell expands. */
	readonly program: string | undefined;
	/** " " and the word, for each that follows; blanks in a word are `·`, and `$?` ends one that a shell expands. */
	readonly args: string;
	/** It is the program of its command, in a text that is one for sure. */
	readonly isFirst: boolean;
	/** It stands in a text that is an argument of another command. */
	readonly isInner: boolean;
	/** The program of its command. */
	readonly first: string | undefined;
	/** It names a file, as `./x` does. */
	readonly isPath: boolean;
	/** How often the same program stands before it in its command. */
	readonly nth: number;
	readonly isPiped: boolean;
	/** What the whole command reads from here-documents and here-strings, is assigned and redirected to, all as {@link args}. */
	readonly texts: string;
}

/** Texts within texts that are looked into. */
const TEXTS_MAX = 200;
const DEPTH_MAX = 8;

export interface Invocations {
	readonly all: readonly Invocation[];
	/** False: there was more text within text than is looked into. */
	readonly isWhole: boolean;
}

/**
 * Everything that a text could run, in whatever shell: what a parser finds, the same for each argument that is a text
 * itself (`bash -c '…'`), and what a rough split finds that knows no grammar.
 */
export function invocationsIn(text: string, parser: CommandParser): Invocations {
	const all: Invocation[] = [];
	const seen = new Set<string>();
	let isWhole = true;
	const look = (each: string, depth: number, isSure: boolean): void => {
		if (seen.has(each)) return;
		if (seen.size >= TEXTS_MAX || depth > DEPTH_MAX) {
			isWhole = false;
			return;
		}
		seen.add(each);
		const commands = parser.commands(each);
		for (const command of commands ?? []) {
			all.push(...invocationsOf(command, isSure, depth > 0));
			for (const { value, isLiteral } of [...command.words, ...command.texts]) {
				// What the outer shell expands does not begin with the program that an inner one runs.
				if (isText(value)) look(value, depth + 1, isSure && isLiteral);
			}
		}
		if (depth > 0) return;
		for (const command of roughCommands(each)) all.push(...invocationsOf(command, commands === undefined, false));
	};
	look(text, 0, true);
	return { all, isWhole };
}

function isText(value: string): boolean {
	return /[\s;&|<>()`]/.test(value);
}

function invocationsOf(
	{ words, texts, isPiped }: SimpleCommand,
	isSure: boolean,
	isInner: boolean,
): readonly Invocation[] {
	const args = words.map(argument);
	// What these read becomes arguments of the program that they run.
	const line = args.join("") + (words.some(({ value }) => /^(xargs|parallel)$/.test(value)) ? " $?" : "");
	const joinedTexts = texts.map(argument).join("");
	const times = new Map<string | undefined, number>();
	const first = words[0] === undefined ? undefined : programOf(words[0], true);
	let end = 0;
	return words.map((word, at) => {
		end += args[at]?.length ?? 0;
		const program = programOf(word, at === 0);
		const nth = times.get(program) ?? 0;
		times.set(program, nth + 1);
		return {
			program,
			args: line.slice(end),
			isFirst: at === 0 && isSure,
			isInner,
			first,
			isPath: word.value.includes("/"),
			nth,
			isPiped,
			texts: joinedTexts,
		};
	});
}

function argument({ value, isLiteral }: CommandWord): string {
	return ` ${value.replaceAll(/\s/g, "·")}${isLiteral ? "" : "$?"}`;
}

function programOf({ value, isLiteral }: CommandWord, isFirst: boolean): string | undefined {
	// `alias.x=!rm`, `--exec=rm`, `FOO=rm`, `(rm`, and the `+` of a diff.
	const path = (/[^=!@({[+]*$/.exec(value)?.[0] ?? "").replaceAll("\\", "/");
	const isProgram = isLiteral && (isFirst || !path.includes("/") || /^\/|^[a-z]:\/|bin\//i.test(path));
	if (!isProgram) return undefined;
	return path
		.slice(path.lastIndexOf("/") + 1)
		.toLowerCase()
		.replace(/\.(exe|cmd|bat|com)$/, "");
}
