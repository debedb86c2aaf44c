import type { ServerEntry } from "./integration";

/** Whether one of these words, a program or an argument of it, lies beside our bridge: then it is an entry of ours. */
export function startsBridge(words: readonly unknown[], entry: ServerEntry): boolean {
	const bin = folderOf(entry.args[0] ?? entry.command);
	return words.some((word) => typeof word === "string" && folderOf(word) === bin);
}

function folderOf(path: string): string {
	return path.replace(/[\\/][^\\/]*$/, "");
}
