import { realpathSync } from "node:fs";

/** The path without any link in it; undefined where nothing is there or it cannot be seen. */
export function realPath(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch {
		return undefined;
	}
}
