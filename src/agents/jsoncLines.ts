/** Where the line begins in which the offset lies. */
export function lineStart(body: string, offset: number): number {
	return body.lastIndexOf("\n", offset - 1) + 1;
}
