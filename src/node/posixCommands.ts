import {
	type CommandArgument,
	type Command,
	forEachChild,
	parse,
	type ParsedScript,
	type Redirection,
	type SyntaxNode,
	type Word,
} from "unbash";
import type { CommandParser, CommandWord, SimpleCommand } from "../core/commandParser";

/** Longer texts are not parsed: nesting makes the parser quadratic, and the window must not stand still. */
const LENGTH_MAX = 40_000;

/** In zsh a first `=` stands for the path of a program. */
const PLAIN = /^(?!=)[\w\-./:,@%+=]+$/;
/** In zsh `-` runs what follows it as a login shell; `%` and `+` begin jobs. */
const PLAIN_PROGRAM = /^[\w./][\w\-./:,@%+]*$/;

/** Shell commands as `unbash` reads them. The entry of its own bundle: the parser is loaded with the first approval. */
export function posixCommands(): CommandParser {
	return { simpleCommand, commands };
}

function simpleCommand(text: string): readonly string[] | undefined {
	const [statement, ...more] = statements(text);
	if (statement === undefined || more.length > 0 || statement.background === true) return undefined;
	const { command } = statement;
	if (command.type !== "Command" || command.prefix.length > 0) return undefined;
	const words = [command.name, ...command.suffix];
	if (!words.every(isPlain)) return undefined;
	const argv = words.map((word) => word.value);
	// What is between, before and after the words: a comment, a final operator, a line break would be no part of the tree.
	const isAll =
		text
			.replaceAll("\t", " ")
			.split(" ")
			.filter((word) => word !== "")
			.join(" ") === argv.join(" ");
	return isAll && PLAIN_PROGRAM.test(argv[0] ?? "") ? argv : undefined;
}

function statements(text: string): ParsedScript["commands"] {
	try {
		return checked(parse(short(text))).commands;
	} catch {
		return [];
	}
}

function isPlain(word: CommandArgument | Redirection | undefined): word is Word {
	return word?.type === "Word" && word.parts === undefined && word.text === word.value && PLAIN.test(word.text);
}

function commands(text: string): readonly SimpleCommand[] | undefined {
	const found: SimpleCommand[] = [];
	try {
		collect(checked(parse(short(text))), false, found);
	} catch {
		return undefined;
	}
	return found;
}

function collect(node: SyntaxNode, isPiped: boolean, found: SimpleCommand[]): void {
	const each = (child: SyntaxNode, getsInput: boolean): void => collect(child, getsInput, found);
	// The script of a substitution is parsed when it is first looked at, and tells its errors then.
	if (node.type === "Script") checked(node);
	if (node.type === "Command") found.push(simple(node, isPiped));
	if (node.type === "Redirected") found.push({ words: [], texts: node.redirects.flatMap(redirected), isPiped });
	if (node.type === "Pipeline") node.commands.forEach((command, at) => each(command, isPiped || at > 0));
	else forEachChild(node, (child) => each(child, isPiped || node.type === "Redirected"));
}

function simple({ name, prefix, suffix }: Command, isPiped: boolean): SimpleCommand {
	const words: CommandWord[] = [];
	const texts: CommandWord[] = [];
	if (name !== undefined) words.push(commandWord(name));
	for (const each of prefix) texts.push(...(each.type === "Assignment" ? assigned(each.value) : redirected(each)));
	for (const each of suffix) {
		if (each.type === "Word") words.push(commandWord(each));
		else if (each.type === "Assignment") {
			// `export a=b`, `alias a=b`: an argument, and a value.
			const values = assigned(each.value);
			words.push({ value: each.text, isLiteral: values.every((value) => value.isLiteral) });
			texts.push(...values);
		} else texts.push(...redirected(each));
	}
	return { words, texts, isPiped };
}

function assigned(value: Extract<CommandArgument, { type: "Assignment" }>["value"]): readonly CommandWord[] {
	return value.type === "Word" ? [commandWord(value)] : value.elements.map(commandWord);
}

function redirected(redirection: Redirection): readonly CommandWord[] {
	if (redirection.type !== "HereDoc") return redirection.target === undefined ? [] : [commandWord(redirection.target)];
	const { text, parts } = redirection.body;
	return [{ value: text, isLiteral: parts === undefined }];
}

function commandWord(word: Word): CommandWord {
	return { value: word.value, isLiteral: isLiteral(word) };
}

function isLiteral(node: SyntaxNode): boolean {
	switch (node.type) {
		case "Word":
		case "DoubleQuoted":
		case "LocaleString":
			return (node.parts ?? []).every(isLiteral);
		case "Literal":
		case "SingleQuoted":
		case "AnsiCQuoted":
			return true;
		default:
			return false;
	}
}

function short(text: string): string {
	if (text.length > LENGTH_MAX) throw new Error("too long");
	return text;
}

/** The parser goes on after errors: what it gives then is a guess. */
function checked(script: ParsedScript): ParsedScript {
	if (script.errors !== undefined && script.errors.length > 0) throw new Error("no shell command");
	return script;
}
