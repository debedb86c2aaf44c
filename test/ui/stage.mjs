import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "../support/host/chromium.mjs";
import { hostNode } from "../support/host/installed.mjs";
import { startServer } from "../support/host/server.mjs";
import { ParleyWindow } from "./parleyWindow.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const artifacts = join(root, "artifacts/ui");

/**
 * A VS Code server with the packaged extension, a browser, and a home of their own: nothing of this machine's user is
 * read or written. In its terminals `demo` is the demo agent. `settings` are user settings, `trust: false` leaves
 * workspace trust on.
 */
export async function openStage({ settings, trust = true } = {}) {
	const home = mkdtempSync(join(tmpdir(), "parley-ui-"));
	const env = { HOME: home, XDG_STATE_HOME: join(home, "state") };
	installDemo(home);
	const server = await startServer({ trust, settings, env, vsix: [join(root, "dist/parley.vsix")] });
	const browser = await launchBrowser();
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	const windows = [];
	return {
		home,
		env,
		server,
		folder(name) {
			const path = join(home, "work", name);
			mkdirSync(path, { recursive: true });
			return path;
		},
		/** Opens a window and waits until Parley is ready in it. `where` is what windowUrl() takes. */
		async window(where) {
			const window = await ParleyWindow.open(context, server, where);
			windows.push(window);
			await window.parleyReady().catch(async (cause) => {
				await this.keepEvidence("Parley did not get ready");
				throw new Error(`Parley did not get ready: ${await window.status.allInnerTexts()}`, { cause });
			});
			return window;
		},
		/** Where the brokers of the windows on a folder listen, as their rendezvous files say. */
		addresses(folder) {
			const run = join(home, "state/parley/run");
			const files = readdirSync(run).filter((name) => name.endsWith(".json"));
			const windows = files.map((name) => JSON.parse(readFileSync(join(run, name), "utf8")));
			return windows.filter(({ folders }) => folders?.includes(folder)).map(({ url }) => url);
		},
		/** Writes settings of a folder, which VS Code watches under an open window. */
		folderSettings(folder, folderSettings) {
			mkdirSync(join(folder, ".vscode"), { recursive: true });
			writeFileSync(join(folder, ".vscode/settings.json"), JSON.stringify(folderSettings));
		},
		/** Opens a window and waits for VS Code only. */
		async bareWindow(where) {
			const window = await ParleyWindow.open(context, server, where);
			windows.push(window);
			return window;
		},
		/** Called after a test that failed: a picture of each window, and the logs of VS Code. */
		async keepEvidence(name) {
			const slug = name.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
			cpSync(join(server.userDataDir, "logs"), join(artifacts, `failed-${slug}-logs`), { recursive: true });
			const open = windows.filter(({ page }) => !page.isClosed());
			await Promise.all(
				open.map((window, at) => window.screenshot(join(artifacts, `failed-${slug}-${at}.png`)).catch(() => {})),
			);
		},
		async close() {
			await browser.close();
			await server.stop();
			rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
		},
	};
}

/**
 * Puts a command `demo` into the home, and that onto the PATH of its terminals: in the shell's own start-up file, as
 * VS Code starts terminals with the PATH of a login shell.
 */
function installDemo(home) {
	const bin = join(home, "bin");
	mkdirSync(bin);
	const file = join(bin, "demo");
	writeFileSync(file, `#!/bin/sh\nexec '${hostNode()}' '${join(root, "test/demo/agent.mjs")}' "$@"\n`);
	chmodSync(file, 0o755);
	writeFileSync(join(home, ".bashrc"), `PATH='${bin}':$PATH\nPS1='\\w $ '\n`);
}
