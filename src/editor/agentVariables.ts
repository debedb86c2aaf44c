import type { ExtensionContext } from "vscode";
import type { Disposable } from "../core/lifetime";

/** One variable of new terminals. */
export interface TerminalVariable {
	readonly variable: string;
	/** `append`: behind what the variable holds already; `value` brings its own separator. */
	readonly how: "set" | "append";
	readonly value: string;
}

export type VariableCollection = ExtensionContext["environmentVariableCollection"];

/** What agents that the person has connected need in new terminals. */
export class AgentVariables implements Disposable {
	readonly #collection: VariableCollection;
	#present: readonly TerminalVariable[] = [];

	constructor(collection: VariableCollection) {
		this.#collection = collection;
	}

	/** Replaces those that were set before. */
	set(wanted: readonly TerminalVariable[]): void {
		// VS Code asks to open terminals anew when variables change, even to the same value.
		if (JSON.stringify(wanted) === JSON.stringify(this.#present)) return;
		this.dispose();
		for (const { variable, how, value } of wanted) {
			// What is added must survive a start-up file that sets the variable; what is set must give way to one.
			if (how === "append") {
				this.#collection.append(variable, value, { applyAtProcessCreation: true, applyAtShellIntegration: true });
			} else {
				this.#collection.replace(variable, value, { applyAtProcessCreation: true });
			}
		}
		this.#present = wanted;
	}

	dispose(): void {
		for (const { variable } of this.#present) this.#collection.delete(variable);
		this.#present = [];
	}
}
