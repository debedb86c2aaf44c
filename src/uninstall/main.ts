// VS Code starts this once as a program of its own, at its first start after the extension was uninstalled. Nobody sees
// what it prints, and it may be stopped after a few seconds.
import { lstatSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { openConnections } from "../agents/openConnections";
import { FileLock } from "../node/fileLock";
import { stateFolderAt, stateFolderPath } from "../node/stateFolder";
import { uninstall } from "./uninstall";

const path = stateFolderPath(process.env, process.platform, homedir());
if (isOwnFolder(path)) {
	const state = stateFolderAt(realpathSync(path));
	const lock = new FileLock(join(state.root, "agents.lock"));
	void uninstall({
		state,
		platform: process.platform,
		extension: dirname(__dirname),
		execPath: process.execPath,
		connect(entry) {
			const bundle = createRequire(__filename)("./agents.cjs") as { openConnections: typeof openConnections };
			return bundle.openConnections({
				stateRoot: state.root,
				entry,
				version: "0.0.0",
				exclusively: (run) => lock.hold(run),
				onSetAside: () => undefined,
				editor: "uninstall",
				editors: () => [],
				hasPrompts: () => false,
			});
		},
	});
}

function isOwnFolder(folder: string): boolean {
	const stats = lstatSync(folder, { throwIfNoEntry: false });
	return stats?.isDirectory() === true && (process.getuid === undefined || stats.uid === process.getuid());
}
