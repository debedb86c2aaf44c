import type { ListedAgent, Preparation } from "../agents/connections";
import type { Edit } from "../agents/fileChanges";
import { variablesText } from "./agentRows";
import type { L10n } from "./l10n";
import { notificationPart } from "./text/notificationText";

/** What is said beside the diff of one of the files. `index` counts from 0. */
export function changeText(l10n: L10n, { label }: ListedAgent, edit: Edit, index: number): string {
	const { changes, want } = edit;
	const path = changes[index]?.file.path ?? "";
	const place = [index + 1, changes.length] as const;
	if (want === "disconnected") {
		return changes.length === 1
			? l10n.t("Disconnect {0}: {1} becomes what is on the right.", label, path)
			: l10n.t("Disconnect {0} ({1} of {2} files): {3} becomes what is on the right.", label, ...place, path);
	}
	return changes.length === 1
		? l10n.t("Connect {0}: the entry on the right goes into {1}.", label, path)
		: l10n.t("Connect {0} ({1} of {2} files): what is new on the right goes into {3}.", label, ...place, path);
}

/** The button that makes all changes. */
export function consentText(l10n: L10n, { changes, want }: Edit): string {
	if (want === "disconnected") return l10n.t("Take it out");
	return changes.length === 1 ? l10n.t("Write the entry") : l10n.t("Write all {0} files", changes.length);
}

export function disconnectedText(l10n: L10n, { label }: ListedAgent, prepared: Preparation): string {
	return prepared.kind === "variables"
		? l10n.t("{0} is disconnected. Terminals that you open from now on have no variables for it.", label)
		: l10n.t("{0} is disconnected.", label);
}

export function connectedText(l10n: L10n, { id, label }: ListedAgent, prepared: Preparation): string {
	if (prepared.kind !== "variables" && id === "codex") {
		return l10n.t(
			"{0} is connected. It can ask you here when you start it in a new terminal. Codex will ask you once about its hooks; choose Review hooks.",
			label,
		);
	}
	if (prepared.kind !== "variables") {
		return l10n.t("{0} is connected. It can ask you here when you start it in a new terminal.", label);
	}
	if (prepared.note !== undefined) {
		const { version, needs } = prepared.note;
		return l10n.t(
			"{0} is connected, but its version {1} is too old to notice: it needs {2} or later. Update it, then open a new terminal.",
			label,
			version,
			needs,
		);
	}
	const variables = notificationPart(variablesText(prepared.changes));
	return l10n.t("{0} is connected. Start it in a new terminal. Set there: {1}.", label, variables);
}
