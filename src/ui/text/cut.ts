/** At most `max` code points; a longer text ends in an ellipsis, which counts. */
export function cut(text: string, max: number): string {
	const characters = Array.from(text);
	return characters.length <= max
		? text
		: `${characters
				.slice(0, max - 1)
				.join("")
				.trimEnd()}…`;
}
