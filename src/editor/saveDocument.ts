import { Uri, window, workspace } from "vscode";

const KINDS = { markdown: ["md"], json: ["json"] };

/**
 * Lets the person choose where to save a document, and writes it as the kind that its name says. Gives its path; undefined:
 * the person chose none. Rejects when it cannot be written.
 */
export async function saveDocument(
	name: string,
	textAs: (kind: keyof typeof KINDS) => string,
): Promise<string | undefined> {
	const folder = workspace.workspaceFolders?.[0]?.uri;
	const target = await window.showSaveDialog({
		...(folder === undefined ? {} : { defaultUri: Uri.joinPath(folder, `${name}.md`) }),
		filters: { Markdown: KINDS.markdown, JSON: KINDS.json },
	});
	if (target === undefined) return undefined;
	const kind = target.path.toLowerCase().endsWith(".json") ? "json" : "markdown";
	await workspace.fs.writeFile(target, new TextEncoder().encode(textAs(kind)));
	return target.fsPath;
}
