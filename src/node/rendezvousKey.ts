import { createHash } from "node:crypto";

/**
 * Names a workspace in file names: 16 hex digits of the SHA-256 of its URI, which is that of the workspace file or of
 * the single folder. `empty` for a window without a folder.
 */
export function workspaceKey(uri: string | undefined): string {
	return uri === undefined ? "empty" : createHash("sha256").update(uri).digest("hex").slice(0, 16);
}
