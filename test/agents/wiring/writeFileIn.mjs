import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a file whose folder may not be there. */
export function writeFileIn(path, text) {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}
