import { realpath } from "node:fs/promises";
import { posix, win32 } from "node:path";
import type { Place } from "../core/sessions";
import { findClient } from "./agentClient";
import type { Processes } from "./processes";

/** What a session says of itself, and the ports of the connection over which it says so. */
export interface PlaceClaim {
	/** The id of the agent. */
	readonly agent: string;
	readonly cwd: string | undefined;
	readonly pid: number | undefined;
	/** The client's side. */
	readonly remotePort: number;
	readonly localPort: number;
}

export interface Folder {
	readonly name: string;
	readonly path: string;
}

export interface Terminal {
	/** Read at each use: it may be called something else by then. */
	readonly name: string;
	/** Of the shell. */
	readonly processId: number;
}

export interface Surroundings {
	readonly platform: NodeJS.Platform;
	/** Undefined: the platform cannot tell, and every claim stays unchecked. */
	readonly processes: Processes | undefined;
	readonly folders: readonly Folder[];
	readonly terminals: readonly Terminal[];
}

/**
 * Where a session really is. Verified: the process it names holds this connection, works in the folder it names, and was
 * started in one of the terminals or by the daemon of an agent that works there. One of these missing is a refutation, a
 * claim that names nothing too.
 */
export async function findPlace(claim: PlaceClaim, around: Surroundings): Promise<Place> {
	const claimed = claim.cwd === undefined ? undefined : await realPath(claim.cwd);
	const process = await examine(claim, around);
	const cwd = process?.cwd ?? claimed;
	const isVerified = process?.cwd !== undefined && process.cwd === claimed && process.terminal !== undefined;
	return {
		cwd,
		folder: cwd === undefined ? undefined : await folderOf(cwd, around),
		terminal: process?.terminal,
		pid: claim.pid,
		verification: around.processes === undefined ? "unchecked" : isVerified ? "verified" : "refuted",
	};
}

/** Undefined unless the process holds the connection: nothing about another one says anything about the caller. */
async function examine(
	{ agent, pid, localPort, remotePort }: PlaceClaim,
	{ processes, terminals }: Surroundings,
): Promise<{ readonly cwd: string | undefined; readonly terminal: Terminal | undefined } | undefined> {
	if (processes === undefined || pid === undefined) return undefined;
	if (!(await processes.ownsConnection(pid, remotePort, localPort))) return undefined;
	const [cwd, ancestry] = await Promise.all([processes.cwd(pid), processes.ancestry(pid)]);
	const shells = terminals.map(({ processId }) => processId);
	const [, starter] = ancestry;
	// A daemon serves all terminals, while its own ancestry leads to the one that was the first.
	const isOfDaemon = starter !== undefined && (await processes.isDaemon(starter));
	const client = isOfDaemon && cwd !== undefined ? await findClient({ agent, cwd }, shells, processes) : undefined;
	const shell = isOfDaemon ? client?.shell : ancestry.find((each) => shells.includes(each));
	return { cwd, terminal: terminals.find(({ processId }) => processId === shell) };
}

/** The folder with the longest path that holds `cwd`. */
async function folderOf(cwd: string, { folders, platform }: Surroundings): Promise<Folder | undefined> {
	const real = await Promise.all(folders.map(async (folder) => ({ folder, path: await realPath(folder.path) })));
	return real.filter(({ path }) => isInside(cwd, path, platform)).sort((a, b) => b.path.length - a.path.length)[0]
		?.folder;
}

function isInside(path: string, folder: string, platform: NodeJS.Platform): boolean {
	const paths = platform === "win32" ? win32 : posix;
	// Windows and macOS take paths that differ in case for the same.
	const ignoresCase = platform === "win32" || platform === "darwin";
	const comparable = (each: string): string => {
		const normal = ignoresCase ? paths.normalize(each).toLowerCase() : paths.normalize(each);
		return normal.endsWith(paths.sep) ? normal : normal + paths.sep;
	};
	return comparable(path).startsWith(comparable(folder));
}

/** The path itself where it cannot be resolved. */
async function realPath(path: string): Promise<string> {
	return realpath(path).catch(() => path);
}
