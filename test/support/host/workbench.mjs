// Drives the VS Code workbench in chromium. One Workbench is one VS Code window.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { until } from "../until.mjs";
import { windowUrl } from "./windowUrl.mjs";

export class Workbench {
	constructor(page, server) {
		this.page = page;
		this.server = server;
		this.console = [];
		page.setDefaultTimeout(30_000);
		page.on("console", (message) => this.console.push(`${message.type()}: ${message.text()}`));
		// A modal "this page may not save" prompt would block reload and close.
		page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
	}

	/**
	 * Opens a window. `context` is a Playwright browser context: the windows of one server belong in one context (the
	 * second loads from its cache). `where` is what windowUrl() takes.
	 */
	static async open(context, server, where) {
		return this.visit(await context.newPage(), server, where);
	}

	/** Opens a window in a page that is there already. */
	static async visit(page, server, where) {
		const window = new this(page, server);
		await page.goto(windowUrl(server, where));
		await window.ready();
		return window;
	}

	async ready() {
		await this.page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: 60_000 });
		await this.page.locator(".activitybar .action-item").first().waitFor();
	}

	/** Reloads the window as "Developer: Reload Window" does: the extension host is started anew. */
	async reload() {
		const finish = await this.startReload();
		await finish();
	}

	/**
	 * Begins a reload and holds it where the old window has shut down and the new one has not begun. Gives the function
	 * that lets it go on and waits for the window.
	 */
	async startReload() {
		let release;
		const held = new Promise((resolve) => (release = resolve));
		const isWindow = (url) => url.origin === new URL(this.server.url).origin && url.pathname === "/";
		const hold = async (route) => {
			await held;
			await route.continue();
		};
		await this.page.route(isWindow, hold);
		const requested = this.page.waitForRequest((request) => request.isNavigationRequest());
		await this.page.evaluate(() => {
			globalThis.isOldWindow = true;
		});
		// By keyboard: a click would wait for the navigation that is held here.
		await this.commandByKeyboard("Developer: Reload Window");
		await requested;
		return async () => {
			release();
			await this.page.waitForFunction(() => !globalThis.isOldWindow, undefined, { timeout: 30_000 });
			await this.page.unroute(isWindow, hold);
			await this.ready();
		};
	}

	close() {
		return this.page.close();
	}

	async screenshot(path) {
		mkdirSync(dirname(path), { recursive: true });
		await this.page.screenshot({ path });
	}

	// ---- quick input (command palette and QuickPick)

	get quickInput() {
		return this.page.locator(".quick-input-widget:visible");
	}

	get quickInputBox() {
		return this.quickInput.locator(".quick-input-box input");
	}

	quickRow(text) {
		return this.quickInput.locator(".monaco-list-row", { hasText: text });
	}

	/** The texts of the rows that show, in order, icons left out. */
	async quickRows() {
		const rows = await this.quickInput.locator(".monaco-list-row").all();
		return Promise.all(rows.map((row) => row.innerText()));
	}

	/** Runs a command by its palette title, "Parley: Show Inbox". */
	async command(title) {
		// The palette closes by itself when the workbench moves its focus, and a closing QuickPick is still visible
		// for a moment. So each step has a short limit, and all of them are tried again.
		const timeout = 3_000;
		for (let attempt = 0; ; attempt++) {
			try {
				await this.openPalette(timeout);
				await this.quickInputBox.fill(`>${title}`, { timeout });
				// The label is split into highlighted parts, so the row is found by its accessible name.
				const row = this.quickInput.locator(`.monaco-list-row[aria-label^="${title}"]`).first();
				return await row.click({ timeout });
			} catch (cause) {
				if (attempt === 5 || this.page.isClosed())
					throw new Error(`could not run "${title}" from the palette`, { cause });
				// Where no list is open it would go to what has the focus by then: an agent in its terminal.
				if (await this.quickInput.isVisible()) await this.page.keyboard.press("Escape");
			}
		}
	}

	/** Runs a command without the mouse. */
	async commandByKeyboard(title) {
		const timeout = 3_000; // as in command()
		await until(`the palette offers "${title}"`, async () => {
			await this.openPalette(timeout);
			await this.page.keyboard.type(title);
			await this.activeQuickRow(title).waitFor({ timeout });
			return true;
		});
		await this.page.keyboard.press("Enter");
	}

	/** The row that Enter would take. */
	activeQuickRow(text) {
		return this.quickInput.locator(".monaco-list-row.focused", { hasText: text });
	}

	/** Opens the command palette with F1 and waits for its box, which starts with ">". */
	async openPalette(timeout) {
		await this.page.keyboard.press("F1");
		await this.page.waitForFunction(
			() =>
				[...document.querySelectorAll(".quick-input-widget .quick-input-box input")].some(
					(input) => input.checkVisibility() && input.value.startsWith(">"),
				),
			undefined,
			{ timeout },
		);
	}

	// ---- workspace trust

	/** Trusts the folder through the modal prompt or, where there is none, the Restricted Mode banner. */
	async trust() {
		const yes = this.page.locator(".monaco-dialog-box .monaco-button", { hasText: /^Yes, I trust/ });
		const manage = this.page.locator(".part.banner a", { hasText: "Manage" });
		await yes.or(manage).first().waitFor();
		if (await yes.isVisible()) {
			await yes.click();
			return;
		}
		await manage.click();
		const trust = this.page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ });
		await trust.first().click();
		await this.page.locator(".part.banner").waitFor({ state: "hidden" });
		// The trust page is a modal editor: whatever comes next would be typed into it.
		await this.page.locator('.monaco-modal-editor-block .action-label[aria-label^="Close Modal Editor"]').click();
		await this.page.locator(".monaco-modal-editor-block").waitFor({ state: "hidden" });
	}

	// ---- notifications and status bar

	notification(text) {
		return this.page.locator(".notifications-toasts .notification-toast", { hasText: text });
	}

	notificationButton(text, button) {
		return this.notification(text).locator(".notification-list-item-buttons-container .monaco-button", {
			hasText: button,
		});
	}

	statusItem(text) {
		return this.page.locator(".part.statusbar .statusbar-item", { hasText: text });
	}

	// ---- webviews

	/** The document that an extension put into its webview: an iframe (the service worker's page) in an iframe. */
	webview() {
		return this.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
	}

	// ---- terminal

	async newTerminal() {
		await this.command("Terminal: Create New Terminal");
		await this.focusTerminal();
	}

	async focusTerminal() {
		await this.page.locator(".terminal-wrapper.active .xterm-helper-textarea").last().waitFor({ state: "attached" });
		await this.page.locator(".terminal-wrapper.active .xterm-screen").last().click();
		// Until the shell prints its prompt; the text is in the DOM since gpuAcceleration is off.
		await this.terminalText.filter({ hasText: /\S/ }).waitFor();
	}

	get terminalText() {
		return this.page.locator(".terminal-wrapper.active .xterm-rows").last();
	}

	/** Types a line into the terminal, which must have the focus, and presses Enter. */
	async typeInTerminal(line) {
		await this.page.keyboard.type(line);
		await this.page.keyboard.press("Enter");
	}
}
