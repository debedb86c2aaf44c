import { type DiffFile, isPlainHead } from "../protocol/unifiedDiff";

/** Both sides of a diff, as far as it shows them: what it leaves out between is one line with the head of the hunk. */
export function diffSides({ lines }: DiffFile): { readonly before: string; readonly after: string } {
	const side = (left: "added" | "removed"): string =>
		lines
			.filter((line, at) => line.kind !== left && line.kind !== "note" && !isPlainHead(line, at))
			.map(({ text }) => `${text}\n`)
			.join("");
	return { before: side("added"), after: side("removed") };
}
