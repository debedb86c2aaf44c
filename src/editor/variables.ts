import { type EnvironmentVariableMutatorOptions, type ExtensionContext, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { FOLDER_VARIABLE, WINDOW_VARIABLE } from "../wire/protocol";

/** Our own names: a start-up file of a shell cannot undo them where shell integration runs. */
const OPTIONS: EnvironmentVariableMutatorOptions = { applyAtProcessCreation: true, applyAtShellIntegration: true };

/**
 * Tells this window's new terminals where their window is. The variables hold paths and no secret. They are not kept
 * over a restart of the editor: a terminal that opens before Parley runs must not name a window that is not there.
 */
export class TerminalVariables implements Disposable {
	readonly #collection: ExtensionContext["environmentVariableCollection"];
	readonly #owned = new DisposableStore();

	/** `description` says in the terminal's hover what the variables are for. */
	constructor(collection: ExtensionContext["environmentVariableCollection"], slotPath: string, description: string) {
		this.#collection = collection;
		collection.persistent = false;
		collection.clear();
		collection.description = description;
		collection.replace(WINDOW_VARIABLE, slotPath, OPTIONS);
		this.#setFolders();
		this.#owned.add(
			workspace.onDidChangeWorkspaceFolders(({ removed }) => {
				for (const folder of removed) collection.getScoped({ workspaceFolder: folder }).clear();
				this.#setFolders();
			}),
		);
	}

	dispose(): void {
		this.#owned.dispose();
		this.#collection.clear();
		for (const folder of workspace.workspaceFolders ?? []) {
			this.#collection.getScoped({ workspaceFolder: folder }).clear();
		}
	}

	#setFolders(): void {
		for (const folder of workspace.workspaceFolders ?? []) {
			this.#collection.getScoped({ workspaceFolder: folder }).replace(FOLDER_VARIABLE, folder.uri.fsPath, OPTIONS);
		}
	}
}
