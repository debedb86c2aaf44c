/** A word as a shell takes it, whatever is in it. */
export function shellWord(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A word in quotes of either kind, or bare; what a shell would expand is none of these. */
const WORD = /^(?:'[^']*'|"[^"$`\\]*"|\\.|[^\s'"\\$`|&;<>()*?#~!{}[\]])+/;

/** The words of one simple command; undefined where a shell would do more than to split it. */
export function shellWords(command: string): readonly string[] | undefined {
	const words: string[] = [];
	let rest = command.trim();
	while (rest !== "") {
		const [word] = WORD.exec(rest) ?? [];
		if (word === undefined) return undefined;
		words.push(word.replaceAll(/'([^']*)'|"([^"]*)"|\\(.)/g, "$1$2$3"));
		const behind = rest.slice(word.length);
		rest = behind.trimStart();
		if (rest !== "" && rest === behind) return undefined;
	}
	return words;
}
