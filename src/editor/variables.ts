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
	readonly #isOn: () => boolean;
	readonly #owned = new DisposableStore();
	#slotPath: string | undefined;

	/** `description` says in the terminal's hover what the variables are for. `isOn`: the person wants them. */
	constructor(collection: ExtensionContext["environmentVariableCollection"], description: string, isOn: () => boolean) {
		this.#collection = collection;
		this.#isOn = isOn;
		collection.persistent = false;
		collection.description = description;
		this.#owned.add(
			workspace.onDidChangeWorkspaceFolders(({ removed }) => {
				for (const folder of removed) collection.getScoped({ workspaceFolder: folder }).delete(FOLDER_VARIABLE);
				this.refresh();
			}),
		);
	}

	/** The window has its rendezvous file. */
	use(slotPath: string): void {
		this.#slotPath = slotPath;
		this.refresh();
	}

	/** The setting may have changed. */
	refresh(): void {
		if (this.#slotPath === undefined || !this.#isOn()) {
			this.#clear();
			return;
		}
		this.#collection.replace(WINDOW_VARIABLE, this.#slotPath, OPTIONS);
		for (const folder of workspace.workspaceFolders ?? []) {
			const scoped = this.#collection.getScoped({ workspaceFolder: folder });
			scoped.replace(FOLDER_VARIABLE, folder.uri.fsPath, OPTIONS);
		}
	}

	dispose(): void {
		this.#owned.dispose();
		this.#clear();
	}

	#clear(): void {
		// The variables of agents are in the same collection.
		this.#collection.delete(WINDOW_VARIABLE);
		for (const folder of workspace.workspaceFolders ?? []) {
			this.#collection.getScoped({ workspaceFolder: folder }).delete(FOLDER_VARIABLE);
		}
	}
}
