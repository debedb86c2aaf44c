import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { FileRefusal, Files, StateFiles, UserFile } from "./files";
import type { Machine } from "./integration";
import { reasonOf } from "./reasonOf";

// The only file here that touches the machine: it reads what planners are told, and writes what they have planned.

const FILE_MAX_BYTES = 1024 * 1024;
const VERSION_WITHIN_MS = 5_000;

export const thisMachine: Machine = {
	platform: process.platform,
	home: homedir(),
	env: process.env,
	kindOf(path) {
		const stats = attempt(() => fs.statSync(path));
		return stats?.isFile() === true ? "file" : stats?.isDirectory() === true ? "folder" : undefined;
	},
	readText: (path) =>
		attempt(() => (fs.statSync(path).size > FILE_MAX_BYTES ? undefined : fs.readFileSync(path, "utf8"))),
	namesIn: (folder) => attempt(() => fs.readdirSync(folder)) ?? [],
};

/** What `<program> --version` says; undefined where it says nothing of the kind within 5 s. */
export function versionOf(program: string): Promise<string | undefined> {
	return new Promise((resolve) => {
		execFile(program, ["--version"], { timeout: VERSION_WITHIN_MS, windowsHide: true }, (error, stdout) => {
			resolve(error === null ? /\d+\.\d+\.\d+/.exec(stdout)?.[0] : undefined);
		});
	});
}

export function sha256(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

export const userFiles: Files = {
	read(path) {
		try {
			return readFile(path);
		} catch (error) {
			return { kind: "unreadable", file: path, reason: reasonOf(error) };
		}
	},
	replace(file, text) {
		try {
			if (!isAsRead(file)) return { kind: "changed", file: file.path };
			if (text === undefined) {
				fs.rmSync(file.path);
				return undefined;
			}
			const like = fs.statSync(file.path, { throwIfNoEntry: false });
			for (const folder of file.missingFolders) fs.mkdirSync(folder, { mode: 0o700, recursive: true });
			if (replaceWhole(file.path, text, like, () => isAsRead(file))) return undefined;
			userFiles.removeEmpty(file.missingFolders);
			return { kind: "changed", file: file.path };
		} catch (error) {
			userFiles.removeEmpty(file.missingFolders);
			return { kind: "unwritable", file: file.path, reason: reasonOf(error) };
		}
	},
	removeEmpty(folders) {
		for (const folder of folders.toReversed()) attempt(() => fs.rmdirSync(folder));
	},
};

/** The files of Parley's own state folder, closed to all other users. */
export function stateFiles(root: string): StateFiles {
	const pathOf = (path: string): string => join(root, ...path.split("/"));
	return {
		read(path) {
			try {
				return fs.readFileSync(pathOf(path), "utf8");
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
				throw error;
			}
		},
		write(path, text) {
			const target = pathOf(path);
			fs.mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
			replaceWhole(target, text, undefined, () => true);
		},
		remove: (path) => fs.rmSync(pathOf(path), { force: true }),
		setAside(path) {
			const aside = `${pathOf(path)}.corrupt`;
			// An older one goes, and a folder that is in its place.
			fs.rmSync(aside, { recursive: true, force: true });
			fs.renameSync(pathOf(path), aside);
			return aside;
		},
	};
}

function readFile(path: string): UserFile | FileRefusal {
	const link = fs.lstatSync(path, { throwIfNoEntry: false });
	if (link === undefined) return { kind: "file", text: undefined, ...missing(path) };
	const isDangling = link.isSymbolicLink() && fs.statSync(path, { throwIfNoEntry: false }) === undefined;
	if (isDangling) return { kind: "danglingLink", file: path };
	const real = fs.realpathSync(path);
	const stats = fs.statSync(real);
	if (!stats.isFile()) return { kind: "notAFile", file: real };
	if (stats.size > FILE_MAX_BYTES) return { kind: "tooLarge", file: real };
	if (stats.nlink > 1) return { kind: "hardLinked", file: real };
	if (!isWritable(real, stats)) return { kind: "readOnly", file: real };
	const text = attempt(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(fs.readFileSync(real)));
	return text === undefined ? { kind: "notText", file: real } : { kind: "file", path: real, text, missingFolders: [] };
}

/** The mode counts for root too, who may write everything: whoever took the right away meant it. */
function isWritable(path: string, stats: fs.Stats): boolean {
	if ((stats.mode & 0o222) === 0) return false;
	try {
		fs.accessSync(path, fs.constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

/** Where a file that is not there would be, and which folders it needs. */
function missing(path: string): Pick<UserFile, "path" | "missingFolders"> {
	const names: string[] = [];
	let folder = dirname(path);
	while (fs.lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
		names.unshift(basename(folder));
		folder = dirname(folder);
	}
	const real = fs.realpathSync(folder);
	const missingFolders = names.map((_, i) => join(real, ...names.slice(0, i + 1)));
	return { path: join(missingFolders.at(-1) ?? real, basename(path)), missingFolders };
}

function isAsRead(file: UserFile): boolean {
	const now = readFile(file.path);
	return now.kind === "file" && now.path === file.path && now.text === file.text;
}

/**
 * Writes beside the target and then takes its place, so that there is the old content or the new one at every moment.
 * `like`: whose mode and owner the file gets; without it is closed to others. False: `isStillRight` said no at the end.
 */
function replaceWhole(target: string, text: string, like: fs.Stats | undefined, isStillRight: () => boolean): boolean {
	const folder = dirname(target);
	const prefix = `.${basename(target)}.parley-`;
	// What a killed process left behind.
	for (const name of fs.readdirSync(folder)) if (name.startsWith(prefix)) fs.rmSync(join(folder, name));
	const temporary = join(folder, prefix + randomBytes(6).toString("hex"));
	try {
		writeNew(temporary, text, like);
		if (!isStillRight()) return false;
		fs.renameSync(temporary, target);
		return true;
	} finally {
		fs.rmSync(temporary, { force: true });
	}
}

function writeNew(path: string, text: string, like: fs.Stats | undefined): void {
	const file = fs.openSync(path, "wx", 0o600);
	try {
		fs.writeFileSync(file, text);
		if (like !== undefined) {
			const own = fs.fstatSync(file);
			if (own.uid !== like.uid || own.gid !== like.gid) fs.fchownSync(file, like.uid, like.gid);
			fs.fchmodSync(file, like.mode & 0o7777);
		}
		fs.fsyncSync(file);
	} finally {
		fs.closeSync(file);
	}
}

/** Undefined where the system refuses. */
function attempt<T>(act: () => T): T | undefined {
	try {
		return act();
	} catch {
		return undefined;
	}
}
