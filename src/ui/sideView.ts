import { commands, type WebviewView, type WebviewViewProvider } from "vscode";
import type { Disposable } from "../core/lifetime";
import type { Cards } from "./cards";
import { PANEL_VIEW } from "./commands";

/** What fills the view as long as one desk lives. */
interface SidePanel extends Disposable {
	resolveWebviewView(view: WebviewView): void;
	/** Shows the panel; with an id, that card gets the focus. */
	show(id?: string): Promise<void>;
	/** Folds every plan card. */
	collapsePlans(): void;
}

/** The view in the side bar. VS Code gives it once, while a restart brings a new desk and with it a new panel. */
export class SideView implements WebviewViewProvider, Cards, Disposable {
	#view: WebviewView | undefined;
	#panel: SidePanel | undefined;

	use(panel: SidePanel | undefined): void {
		this.#panel?.dispose();
		this.#panel = panel;
		if (this.#view !== undefined) panel?.resolveWebviewView(this.#view);
	}

	resolveWebviewView(view: WebviewView): void {
		this.#view = view;
		view.onDidDispose(() => {
			if (this.#view === view) this.#view = undefined;
		});
		this.#panel?.resolveWebviewView(view);
	}

	show(itemId?: string): void {
		if (this.#panel === undefined) void commands.executeCommand(`${PANEL_VIEW}.focus`);
		else void this.#panel.show(itemId);
	}

	/** Folds every plan card, also of a view that is not open now. */
	collapsePlans(): void {
		this.#panel?.collapsePlans();
	}

	get isVisible(): boolean {
		return this.#view?.visible ?? false;
	}

	dispose(): void {
		this.#panel?.dispose();
	}
}
