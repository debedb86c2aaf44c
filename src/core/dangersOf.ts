import type { Act } from "./approvals";
import { isComputed, isDownloadRun } from "./codeSources";
import type { CommandParser } from "./commandParser";
import { DANGEROUS_PROGRAMS, type Sign } from "./dangerousPrograms";
import { DANGEROUS_TEXTS, KEY_FILE, updatesAll } from "./dangerousTexts";
import { type Danger, inOrder } from "./dangers";
import { type Invocation, invocationsIn } from "./invocations";
import { lastingDangers, namesStartUp, writesStartUp } from "./lastingDangers";

/** Longer texts are not looked into. */
const LENGTH_MAX = 64_000;
/** A program that stands more often than this in one command is not looked at any more and counts as dangerous. */
const TIMES_MAX = 50;

/**
 * Why this act is never remembered; empty: nothing speaks against a rule. Everything the agent says that it does is looked
 * into, whatever kind of act it calls it. It finds too much rather than too little: what that costs is a question more.
 */
export function dangersOf({ kind, action, detail }: Act, parser: CommandParser): readonly Danger[] {
	const found = new Set<Danger>();
	for (const text of new Set([action, detail ?? ""])) {
		if (text.length > LENGTH_MAX) {
			found.add("computedCommand");
			continue;
		}
		const { all, isWhole } = invocationsIn(text, parser);
		addPrograms(all, found);
		addTexts(text, found);
		if (KEY_FILE.test(kind === "edit" ? pathsOfDiff(text) : text)) found.add("credentials");
		if (isDownloadRun(all)) found.add("downloadToShell");
		// A diff runs nothing, and a headline above the command is no command.
		const isCommand = kind !== "edit" && text === (detail ?? action);
		if (isCommand && (!isWhole || all.some(isComputed))) found.add("computedCommand");
		if (isCommand) for (const danger of lastingDangers(all)) found.add(danger);
		if (isStartUp(kind, text, isCommand)) found.add("laterCommands");
	}
	return inOrder(found);
}

/** `.e*`, `.??v`: a pattern of hidden files, of which `.env` is one. */
const HIDDEN_FILES = /[ /<]\.[^ /*?[{]*[*?[{][^ ]*\$\?/;

const SIGNS = signsByProgram();

function signsByProgram(): ReadonlyMap<string, readonly Sign[]> {
	const signs = new Map<string, Sign[]>();
	for (const sign of DANGEROUS_PROGRAMS) {
		for (const program of sign.programs.split(" ")) signs.set(program, [...(signs.get(program) ?? []), sign]);
	}
	return signs;
}

function addPrograms(all: readonly Invocation[], found: Set<Danger>): void {
	for (const { program, args, isFirst, nth } of all) {
		if (isFirst && HIDDEN_FILES.test(args)) found.add("credentials");
		if (program === undefined) {
			// `$X -rf build`: of all programs with that option, this one matters.
			if (isFirst && / -\w*r/i.test(args)) found.add("recursiveDelete");
			continue;
		}
		for (const { danger, when, isBuiltin } of SIGNS.get(program) ?? []) {
			if (!found.has(danger) && (isFirst || isBuiltin !== true) && (nth > TIMES_MAX || when.test(args)))
				found.add(danger);
		}
	}
}

/** Comments of SQL separate words as blanks do; quotes within a path do not. */
function addTexts(text: string, found: Set<Danger>): void {
	const uncommented = text.replaceAll(/\/\*[^]*?(\*\/|$)|--[^\n]*/g, " ");
	const forms = [text, uncommented, text.replaceAll(/["'`\\^]/g, "")];
	for (const [danger, ...patterns] of DANGEROUS_TEXTS) {
		if (!found.has(danger) && forms.some((form) => patterns.every((pattern) => pattern.test(form)))) found.add(danger);
	}
	if (updatesAll(text) || updatesAll(uncommented)) found.add("destructiveSql");
}

/** What reads such a file only is no danger; of other kinds than commands it cannot be told. */
function isStartUp(kind: Act["kind"], text: string, isCommand: boolean): boolean {
	if (kind === "edit") return namesStartUp(pathsOfDiff(text));
	return isCommand && (kind === "command" ? writesStartUp(text) : namesStartUp(text));
}

/** Of a headline, all of it. */
function pathsOfDiff(text: string): string {
	const lines = text.split("\n");
	return lines.length === 1
		? text
		: lines.filter((line) => /^(\+\+\+|---|diff|rename|copy|Index:|\*\*\*) /.test(line)).join("\n");
}
