import type { ServerEntry } from "./integration";

/** Whether one of these words, a program or an argument of it, lies beside our bridge: then it is an entry of ours. */
export function startsBridge(words: readonly unknown[], entry: ServerEntry): boolean {
	const bin = binOf(entry);
	return words.some((word) => typeof word === "string" && folderOf(word) === bin);
}

/** Whether a line for a shell, or a file of ours, names something beside our bridge, however that is quoted there. */
export function namesBridge(text: string, entry: ServerEntry): boolean {
	const bare = (path: string): string => path.replaceAll(/['"\\]/g, "");
	return bare(text).includes(bare(binOf(entry)));
}

function binOf({ command, args }: ServerEntry): string {
	return folderOf(args[0] ?? command);
}

function folderOf(path: string): string {
	return path.replace(/[\\/][^\\/]*$/, "");
}
