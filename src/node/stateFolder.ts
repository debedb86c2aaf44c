import { chmodSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, join, posix, win32 } from "node:path";

/** The one folder per user in which all editors and agents find each other. Paths are real and absolute. */
export interface StateFolder {
	readonly root: string;
	/** The bridge and its launcher. */
	readonly bin: string;
	/** Which Node each editor gives to the launcher. */
	readonly nodes: string;
	/** The rendezvous files. */
	readonly run: string;
	/** What each window keeps over a reload, a folder per slot. */
	readonly windows: string;
	/** One file per workspace. */
	readonly history: string;
	/** The approval rules, one file per workspace. */
	readonly approvals: string;
	/** How much waits in each window, for the others. */
	readonly waiting: string;
	/** What people attached to answers, of all workspaces. */
	readonly images: string;
}

/** Where the state folder of this user is; `home` and what `env` names are absolute. */
export function stateFolderPath(
	env: Readonly<Record<string, string | undefined>>,
	platform: NodeJS.Platform,
	home: string,
): string {
	if (platform === "win32") {
		const given = env["LOCALAPPDATA"] ?? "";
		return win32.join(win32.isAbsolute(given) ? given : win32.join(home, "AppData", "Local"), "Parley");
	}
	if (platform === "darwin") return posix.join(home, "Library", "Application Support", "Parley");
	// The base directory specification says that a relative value counts as none.
	const given = env["XDG_STATE_HOME"] ?? "";
	return posix.join(posix.isAbsolute(given) ? given : posix.join(home, ".local", "state"), "parley");
}

/**
 * Creates what is missing, closed to all other users. Throws an error that a person can read when the folder or one
 * inside it is a link, no folder, or another user's.
 */
export function openStateFolder(path: string): StateFolder {
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	ensurePrivateFolder(path);
	const folder = stateFolderAt(realpathSync(path));
	// The root comes first, and `bin` before what is in it.
	for (const each of Object.values<string>({ ...folder })) ensurePrivateFolder(each);
	return folder;
}

/** The folder whose real path is known, whether or not it is there. */
export function stateFolderAt(root: string): StateFolder {
	const bin = join(root, "bin");
	return {
		root,
		bin,
		nodes: join(bin, "nodes"),
		run: join(root, "run"),
		windows: join(root, "windows"),
		history: join(root, "history"),
		approvals: join(root, "approvals"),
		waiting: join(root, "waiting"),
		images: join(root, "images"),
	};
}

function ensurePrivateFolder(path: string): void {
	try {
		mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
	const stats = lstatSync(path);
	if (stats.isSymbolicLink()) throw new Error(`${path} is a link; Parley needs a folder of its own there`);
	if (!stats.isDirectory()) throw new Error(`${path} is not a folder`);
	if (process.getuid === undefined) return;
	if (stats.uid !== process.getuid()) throw new Error(`${path} belongs to another user`);
	if ((stats.mode & 0o077) !== 0) chmodSync(path, 0o700);
}
