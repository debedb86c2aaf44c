import assert from "node:assert/strict";
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { workspace } from "vscode";
import { listeningWindow, STATE } from "./thisWindow";

describe("the rendezvous file of the window", () => {
	it("is readable for its user alone", async function () {
		if (process.platform === "win32") this.skip();
		const { path } = await listeningWindow();
		const modes = [path, dirname(path), STATE].map((each) => (statSync(each).mode & 0o777).toString(8));
		assert.deepEqual(modes, ["600", "700", "700"]);
	});

	it("names the window's folders by their real paths", async () => {
		const { content } = await listeningWindow();
		const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => realpathSync(uri.fsPath));
		assert.deepEqual([...content.folders].sort(), folders.sort());
	});

	it("lies beside the bridge that agents start", async () => {
		await listeningWindow();
		const launcher = process.platform === "win32" ? "parley-bridge.cmd" : "parley-bridge";
		assert.ok(existsSync(join(STATE, "bin", launcher)));
	});
});
