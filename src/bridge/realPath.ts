import { realpathSync } from "node:fs";

/** The path without any link in it; the path itself where it cannot be resolved. */
export function realPath(path: string): string {
	try {
		return realpathSync.native(path);
	} catch {
		return path;
	}
}
