import { Range, type Tab, TabInputText, TabInputTextDiff, type TextDocument, type TextEditor, window } from "vscode";
import { type Excerpt, type ExcerptRefusal, pathBelow, readingEnd } from "../core/excerpt";
import type { Place } from "../core/sessions";

/** What is selected in the editor, or the whole file; or why there is no such text. `name` is the file's. */
export function editorExcerpt(
	realPath: (path: string) => string | undefined,
	wish: "selection" | "file",
	{ folder }: Place,
): Excerpt | { readonly refused: ExcerptRefusal; readonly name: string } {
	const editor = editorInUse();
	const { activeTab } = window.tabGroups.activeTabGroup;
	if (editor === undefined && isOther(activeTab)) return { refused: "not-text", name: activeTab.label };
	const shown = editor ?? window.visibleTextEditors.find(isInColumn);
	if (shown === undefined) return { refused: "no-editor", name: "" };
	const { document, selection } = shown;
	const root = folder && (realPath(folder.path) ?? folder.path);
	const path = isFile(document) ? pathBelow(root, realPath(document.fileName) ?? document.fileName) : document.fileName;
	if (wish === "selection" && selection.isEmpty) return { refused: "no-selection", name: path };
	const whole = new Range(0, 0, document.lineCount, 0);
	const { start, end } = wish === "selection" ? selection : document.validateRange(whole);
	const stop = readingEnd((line) => document.lineAt(line).text.length, start, end);
	const text = document.getText(new Range(start.line, start.character, stop.line, stop.character));
	// VS Code shows a binary file as text where the person insists.
	if (text.includes("\0")) return { refused: "not-text", name: path };
	return {
		path,
		firstLine: start.line + 1,
		// Of a line that only its end is of, there is nothing to see.
		lastLine: end.character === 0 && end.line > start.line ? end.line : end.line + 1,
		text,
		language: document.languageId,
		isUnsaved: isFile(document) && document.isDirty,
	};
}

/** The editor that was last used: VS Code keeps it as the active one while the focus is in a view. */
function editorInUse(): TextEditor | undefined {
	const active = window.activeTextEditor;
	return active !== undefined && isInColumn(active) ? active : undefined;
}

/** Output and the like count as editors too, but stand in no column. */
function isInColumn({ viewColumn }: TextEditor): boolean {
	return viewColumn !== undefined;
}

/** A picture or a page of settings: text of another tab is not what the person means then. */
function isOther(tab: Tab | undefined): tab is Tab {
	return tab !== undefined && !(tab.input instanceof TabInputText || tab.input instanceof TabInputTextDiff);
}

function isFile({ uri }: TextDocument): boolean {
	return uri.scheme === "file";
}
