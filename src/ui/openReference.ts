import { commands, FileType, Position, Range, Uri, window, workspace } from "vscode";
import type { Log } from "../core/ports";
import type { Place } from "../core/sessions";
import { pathInside } from "./filePlace";

/** Opens a file that an agent named, if it lies in this workspace. Where it is not there, VS Code's search is opened. */
export async function openReference(place: Place, path: string, line: number, log: Log): Promise<void> {
	const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
	// Agents name files from where they run or from the folder's root.
	const paths = [place.cwd, place.folder?.path]
		.map((base) => pathInside(folders, base, path))
		.filter((inside) => inside !== undefined);
	if (paths.length === 0) {
		log.info("a file reference of an agent leads out of the workspace: not opened");
		return;
	}
	for (const inside of new Set(paths)) {
		const uri = Uri.file(inside);
		if (!(await isFile(uri))) continue;
		const at = new Position(line - 1, 0);
		await window.showTextDocument(uri, { selection: new Range(at, at), preview: true });
		return;
	}
	await commands.executeCommand("workbench.action.quickOpen", `${path}:${line}`);
}

async function isFile(uri: Uri): Promise<boolean> {
	try {
		return ((await workspace.fs.stat(uri)).type & FileType.File) !== 0;
	} catch {
		return false;
	}
}
