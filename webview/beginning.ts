/** The ellipsis stands in its place too. */
const CLAUSE_END = /[\s.…,;:。，；：、]+$/u;

/** The first line of a text that is not blank, at most so many code points of it; an ellipsis stands for all that is left out. */
export function beginning(text: string, max: number): string {
	const all = text.trim();
	const [line = ""] = all.split(/[\r\n\u2028\u2029]/u, 1);
	// A code point has two units at most.
	const start = Array.from(line.slice(0, 2 * max + 2))
		.slice(0, max)
		.join("");
	return start.length === all.length ? start : `${start.replace(CLAUSE_END, "")}…`;
}
