import { beforeEach, expect, test, vi } from "vitest";
import type { Place } from "../../../src/core/sessions";
import { editorExcerpt } from "../../../src/editor/editorExcerpt";

const { window, TabInputText } = vi.hoisted(() => {
	class TabInputText {
		readonly uri = undefined;
	}
	const window = {
		activeTextEditor: undefined as unknown,
		visibleTextEditors: [] as unknown[],
		tabGroups: { activeTabGroup: { activeTab: undefined as { label: string; input: unknown } | undefined } },
	};
	return { window, TabInputText };
});

vi.mock("vscode", () => ({
	window,
	TabInputText,
	TabInputTextDiff: class {
		readonly modified = undefined;
	},
	Range: class {
		readonly start: object;
		readonly end: object;
		constructor(line: number, character: number, endLine: number, endCharacter: number) {
			this.start = { line, character };
			this.end = { line: endLine, character: endCharacter };
		}
	},
}));

const PLACE: Place = {
	cwd: undefined,
	folder: undefined,
	terminal: undefined,
	pid: undefined,
	verification: "unchecked",
};

/** An editor that shows one line. */
function editor(fileName: string, viewColumn: number | undefined): object {
	return {
		viewColumn,
		selection: { isEmpty: true },
		document: {
			...{ fileName, uri: { scheme: "file" }, lineCount: 1, languageId: "plaintext", isDirty: false },
			lineAt: () => ({ text: fileName }),
			getText: () => fileName,
			validateRange: () => ({ start: { line: 0, character: 0 }, end: { line: 0, character: fileName.length } }),
		},
	};
}

const read = (): unknown => editorExcerpt((path) => path, "file", PLACE);

beforeEach(() => {
	window.activeTextEditor = undefined;
	window.visibleTextEditors = [];
	window.tabGroups.activeTabGroup.activeTab = undefined;
});

test.each([
	["a picture", {}],
	["a page that VS Code tells nothing of", undefined],
])("beside %s, the text of another file is not taken for it", (_, input) => {
	window.visibleTextEditors = [editor("/a.txt", 1)];
	window.tabGroups.activeTabGroup.activeTab = { label: "logo.png", input };
	expect(read()).toEqual({ refused: "not-text", name: "logo.png" });
	// Output is one of VS Code's editors, too.
	window.activeTextEditor = editor("output", undefined);
	expect(read()).toEqual({ refused: "not-text", name: "logo.png" });
});

test.each([
	["beside a tab with text", { label: "a.txt", input: new TabInputText() }],
	["without any tab", undefined],
])("the editor in sight is read while output is the active one, %s", (_, activeTab) => {
	window.activeTextEditor = editor("output", undefined);
	window.visibleTextEditors = [editor("output", undefined), editor("/a.txt", 1)];
	window.tabGroups.activeTabGroup.activeTab = activeTab;
	expect(read()).toMatchObject({ path: "/a.txt", text: "/a.txt" });
});

test("without any editor in sight there is none", () => {
	expect(read()).toEqual({ refused: "no-editor", name: "" });
});
