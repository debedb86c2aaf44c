import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { runHostCommand } from "../support/host/installed.mjs";
import { until } from "../support/until.mjs";
import { openStage } from "./stage.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const NEWER = "99.0.0";

describe("a question that is open with a draft", () => {
	let stage, window, folder;

	before(async () => {
		stage = await openStage({ settings: { "terminal.integrated.enablePersistentSessions": true } });
		folder = stage.folder("web-shop");
		window = await stage.window({ folder });
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	/** The agent asks, and the person types an answer without sending it. */
	async function askedWithDraft(name) {
		await window.newTerminal();
		const agent = await window.startAgent(folder, name, ["twice", "Which city?", "Which street?"]);
		await window.openAnswers("Which city?");
		await window.quickInputBox.fill("Bern, I think");
		await window.quickRow("Answer: “Bern, I think”").waitFor();
		await window.page.keyboard.press("Escape");
		await window.waits(1);
		return agent;
	}

	/** It is there again with its draft, its answer reaches the agent, and so does the answer to the next one. */
	async function goesOn(agent) {
		await window.waits(1, 60_000);
		await until("the agent is back", () => window.secondsLeft());
		await window.command("Parley: Answer the Oldest Question");
		await window.answers.waitFor();
		assert.equal(await window.quickInputBox.inputValue(), "Bern, I think");
		await window.choose("Answer: “Bern, I think”");
		await until("the second one waits", () => agent.all("asking").length === 2);
		await window.waits(1);
		await window.command("Parley: Answer the Oldest Question");
		await window.answers.waitFor();
		assert.equal(await window.quickInputBox.inputValue(), "");
		await window.quickInputBox.fill("Main street");
		await window.choose("Answer: “Main street”");
		await agent.first("bye");
		const given = agent.all("result").map(({ structuredContent: { response, reason } }) => [response, reason]);
		assert.deepEqual(given, [
			["Bern, I think", "response"],
			["Main street", "response"],
		]);
		assert.equal(agent.all("connected").length, 1, "the agent never had to connect again");
		assert.ok(!existsSync(`/proc/${agent.all("connected")[0].bridge}`), "the bridge ended with its agent");
		await window.waits(0);
	}

	it("outlives its extension host, which is killed", async () => {
		const agent = await askedWithDraft("killed");
		const [host] = extensionHosts(stage.server.pid);
		assert.ok(host);
		process.kill(host, "SIGKILL");
		await until("VS Code has started another one", () => extensionHosts(stage.server.pid).some((pid) => pid !== host));
		await goesOn(agent);
	});

	it("outlives the update of the extension", async () => {
		const agent = await askedWithDraft("updated");
		const vsix = join(stage.home, "newer.vsix");
		const words = ["package", NEWER, "--no-update-package-json", "--no-git-tag-version", "--no-dependencies"];
		const more = ["--allow-missing-repository", "--no-rewrite-relative-links", "--out", vsix];
		execFileSync(join(root, "node_modules/.bin/vsce"), [...words, ...more], { cwd: root, stdio: "pipe" });
		const { userDataDir, extensionsDir } = stage.server;
		const folders = [`--user-data-dir=${userDataDir}`, `--extensions-dir=${extensionsDir}`];
		await runHostCommand([...folders, `--config=${join(stage.home, "config.yaml")}`, "--install-extension", vsix]);
		await window.reload();
		const installed = () => JSON.parse(readFileSync(join(stage.home, "state/parley/bin/version.json"), "utf8"));
		await until("the newer one runs", () => installed().version === NEWER);
		await goesOn(agent);
	});
});

/** The extension hosts among the processes below that one. */
function extensionHosts(ancestor) {
	const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	return pids.map(Number).filter((pid) => /--type=extensionHost/.test(commandLine(pid)) && isBelow(pid, ancestor));
}

function isBelow(pid, ancestor) {
	for (let each = pid; each > 1; each = parentOf(each)) if (each === ancestor) return true;
	return false;
}

function parentOf(pid) {
	try {
		return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
	} catch {
		return 0; // it has just ended
	}
}

function commandLine(pid) {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, "utf8");
	} catch {
		return "";
	}
}
