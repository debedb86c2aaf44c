import type { SimpleCommand } from "./commandParser";

/**
 * What could be commands in a text of any kind: one of a shell that the parser does not know, a script in a diff, words
 * about a command. It finds too much rather than too little: quotes and escapes are only removed, and every operator and
 * line break ends a command.
 */
export function roughCommands(text: string): readonly SimpleCommand[] {
	const plain = text
		// Nothing of it is seen, and some programs drop it.
		.replaceAll(/[\0-\x08\x0e-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
		.replaceAll(/\$\{?IFS\}?/g, " ");
	// In POSIX shells a backslash escapes and a backtick runs; in those of Windows they are part of a path, and the escape.
	const posix = plain
		.replaceAll(/\\\r?\n/g, "")
		.replaceAll("\\", "")
		.replaceAll("`", "\n");
	const windows = plain
		.replaceAll(/[`^]\r?\n/g, "")
		.replaceAll("`", "")
		.replaceAll("\\", "/");
	return [...split(posix), ...(windows === posix ? [] : split(windows))];
}

function split(text: string): readonly SimpleCommand[] {
	return text
		.replaceAll(/["'^]/g, "")
		.replaceAll("||", ";")
		.split("|")
		.flatMap((stage, at) =>
			stage
				.split(/[;&\r\n(){}<>]/)
				.map(wordsOf)
				.filter((words) => words.length > 0)
				.map((words, first) => ({ words, texts: [], isPiped: at > 0 && first === 0 })),
		);
}

function wordsOf(command: string): SimpleCommand["words"] {
	return command
		.split(/[\s,]+/)
		.filter((word) => !/^[+-]?$/.test(word))
		.map((value) => ({ value, isLiteral: !/[$*?%]/.test(value) }));
}
