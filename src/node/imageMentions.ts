import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StateFolder } from "./stateFolder";

/**
 * The documents of all workspaces' histories and of the sessions of all windows but the one of that slot, as texts: what
 * they name is somebody else's. Throws where one that is there cannot be read.
 */
export function* documentsElsewhere(state: StateFolder, ownSlot: string): Generator<string> {
	const others = readdirSync(state.windows).filter((slot) => slot !== ownSlot);
	for (const folder of [state.history, ...others.map((slot) => join(state.windows, slot))]) {
		for (const name of filesOf(folder)) yield readFileSync(name, "utf8");
	}
}

function filesOf(folder: string): readonly string[] {
	const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
	if (isFile(folder)) return [];
	return readdirSync(folder)
		.map((name) => join(folder, name))
		.filter(isFile);
}
