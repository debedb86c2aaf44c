import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder to open, a home and a profile of their own, and the environment in which VS Code starts. */
export function makeScene(root) {
	const home = mkdtempSync(join(tmpdir(), "parley-demo-"));
	const state = stateFolder(home);
	const folder = join(home, "web-shop");
	const record = join(home, "agent.jsonl");
	mkdirSync(folder);
	writeFileSync(join(folder, "README.md"), "# Web shop\n\nThe folder in which the demo agent works.\n");
	return {
		home,
		folder,
		record,
		packages: { parley: join(root, "dist/parley.vsix"), companion: join(root, "dist/parley-demo.vsix") },
		pictures: join(root, "artifacts/start"),
		env: {
			HOME: home,
			XDG_STATE_HOME: join(home, "state"),
			LOCALAPPDATA: home,
			PARLEY_DEMO_STATE: state,
			PARLEY_DEMO_AGENT: `node "${join(root, "test/demo/agent.mjs")}" --out "${record}" tour`,
		},
		remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
	};
}

/** Parley's folder in that home, as the extension finds it. */
function stateFolder(home) {
	if (process.platform === "win32") return join(home, "Parley");
	if (process.platform === "darwin") return join(home, "Library/Application Support/Parley");
	return join(home, "state/parley");
}
