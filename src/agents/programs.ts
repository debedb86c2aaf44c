import type { Detection, Machine } from "./integration";

/** Joins with the platform's separator; nothing is normalised. */
export function joinPath(platform: string, ...parts: readonly string[]): string {
	return parts.join(platform === "win32" ? "\\" : "/");
}

/** Separates the folders of a list variable such as PATH. */
export function listSeparator(platform: string): string {
	return platform === "win32" ? ";" : ":";
}

/**
 * Where installers put a CLI that a login shell finds but an editor started from the desktop does not: its PATH lacks
 * what the user's shell profile adds.
 */
const PLACES = [".local/bin", ".opencode/bin", ".bun/bin", ".npm-global/bin", ".volta/bin", "bin"];
const SYSTEM_PLACES = ["/opt/homebrew/bin", "/usr/local/bin"];

/** The absolute path of a program by name, from PATH or the usual places. */
export function findProgram(machine: Machine, name: string): string | undefined {
	const { platform, env, home } = machine;
	const isWindows = platform === "win32";
	const fromPath = (env["PATH"] ?? env["Path"] ?? "").split(listSeparator(platform));
	const fromHome = PLACES.map((place) => joinPath(platform, home, ...place.split("/")));
	const fromSystem = isWindows ? [joinPath(platform, env["APPDATA"] ?? home, "npm")] : SYSTEM_PLACES;
	const isAbsolute = (folder: string): boolean => (isWindows ? /^[a-z]:[\\/]/i : /^\//).test(folder);
	for (const folder of [...fromPath, ...fromHome, ...fromSystem].filter(isAbsolute)) {
		for (const ending of isWindows ? [".exe", ".cmd", ".bat"] : [""]) {
			const path = joinPath(platform, folder, name + ending);
			if (machine.kindOf(path) === "file") return path;
		}
	}
	return undefined;
}

/** A folder that a variable may name; an empty variable names none. */
export function folderFrom(variable: string | undefined, otherwise: string): string {
	return variable === undefined || variable === "" ? otherwise : variable;
}

/** An agent is in use where its program is found, or the folder that it makes at its first start. */
export function detected(machine: Machine, program: string, folder: string): Detection {
	const path = findProgram(machine, program);
	return path !== undefined || machine.kindOf(folder) === "folder"
		? { kind: "found", program: path }
		: { kind: "absent" };
}

/** A path below the user's home folder, with `/`. */
export function belowHome({ home, platform }: Machine, path: string): string {
	return joinPath(platform, home, ...path.split("/"));
}
