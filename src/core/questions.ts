/** What an agent asks, parsed: trimmed, within bounds, choices without duplicates. */
export interface Question {
	readonly text: string;
	readonly choices: readonly string[];
}
