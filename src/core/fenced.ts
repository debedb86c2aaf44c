/** A Markdown code block that nothing in the text can close. */
export function fenced(text: string, language = "text"): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}${language}\n${text}\n${fence}`;
}
