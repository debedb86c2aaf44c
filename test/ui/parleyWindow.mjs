import { join } from "node:path";
import { AgentRecord } from "../support/agentRecord.mjs";
import { Workbench } from "../support/host/workbench.mjs";
import { until } from "../support/until.mjs";

/** A choice pressed sooner opens the list of answers instead: it may have come under a pointer already moving. */
const NOTIFICATION_GUARD_MS = 1_100;

/** A VS Code window with Parley, as its person sees it. */
export class ParleyWindow extends Workbench {
	get status() {
		return this.page.locator('.part.statusbar .statusbar-item[id^="parley-dev.parley"]');
	}

	/** The status bar says that agents can ask: no item waits, and Parley is neither starting nor stopped. */
	async parleyReady() {
		const isStarting = this.page.locator(".codicon-loading");
		await this.status
			.filter({ hasText: /^\s*(Parley\s*$|\d+ waiting)/ })
			.filter({ hasNot: isStarting })
			.waitFor({
				timeout: 60_000,
			});
	}

	/** Waits until the status bar counts that many open items; 0 is the plain "Parley". */
	async waits(count, timeout = 20_000) {
		const text = count === 0 ? /^\s*Parley\s*$/ : new RegExp(`^\\s*${count} waiting`);
		await this.status.filter({ hasText: text }).waitFor({ timeout });
	}

	/** The seconds that the status bar counts down from; after a reload, once the agent has come back. */
	async secondsLeft() {
		await this.status.filter({ hasText: /\d+:\d\d/ }).waitFor();
		const text = await this.status.innerText();
		const [, minutes, seconds] = /(\d+):(\d\d)/.exec(text) ?? [];
		if (minutes === undefined) throw new Error(`no time in "${text}"`);
		return Number(minutes) * 60 + Number(seconds);
	}

	/** Changes the settings of the window's folder and waits until they hold: the window's title tells when. */
	async useFolderSettings(stage, folder, settings) {
		const mark = `settings ${Math.random().toString(36).slice(2)}`;
		stage.folderSettings(folder, { ...settings, "window.title": mark });
		await this.page.waitForFunction((title) => document.title.includes(title), mark);
	}

	/** Starts from a window where nothing waits: what a failed test left in its terminals ends with them. */
	async freshTerminal() {
		await this.page.keyboard.press("Escape");
		await this.command("Terminal: Kill All Terminals");
		await this.waits(0);
		await this.newTerminal();
	}

	/** Types a call of the demo agent into the focused terminal; gives the record of what it tells. */
	async startAgent(folder, name, words, options = []) {
		const record = new AgentRecord(join(folder, `${name}.jsonl`));
		await this.typeInTerminal(["demo", "--out", record.file, ...options, ...words].map(shellWord).join(" "));
		return record;
	}

	/** Presses the button of a question's notification that opens its answers, and waits for them. */
	async openAnswers(question) {
		await this.notificationButton(question, /^(Answer|Other)…$/).click();
		await this.answers.waitFor();
	}

	/** Presses a choice in a notification as soon as it counts as a choice: not in its first second. */
	async chooseInNotification(question, choice) {
		await this.notification(question).waitFor();
		await this.page.waitForTimeout(NOTIFICATION_GUARD_MS);
		await this.notificationButton(question, choice).click();
	}

	/** The list of answers to one question, by the row that only it has. */
	get answers() {
		return this.quickRow("Read the whole question");
	}

	/** Presses a row until the list has gone: one that has only just opened takes no press yet. */
	async choose(row) {
		let wasThere = false;
		await until(`"${row}" is taken`, async () => {
			if (await this.quickRow(row).first().isVisible()) {
				wasThere = true;
				await this.quickRow(row).first().click({ timeout: 1_000 });
			}
			return wasThere && this.quickInput.isHidden();
		});
	}

	/** Shows the panel and waits until it is drawn and has the focus, which comes a while after the command. */
	async focusPanel() {
		await this.command("Parley: Focus Panel");
		await this.webview().locator("#panel").waitFor();
		await until("the panel has the focus", async () => /^IFRAME/.test(await this.focusedElement()));
	}

	/** The card of an item that is open, in the panel; `kind`: "question" or "approval". */
	openCard(kind, text) {
		return this.webview().locator(`article.${kind}:not(.is-closed, :has(.outcome))`, { hasText: text });
	}

	/**
	 * Presses a button of an open card until that has worked, which is by default when the card has closed: one that has
	 * only just come takes no press yet.
	 */
	async pressInCard(card, name, hasWorked = () => card.isHidden()) {
		await card.waitFor();
		await until(`"${name}" is taken`, async () => {
			if (await hasWorked()) return true;
			await card.getByRole("button", { name, exact: true }).click({ timeout: 1_000 });
			return hasWorked();
		});
	}

	/** Presses a key until the locator or the condition is there. */
	async pressUntil(key, reached) {
		await until(`${key} leads there`, async () => {
			if (await reached()) return true;
			await this.page.keyboard.press(key);
			return false;
		});
	}

	/** Opens a file of the folder and puts the focus into it. */
	async openFile(name) {
		await this.page.keyboard.press("Control+p");
		await this.quickInputBox.fill(name);
		await this.quickRow(name).first().click();
		await this.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
	}

	/** Moves a view as a person does who has no mouse; `place` is a row of VS Code's list of places. */
	async moveView(view, place) {
		await this.command("View: Move View");
		await this.#takeByTyping(view);
		await this.#takeByTyping(place);
	}

	/** Types the name of a row and takes it: the rows of a long list may still move under the pointer. */
	async #takeByTyping(row) {
		const rows = this.quickInput.locator(".monaco-list-row");
		await until(`only "${row}" is listed`, async () => {
			await this.quickInputBox.fill(row);
			return (await rows.count()) === 1 && this.quickRow(row).isVisible();
		});
		await this.page.keyboard.press("Enter");
	}

	/** What has the keyboard. */
	focusedElement() {
		return this.page.evaluate(() => {
			const { activeElement } = document;
			return `${activeElement?.tagName}.${activeElement?.className}`;
		});
	}
}

function shellWord(word) {
	return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
