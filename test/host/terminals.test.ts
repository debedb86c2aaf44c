import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { commands, window, workspace } from "vscode";
import { Terminals } from "../../src/editor/terminals";
import { FOLDER_VARIABLE, WINDOW_VARIABLE } from "../../src/wire/protocol";
import { listeningWindow, probe, until } from "./thisWindow";

describe("the variables of the window's terminals", () => {
	it("are not kept for a window that may not be there", async () => {
		const { path } = await listeningWindow();
		const { context } = await probe();
		assert.ok(context);
		const { persistent } = context.environmentVariableCollection;
		const value = context.environmentVariableCollection.get(WINDOW_VARIABLE)?.value;
		assert.deepEqual({ persistent, value }, { persistent: false, value: path });
	});

	it("hold no secret", async () => {
		const { content } = await listeningWindow();
		const { context } = await probe();
		const values: string[] = [];
		context?.environmentVariableCollection.forEach((_name, { value }) => values.push(value));
		assert.ok(values.every((value) => !value.includes(content.token)));
	});

	it("tell a program in a terminal its window and its folder", async function () {
		if (process.platform === "win32") this.skip();
		const { path } = await listeningWindow();
		for (const folder of workspace.workspaceFolders ?? []) {
			const out = join(folder.uri.fsPath, "variables.txt");
			rmSync(out, { force: true });
			const terminal = window.createTerminal({ cwd: folder.uri });
			terminal.sendText(`printenv ${WINDOW_VARIABLE} ${FOLDER_VARIABLE} > variables.txt; echo end >> variables.txt`);
			const text = await until("what the terminal printed", () => {
				const soFar = existsSync(out) ? readFileSync(out, "utf8") : "";
				return soFar.endsWith("end\n") ? soFar : undefined;
			});
			terminal.dispose();
			assert.equal(text, `${path}\n${folder.uri.fsPath}\nend\n`);
		}
	});
});

describe("a terminal", () => {
	it("is called by its present name, although nobody tells when it is renamed", async () => {
		const terminals = new Terminals();
		const terminal = window.createTerminal({ name: "before" });
		try {
			terminal.show();
			const info = await until("the terminal", () => terminals.all.find(({ name }) => name === "before"));
			await until("its focus", () => (window.activeTerminal === terminal ? true : undefined));
			await commands.executeCommand("workbench.action.terminal.renameWithArg", { name: "payments" });
			await until("its new name", () => (info.name === "payments" ? true : undefined));
		} finally {
			terminal.dispose();
			terminals.dispose();
		}
	});
});
