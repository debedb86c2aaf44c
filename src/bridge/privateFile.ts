import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from "node:fs";

const FILE_MAX_BYTES = 64 * 1024;

// Windows knows only the first and takes the others for 0; access lists stand for owner and mode there.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * The text of a file that only this user can have written: a regular file, no symbolic link, ours, closed to others.
 * Undefined for anything else. A named pipe in its place does not block.
 */
export function readPrivateFile(path: string): string | undefined {
	let file: number;
	try {
		file = openSync(path, OPEN_FLAGS);
	} catch {
		return undefined;
	}
	try {
		const stats = fstatSync(file);
		if (!stats.isFile() || !isPrivate(stats) || stats.size > FILE_MAX_BYTES) return undefined;
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	} finally {
		closeSync(file);
	}
}

/** Whether only this user can put files into the folder. */
export function isPrivateFolder(path: string): boolean {
	try {
		const stats = lstatSync(path);
		return stats.isDirectory() && isPrivate(stats);
	} catch {
		return false;
	}
}

function isPrivate(stats: Stats): boolean {
	if (process.getuid === undefined) return true;
	return stats.uid === process.getuid() && (stats.mode & 0o077) === 0;
}
