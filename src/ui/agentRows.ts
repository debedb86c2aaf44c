import type { ConnectionState, ListedAgent, Preparation } from "../agents/connections";
import type { EnvironmentChange } from "../agents/integration";
import type { L10n } from "./l10n";
import type { CheckRow } from "./quickPick";
import { refusalText } from "./refusalText";

/** An agent that can be connected: how things stand, and what connecting would do. */
export function connectRow(l10n: L10n, agent: ListedAgent, prepared: Preparation): CheckRow {
	return { label: agent.label, description: stateText(l10n, agent.state), detail: howText(l10n, agent, prepared) };
}

/** An agent that can be disconnected. */
export function disconnectRow(l10n: L10n, { label, state, file }: ListedAgent): CheckRow {
	const detail =
		file === undefined
			? l10n.t("New terminals no longer get its variables.")
			: l10n.t("Takes Parley’s entry out of {0}. You see the change first.", file);
	return { label, description: stateText(l10n, state), detail };
}

/** `NAME=value` for what is set, `NAME+=value` for what is added to. */
export function variablesText(changes: readonly EnvironmentChange[]): string {
	return changes.map(({ variable, how, value }) => `${variable}${how === "set" ? "" : "+"}=${value}`).join(", ");
}

function howText(l10n: L10n, { label, file }: ListedAgent, prepared: Preparation): string {
	if (prepared.kind === "refused") return refusalText(l10n, label, prepared.why, prepared.file);
	if (prepared.kind === "variables") {
		return l10n.t("Sets in new terminals: {0}. Changes no file.", variablesText(prepared.changes));
	}
	return l10n.t("Adds one entry to {0}. You see the change first.", file ?? "");
}

function stateText(l10n: L10n, state: ConnectionState): string {
	switch (state) {
		case "connected":
			return l10n.t("Connected");
		case "notConnected":
			return l10n.t("Not connected");
		case "outdated":
			return l10n.t("Entry out of date");
		case "disabled":
			return l10n.t("Disabled by you");
		case "refused":
			return l10n.t("Cannot be connected as it is");
		case "notInstalled":
			return l10n.t("Not installed");
	}
}
