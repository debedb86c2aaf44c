import type { ListedAgent, Preparation } from "../agents/connections";
import type { EnvironmentChange } from "../agents/integration";
import type { L10n } from "./l10n";
import type { CheckRow } from "./quickPick";
import { refusalText } from "./refusalText";

/** An agent that can be connected: how things stand, and what connecting would do. */
export function connectRow(l10n: L10n, agent: ListedAgent, prepared: Preparation, proof: Proof): CheckRow {
	return { label: agent.label, description: stateText(l10n, agent, proof), detail: howText(l10n, agent, prepared) };
}

/** An agent that can be disconnected. */
export function disconnectRow(l10n: L10n, agent: ListedAgent, proof: Proof): CheckRow {
	const { label, files } = agent;
	const detail =
		files.length === 0
			? l10n.t("New terminals no longer get its variables.")
			: l10n.t("Takes what is Parley’s out of {0}. You see the change first.", listText(l10n, files));
	return { label, description: stateText(l10n, agent, proof), detail };
}

/** `NAME=value` for what is set, `NAME+=value` for what is added to. */
export function variablesText(changes: readonly EnvironmentChange[]): string {
	return changes.map(({ variable, how, value }) => `${variable}${how === "set" ? "" : "+"}=${value}`).join(", ");
}

/** "a, b and c" */
export function listText(l10n: L10n, items: readonly string[]): string {
	const last = items.at(-1) ?? "";
	return items.length < 2 ? last : l10n.t("{0} and {1}", items.slice(0, -1).join(", "), last);
}

function howText(l10n: L10n, { label }: ListedAgent, prepared: Preparation): string {
	if (prepared.kind === "refused") return refusalText(l10n, label, prepared.why, prepared.file);
	if (prepared.kind === "variables") {
		return l10n.t("Sets in new terminals: {0}. Changes no file.", variablesText(prepared.changes));
	}
	if (prepared.kind === "unchanged") return l10n.t("Nothing has to be changed.");
	const { because, edit } = prepared;
	const paths = edit.changes.map(({ file }) => file.path);
	const how =
		paths.length > 1
			? l10n.t("Adds its parts to {0}. You see the changes first.", listText(l10n, paths))
			: l10n.t("Adds one entry to {0}. You see the change first.", paths[0] ?? "");
	return because === undefined ? how : `${refusalText(l10n, label, because, because.file)} ${how}`;
}

/** What is known beside what is written. */
export interface Proof {
	/** Its bridge has introduced itself once. */
	readonly isSeen: boolean;
	/** New terminals get variables. */
	readonly hasVariables: boolean;
}

/** How an agent stands. What is written proves nothing: only an introduction does. */
export function stateText(l10n: L10n, { state, files }: ListedAgent, { isSeen, hasVariables }: Proof): string {
	switch (state) {
		case "connected":
			if (files.length === 0 && !hasVariables) return l10n.t("Set up, but parley.terminalIntegration is off");
			return isSeen ? l10n.t("Connected") : l10n.t("Set up, not seen yet");
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
