import { after, before } from "node:test";
import { launchBrowser } from "../support/host/chromium.mjs";
import { load, PanelServer } from "../support/panelPage.mjs";

/** A browser and the panel's server for the tests of one file, and the panels that they open. */
export class PanelStage {
	#panels = [];

	constructor() {
		before(async () => {
			this.data = await load("test/support/panelData.ts");
			this.load = load;
			this.states = (await load("test/support/panelStates.ts")).states;
			this.server = await PanelServer.start();
			this.browser = await launchBrowser();
		});
		after(async () => {
			await this.browser?.close();
			await this.server?.close();
		});
	}

	/** Opens the panel with a snapshot; the one that another test has left open is closed. */
	async open(snapshot, options) {
		for (const panel of this.#panels.splice(0)) await panel.close();
		const panel = await this.server.open(this.browser, options);
		this.#panels.push(panel);
		await panel.show(snapshot);
		return panel;
	}
}
