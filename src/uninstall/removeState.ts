import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { StateFolder } from "../node/stateFolder";

/** The editors' common files beside the folders, and what was set aside of them. */
const FILES = /^(?:agents|journal|handshakes|prompts|settings)\.(?:json|lock)(?:\..*)?$/;

/**
 * Removes what the extension has put into its state folder. The history is the person's and stays, as long as there is one,
 * with the images that its answers name; what they have allowed for all time goes: it must not come back with a later installation. `own`: files below the folder,
 * with `/`. Where the bridge stays, so does what is needed to put back what starts it.
 */
export function removeState(
	{ root, bin, run, windows, approvals, history, waiting, images }: StateFolder,
	own: readonly string[] | "bridge stays",
): void {
	for (const folder of [run, windows, approvals, waiting]) remove(folder);
	if (own === "bridge stays") return;
	for (const folder of [bin, join(root, "backups")]) remove(folder);
	for (const name of readdirSync(root)) if (FILES.test(name)) remove(join(root, name));
	for (const path of own) {
		const file = join(root, ...path.split("/"));
		remove(file);
		for (let folder = dirname(file); folder !== root; folder = dirname(folder)) removeEmpty(folder);
	}
	removeEmpty(history);
	if (existsSync(history)) removeEmpty(images);
	else remove(images);
	removeEmpty(root);
}

function remove(path: string): void {
	rmSync(path, { recursive: true, force: true });
}

function removeEmpty(folder: string): void {
	try {
		rmdirSync(folder);
	} catch {
		// Something else is in it.
	}
}
