import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { openStage } from "./stage.mjs";

describe("a folder that is not trusted", () => {
	let stage, window, folder;

	before(async () => {
		stage = await openStage({ trust: false });
		folder = stage.folder("stranger");
		window = await stage.bareWindow({ folder });
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	const rendezvous = () => {
		const run = join(stage.home, "state/parley/run");
		return existsSync(run) ? readdirSync(run).filter((name) => name.endsWith(".json")) : [];
	};

	it("has no broker and no variables, and the panel says why", async () => {
		await window.statusItem("Parley off").waitFor();
		await window.command("Parley: Focus Panel");
		await window.webview().getByText("Parley is off in Restricted Mode").waitFor();
		assert.deepEqual(rendezvous(), []);
	});

	it("starts nothing at the person's command either, and tells why not", async () => {
		await window.command("Parley: Restart");
		await window.notification("Parley is off in Restricted Mode").waitFor();
		await window.statusItem("Parley off").waitFor();
		assert.deepEqual(rendezvous(), []);
	});

	it("gets both once the person trusts it", async () => {
		await window.trust();
		await window.parleyReady();
		await until("its rendezvous file", () => rendezvous().length === 1);
		await window.newTerminal();
		const agent = await window.startAgent(folder, "agent", ["tools"]);
		assert.ok((await agent.first("connected")).tools.includes("clarify"));
	});
});
