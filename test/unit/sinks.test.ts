import { ESLint, Linter } from "eslint";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const eslint = new ESLint({ cwd: root });

/** Every way to a place of VS Code that renders what it is given. */
const WAYS = {
	"src/ui/notify.ts": [
		"window.showInformationMessage(x);",
		'window["showWarningMessage"](x);',
		"const { showErrorMessage } = window;",
	],
	"src/ui/quickPick.ts": ["window.createQuickPick();", "window.showQuickPick(x);", "window.showInputBox();"],
	"src/ui/statusBar.ts": ["window.createStatusBarItem();", "window.setStatusBarMessage(x);"],
	"src/ui/tooltip.ts": ["new MarkdownString(x);", "new vscode.MarkdownString(x);"],
	"src/editor/terminals.ts": ["terminal.sendText(x);"],
};
const NOBODY = ["window.withProgress(x, y);", "vscode.window.createTreeView(x);"];

/** The lines that the lint rule for that file refuses. */
async function refused(file: string): Promise<readonly string[]> {
	const lines = [...Object.values(WAYS).flat(), ...NOBODY];
	const { rules } = (await eslint.calculateConfigForFile(join(root, file))) as Linter.Config;
	const rule = rules?.["no-restricted-syntax"];
	if (rule === undefined) throw new Error(`no rule for ${file}`);
	const faults = new Linter().verify(lines.join("\n"), [{ rules: { "no-restricted-syntax": rule } }]);
	return faults.map(({ line }) => lines[line - 1] ?? "");
}

describe("the lint rule about places that render text", () => {
	it("refuses every way to them in an ordinary file", async () => {
		expect(await refused("src/ui/attention.ts")).toEqual([...Object.values(WAYS).flat(), ...NOBODY]);
	});

	it.each(Object.keys(WAYS))("lets %s have its own way and no other", async (file) => {
		const others = Object.entries(WAYS).filter(([each]) => each !== file);
		expect(await refused(file)).toEqual([...others.flatMap(([, ways]) => ways), ...NOBODY]);
	});
});
