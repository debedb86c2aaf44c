import { commands, FileType, Position, Range, Uri, window, workspace } from "vscode";
import type { Place } from "../core/sessions";
import { findReference } from "./filePlace";
import type { PanelDeps } from "./panelDeps";

type ReferenceDeps = Pick<PanelDeps, "log" | "realPath">;

/** Opens a file that an agent named, if it lies in this workspace. Where it is not there, VS Code's search is opened. */
export async function openReference(
	{ log, realPath }: ReferenceDeps,
	place: Place,
	path: string,
	line: number,
): Promise<void> {
	const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
	// Agents name files from where they run or from the folder's root.
	const bases = [place.cwd, place.folder?.path];
	const found = await findReference({ path, line, bases, folders }, { realPath, isFile });
	if (found.kind === "refused") log.info(`a file reference of an agent ${found.why}: not opened`);
	else if (found.kind === "search") await commands.executeCommand("workbench.action.quickOpen", found.text);
	else {
		const at = new Position(line - 1, 0);
		await window.showTextDocument(Uri.file(found.path), { selection: new Range(at, at), preview: true });
	}
}

async function isFile(path: string): Promise<boolean> {
	try {
		return ((await workspace.fs.stat(Uri.file(path))).type & FileType.File) !== 0;
	} catch {
		return false;
	}
}
