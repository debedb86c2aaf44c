import assert from "node:assert/strict";
import { commands } from "vscode";
import { COMMANDS } from "../../src/ui/commands";
import { listeningWindow, probe, rendezvousOfThisWindow } from "./thisWindow";

describe("Parley that is deactivated", () => {
	it("leaves no file, no port and no command, and can be activated again", async () => {
		const first = await listeningWindow();
		const { context, activate, deactivate } = await probe();
		assert.ok(context);

		await deactivate();
		assert.equal(rendezvousOfThisWindow(), undefined);
		await assert.rejects(fetch(first.content.url));
		assert.ok(!(await commands.getCommands(true)).includes(COMMANDS.showInbox));

		activate(context);
		const second = await listeningWindow();
		assert.equal(second.path, first.path, "the window is found at the same place");
		assert.notEqual(second.content.token, first.content.token, "by a token of its own");
		assert.ok((await commands.getCommands(true)).includes(COMMANDS.showInbox));
		assert.equal((await fetch(second.content.url)).status, 401);
	});

	it("goes without a word when it is told so twice", async () => {
		await listeningWindow();
		const { context, activate, deactivate } = await probe();
		assert.ok(context);
		await deactivate();
		await deactivate();
		activate(context);
		await listeningWindow();
	});
});
