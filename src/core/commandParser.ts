/** Reads texts of a POSIX shell. Pure: nothing is run or looked up. Neither method throws, whatever the text is. */
export interface CommandParser {
	/**
	 * The argv, if the whole text is exactly one simple command of plain words, which every shell reads alike. Plain is a
	 * word of ASCII letters, digits and `_ - . / : , @ % + =` in which nothing is quoted or escaped: a quoted word would have
	 * to be compared by what a shell makes of it, and shells differ there, so that any quote or backslash counts as changed
	 * quoting. Undefined for all else, as is a text that cannot be parsed.
	 */
	simpleCommand(text: string): readonly string[] | undefined;
	/**
	 * Every simple command anywhere inside: in lists, pipelines, groups, functions and substitutions, not in texts that a
	 * command gets as an argument. Undefined where the text cannot be parsed.
	 */
	commands(text: string): readonly SimpleCommand[] | undefined;
}

export interface SimpleCommand {
	/** The program and its arguments; empty for one of assignments and redirects only. */
	readonly words: readonly CommandWord[];
	/** Values of its assignments, its redirects' targets, its here-documents and here-strings. */
	readonly texts: readonly CommandWord[];
	/** It reads its input from a pipe; so does each command within a group that does. */
	readonly isPiped: boolean;
}

export interface CommandWord {
	/** Without its quotes and escapes. Expansions are in it as they are written. */
	readonly value: string;
	/** False: a shell expands something in it, so that it becomes other or more words. */
	readonly isLiteral: boolean;
}
