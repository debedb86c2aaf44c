import { lstatSync } from "node:fs";
import type { L10n } from "../ui/l10n";

/** Why others could read or replace what lies there, in words; undefined: only this user can. Throws where nothing is there. */
export function privacyFault(l10n: L10n, path: string, kind: "file" | "folder"): string | undefined {
	const stats = lstatSync(path);
	if (stats.isSymbolicLink()) return l10n.t("{0} is a link.", path);
	if (kind === "file" && !stats.isFile()) return l10n.t("{0} is no file.", path);
	if (kind === "folder" && !stats.isDirectory()) return l10n.t("{0} is not a folder.", path);
	// Windows has access lists in place of owner and mode.
	if (process.getuid === undefined) return undefined;
	if (stats.uid !== process.getuid()) return l10n.t("{0} belongs to another user.", path);
	const mode = stats.mode & 0o777;
	if ((mode & 0o077) !== 0) return l10n.t("Other users can reach {0}: its mode is {1}.", path, mode.toString(8));
	return undefined;
}

export function isThere(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
