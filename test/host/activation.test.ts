import assert from "node:assert/strict";
import { commands } from "vscode";
import { COMMANDS } from "../../src/ui/commands";
import { listeningWindow, parleyExtension, probe } from "./thisWindow";

/** Computing time; it takes about 4 ms. The bench compares with what is possible, here only a blocking start is caught. */
const SYNC_MAX_MS = 25;

describe("activation", () => {
	before(listeningWindow);

	it("returns at once, before the broker is even loaded", async () => {
		const { activations, hasLoadedBroker } = await probe();
		const [first] = activations;
		assert.ok(first);
		assert.deepEqual([first.hadLoadedBroker, hasLoadedBroker()], [false, true]);
		assert.ok(first.syncMs < SYNC_MAX_MS, `${first.syncMs} ms`);
	});

	it("registers the commands of the manifest, all of them and no other", async () => {
		const { contributes } = parleyExtension().packageJSON as { contributes: { commands: { command: string }[] } };
		const registered = (await commands.getCommands(true)).filter((id) => /^parley\.[^.]+$/.test(id)).sort();
		assert.deepEqual(registered, contributes.commands.map(({ command }) => command).sort());
		assert.deepEqual(registered, Object.values(COMMANDS).sort());
	});
});
