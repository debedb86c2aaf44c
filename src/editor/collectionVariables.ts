import { EnvironmentVariableMutatorType, type ExtensionContext } from "vscode";
import type { TerminalVariable } from "./agentVariables";

/** What new terminals get, but for the variables of single folders. */
export function variablesIn(
	collection: ExtensionContext["environmentVariableCollection"],
): readonly TerminalVariable[] {
	return [...collection].map(([variable, { type, value }]) => ({
		variable,
		how: type === EnvironmentVariableMutatorType.Append ? "append" : "set",
		value,
	}));
}
