import { accessSync, constants, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StateFolder } from "./stateFolder";

/** What an editor has told the launcher to run the bridge on. */
export interface EditorNodeRecord {
	readonly editor: string;
	readonly path: string;
	/** A program is there now. */
	readonly isThere: boolean;
}

/** As the launcher reads them; the one that was active last comes first, and the launcher takes the first that is there. */
export function editorNodes({ nodes }: StateFolder): readonly EditorNodeRecord[] {
	return readdirSync(nodes)
		.flatMap((editor) => {
			const [path = "", , at = ""] = linesOf(join(nodes, editor));
			return /^\d+$/.test(at) ? [{ editor, path, isThere: isProgram(path), at: Number(at) }] : [];
		})
		.sort((a, b) => b.at - a.at)
		.map(({ editor, path, isThere }) => ({ editor, path, isThere }));
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

/** None for what is no file. */
function linesOf(path: string): readonly string[] {
	try {
		return readFileSync(path, "utf8").split("\n");
	} catch {
		return [];
	}
}
