import { sep } from "node:path";
import type { Rendezvous } from "../wire/rendezvous";
import { connectProven } from "./connectProven";
import { realPath } from "./realPath";
import { windowsIn } from "./windowsIn";

/** The one live window whose folder is the longest prefix of `cwd`; undefined where there is none or a tie. */
export async function windowOfFolder(run: string, cwd: string): Promise<string | undefined> {
	const here = realPath(cwd);
	const near = windowsIn(run)
		.map((each) => ({ ...each, length: prefixLength(each.window, here) }))
		.filter(({ length }) => length > 0);
	const live = await Promise.all(near.map(async (each) => ((await isLive(each.window)) ? [each] : [])));
	const [first, second] = live.flat().sort((a, b) => b.length - a.length);
	return first !== undefined && first.length !== second?.length ? first.path : undefined;
}

/** The length of the longest folder of the window that holds `here`; 0 for none. */
function prefixLength(window: Rendezvous, here: string): number {
	const lengths = window.folders
		.map((folder) => folded(folder.endsWith(sep) ? folder : folder + sep))
		.map((folder) => (folded(here + sep).startsWith(folder) ? folder.length : 0));
	return Math.max(0, ...lengths);
}

async function isLive(window: Rendezvous): Promise<boolean> {
	try {
		(await connectProven(window)).destroy();
		return true;
	} catch {
		return false;
	}
}

/** Windows and macOS take paths that differ in case for the same. */
function folded(path: string): string {
	return process.platform === "win32" || process.platform === "darwin" ? path.toLowerCase() : path;
}
