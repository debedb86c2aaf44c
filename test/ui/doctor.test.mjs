import assert from "node:assert/strict";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../support/until.mjs";
import { openStage } from "./stage.mjs";

describe("the Doctor", () => {
	let stage, window;

	before(async () => {
		stage = await openStage();
		window = await stage.window({ folder: stage.folder("web-shop") });
		await window.parleyReady();
		await window.newTerminal();
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	it("examines a fresh window, copies what it finds, and keeps the home folder out of it", async () => {
		await window.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
		await window.command("Parley: Doctor");
		await window.quickRow("Copy report").click({ timeout: 30_000 });
		await window.notification("Report copied.").waitFor();
		const copied = await window.page.evaluate(() => navigator.clipboard.readText());
		assert.match(copied, /^# Parley Doctor\n\nParley \d/);
		assert.match(copied, /\*\*Works\*\* Way from an agent to this window/);
		assert.match(copied, /\*\*Works\*\* Open terminals/);
		assert.deepEqual(
			copied.split("\n").filter((line) => line.includes("**Fault**")),
			[],
		);
		assert.ok(!copied.includes(stage.home));
	});

	it("shows the report as a document", async () => {
		await window.command("Parley: Doctor");
		await window.quickRow("Open report").click({ timeout: 30_000 });
		const editor = window.page.locator(".editor-group-container.active .monaco-editor");
		await editor.locator(".view-line", { hasText: "Parley Doctor" }).first().waitFor();
	});

	it("names a fault with its remedy and repairs it at a press", async () => {
		const run = join(stage.home, "state/parley/run");
		const [slot] = readdirSync(run).filter((name) => name.endsWith(".json"));
		chmodSync(join(run, slot), 0o644);
		await window.command("Parley: Doctor");
		await window.quickRow("Rendezvous file").waitFor({ timeout: 30_000 });
		await window.quickRow("Rendezvous file").click();
		await window.notification("its mode is 644").waitFor();
		await window.notificationButton("its mode is 644", "Start again").click();
		await until("the file is closed again", () => (statSync(join(run, slot)).mode & 0o077) === 0);
	});
});
