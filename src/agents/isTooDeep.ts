/** No person's file has as many; what reads and edits them calls itself for each level. */
const LEVELS_MAX = 100;

export const TOO_DEEP = "nested too deeply";

/** Whether a tree has more levels than any file that a person wrote. */
export function isTooDeep<T>(root: T, childrenOf: (node: T) => readonly T[]): boolean {
	let level: readonly T[] = [root];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > LEVELS_MAX) return true;
		level = level.flatMap(childrenOf);
	}
	return false;
}
