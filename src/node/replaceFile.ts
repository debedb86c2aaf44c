import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Replaces a file in one step: who reads it sees the old or the new content, whole. The file has its mode from the
 * first moment on. Throws when it cannot be written; the old file stays then.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o600): void {
	const draft = `${path}.${randomBytes(6).toString("hex")}.tmp`;
	try {
		writeFileSync(draft, content, { mode, flag: "wx" });
		renameSync(draft, path);
	} catch (error) {
		rmSync(draft, { force: true });
		throw error;
	}
}
