/** Puts a text on one line, its hidden characters still as they are. `lineBreak` stands for each run of line breaks. */
export function oneLine(text: string, lineBreak = " "): string {
	return text
		.replace(/[^\S\r\n\u2028\u2029]*[\r\n\u2028\u2029]\s*/gu, lineBreak)
		.replace(/[^\S\r\n]+/gu, " ")
		.trim();
}

/** The first line of a text that is not blank. */
export function firstLine(text: string): string {
	return (
		text
			.split(/[\r\n\u2028\u2029]+/u)
			.map((line) => oneLine(line))
			.find((line) => line !== "") ?? ""
	);
}
