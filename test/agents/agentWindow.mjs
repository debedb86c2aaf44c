import { until } from "../support/until.mjs";
import { ParleyWindow } from "../ui/parleyWindow.mjs";

/** Until an agent has started and asked its model, on a machine that has much to do. */
export const START_MS = 240_000;

/** A VS Code window in whose terminals agents run. */
export class AgentWindow extends ParleyWindow {
	/** Connects an agent by Parley's own command, as its person does. */
	async connect(label) {
		await this.command("Parley: Connect Agents…");
		await this.check(label);
		await this.confirmed(
			`Connect ${label}`,
			/^(Next file|Write the entry|Write all \d+ files)$/,
			`${label} is connected`,
		);
	}

	async disconnect(label) {
		await this.command("Parley: Disconnect Agents…");
		await this.check(label);
		await this.confirmed(`Disconnect ${label}`, /^(Next file|Take it out)$/, `${label} is disconnected`);
	}

	/** Presses the button under each change that is shown, if there is one, and waits until all is done. */
	async confirmed(question, button, done) {
		// The toast of a change that was not wanted may still be fading: a press on it does nothing.
		await until(
			done,
			async () => {
				if (await this.notification(done).isVisible()) return true;
				const yes = this.notificationButton(question, button).last();
				if (await yes.isVisible()) await yes.click({ timeout: 1_000 });
				return false;
			},
			START_MS,
		);
	}

	/** Checks one row of the open list and takes the list. */
	async check(label) {
		// Rows out of sight are not there.
		await this.quickInputBox.fill(label);
		await this.quickRow(label).first().locator(".monaco-checkbox, .quick-input-list-checkbox").first().click();
		await this.quickInput.getByRole("button", { name: "OK" }).click();
	}

	/** A fresh terminal and nothing left of the test before, whatever became of that. */
	async begin() {
		await this.page.keyboard.press("Escape");
		await this.command("Terminal: Kill All Terminals");
		await until(
			"nothing waits",
			async () => {
				if (await this.status.filter({ hasText: /^\s*Parley\s*$/ }).isVisible()) return true;
				// What runs in an agent's daemon outlives its terminal.
				await this.command("Parley: Dismiss Question");
				return false;
			},
			START_MS,
		);
		await this.command("Notifications: Clear All Notifications");
		await this.newTerminal();
	}

	/** What the active terminal shows. */
	async screen() {
		const rows = await this.page.locator(".terminal-wrapper.active .xterm-rows > div").allInnerTexts();
		return rows.join("\n").replaceAll("\u00a0", " ").trimEnd();
	}

	async shows(text, ms = START_MS) {
		let screen = "";
		await until(
			`the terminal shows ${JSON.stringify(text)}`,
			async () => {
				screen = await this.screen();
				return screen.includes(text);
			},
			ms,
		).catch((cause) => {
			throw new Error(`${cause.message}; it shows:\n${screen}`, { cause });
		});
	}
}
