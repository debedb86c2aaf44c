import { existsSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { namesIn } from "./namesIn";

/** The editor whose extension goes. */
export interface Leaving {
	/** The folder of the extension, as VS Code has installed it. */
	readonly extension: string;
	/** The program that runs this. */
	readonly execPath: string;
}

/** Takes the editor out of those that are registered in `nodes`. True: no other one has the extension. */
export function unregister(nodes: string, leaving: Leaving): boolean {
	let isLast = true;
	for (const name of namesIn(nodes)) {
		const file = join(nodes, name);
		if (!statSync(file).isFile()) continue;
		const [program = "", , , extension] = readFileSync(file, "utf8").split("\n");
		const isLeaving = extension ? isSameHome(extension, leaving.extension) : program === leaving.execPath;
		if (isLeaving) rmSync(file);
		else if (extension ? isInstalled(extension) : existsSync(program)) isLast = false;
	}
	return isLast;
}

/** Whether both lie in the folder of one editor's extensions; the versions may differ. */
function isSameHome(a: string, b: string): boolean {
	return realFolder(dirname(a)) === realFolder(dirname(b));
}

/** Whether that editor still has the extension, perhaps in a version that has not run yet. */
function isInstalled(extension: string): boolean {
	const [, id = basename(extension)] = /^(.*?)-\d/.exec(basename(extension)) ?? [];
	return namesIn(dirname(extension)).some((name) => name === id || name.startsWith(`${id}-`));
}

/** Windows writes the same path in several ways. */
function realFolder(path: string): string {
	try {
		const real = realpathSync.native(path);
		return process.platform === "win32" ? real.toLowerCase() : real;
	} catch {
		return path;
	}
}
