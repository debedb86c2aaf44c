import type { DiffFile } from "../protocol/unifiedDiff";

/** Both sides of a diff, as far as it shows them: what it leaves out is one line with the head of the hunk. */
export function diffSides({ lines }: DiffFile): { readonly before: string; readonly after: string } {
	const side = (left: "added" | "removed"): string =>
		lines.flatMap(({ kind, text }) => (kind === left || kind === "note" ? [] : [`${text}\n`])).join("");
	return { before: side("added"), after: side("removed") };
}
