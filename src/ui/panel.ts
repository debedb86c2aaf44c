import type * as vscode from "vscode";
import type { Desk } from "../core/desk";
import type { PanelDeps } from "./panelDeps";

/** The side panel: posts the desk's present state and forwards the person's acts. */
export class Panel implements vscode.WebviewViewProvider, vscode.Disposable {
	static readonly viewId = "parley.panel";

	constructor(
		readonly desk: Desk,
		readonly deps: PanelDeps,
	) {}

	resolveWebviewView(view: vscode.WebviewView): void {
		void view;
	}

	/** Shows the panel; with an id, that card is unfolded and gets the focus. */
	show(id?: string): Promise<void> {
		void id;
		return Promise.resolve();
	}

	/** Folds every plan card. */
	collapsePlans(): void {
		// follows
	}

	dispose(): void {
		// follows
	}
}
