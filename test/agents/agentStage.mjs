import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { launchBrowser } from "../support/host/chromium.mjs";
import { startServer } from "../support/host/server.mjs";
import { makeAgentHome } from "./agentHome.mjs";
import { AgentWindow } from "./agentWindow.mjs";
import { isSearch } from "./model/looking.mjs";
import { startModel } from "./model/startModel.mjs";

const root = dirname(dirname(import.meta.dirname));
const artifacts = join(root, "artifacts/agents");

/**
 * The packaged extension in a VS Code server, the named agents on the PATH of its terminals, and a scripted model. Home
 * and everything below it belong to this run, as agentHome.mjs makes it. `scripts` is as model/script.mjs says, the names
 * are those of pins.json.
 */
export async function openAgentStage(scripts, names, { settings = {} } = {}) {
	const model = await startModel(scripts);
	const { env, variables, remove, ...place } = makeAgentHome(model.url, names);
	const server = await startServer({
		trust: true,
		vsix: [join(root, "dist/parley.vsix")],
		env,
		settings: { "terminal.integrated.env.linux": variables, ...settings },
	}).catch(async (error) => {
		// Otherwise the run of a test without a packaged extension would not end.
		await model.close();
		remove();
		throw error;
	});
	const browser = await launchBrowser();
	const context = await browser.newContext({ viewport: { width: 1400, height: 1000 } });
	const windows = [];
	const isResult = ({ kind, name }) => kind === "result" && !isSearch(name);
	return {
		...place,
		model,
		/** Writes settings of a folder, which VS Code watches under an open window. */
		folderSettings(path, folderSettings) {
			mkdirSync(join(path, ".vscode"), { recursive: true });
			writeFileSync(join(path, ".vscode/settings.json"), JSON.stringify(folderSettings));
		},
		/** The newest tool result that a model has read, as it read it. */
		lastResult() {
			return model.requests.flatMap(({ items }) => items).findLast(isResult)?.text;
		},
		async window(path) {
			const window = await AgentWindow.open(context, server, { folder: path });
			windows.push(window);
			await window.parleyReady();
			return window;
		},
		/** After a test that failed: a picture of each window and what the model was asked. */
		async keepEvidence(name) {
			const slug = name.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
			mkdirSync(artifacts, { recursive: true });
			const said = model.requests.map((request) => JSON.stringify(request)).join("\n");
			writeFileSync(join(artifacts, `failed-${slug}-model.jsonl`), said);
			const open = windows.filter(({ page }) => !page.isClosed());
			await Promise.all(
				open.map((window, at) => window.screenshot(join(artifacts, `failed-${slug}-${at}.png`)).catch(() => {})),
			);
		},
		async close() {
			await browser.close();
			await server.stop();
			await model.close();
			remove();
		},
	};
}
