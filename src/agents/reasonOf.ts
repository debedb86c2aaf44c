/** What an error says, in one line for a person. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
