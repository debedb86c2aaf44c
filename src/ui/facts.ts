import type { Desk } from "../core/desk";
import type { L10n } from "./l10n";
import type { PresenceState } from "./presence";

interface Facts {
	readonly version: string;
	/** "Visual Studio Code 1.101.0, linux x64, ssh-remote" */
	readonly editor: string;
	readonly state: PresenceState;
	readonly port: number | undefined;
	readonly slot: string | undefined;
	readonly desk: Desk | undefined;
}

/** What runs in this window, one fact a line. No question, no answer, no name of a folder or terminal, no secret. */
export function factLines(l10n: L10n, { version, editor, state, port, slot, desk }: Facts): readonly string[] {
	return [
		`Parley ${version}`,
		editor,
		stateLine(l10n, state),
		...(port === undefined ? [] : [l10n.t("Port: {0}", port)]),
		...(slot === undefined ? [] : [l10n.t("Rendezvous file: {0}", slot)]),
		...(desk === undefined ? [] : deskLines(l10n, desk)),
	];
}

function stateLine(l10n: L10n, state: PresenceState): string {
	switch (state.kind) {
		case "starting":
			return l10n.t("Parley is starting");
		case "running":
			return l10n.t("Parley is running");
		case "stopped":
			return l10n.t("Parley stopped: {0}", state.reason);
		case "untrusted":
			return l10n.t("Off in Restricted Mode");
	}
}

function deskLines(l10n: L10n, { sessions, inbox, clarifications }: Desk): readonly string[] {
	return [
		l10n.t("Waiting: {0}, unsent drafts: {1}", inbox.count, clarifications.drafts.length),
		...sessions.all
			.filter(({ state }) => state !== "ended")
			.map(({ intro, state, isHooked }) => {
				const facts = [
					state,
					intro.place.verification,
					isHooked ? "hooks" : "no hooks",
					intro.tools.plan === false ? "no tools" : intro.tools.clarify ? "clarify" : "no clarify",
					intro.place.terminal === undefined ? "no terminal" : "terminal",
				];
				return l10n.t("Agent {0}: {1}", intro.agent.id, facts.join(", "));
			}),
	];
}
