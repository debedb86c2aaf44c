import type { ActKind } from "../core/actKinds";
import type { Act, OpenApproval } from "../core/approvals";
import { codePoints } from "../core/limits";
import type { L10n } from "./l10n";
import { oneLine } from "./text/oneLine";
import { hasHidden } from "./text/visible";

/** What fits one line of a list or a notification. */
const LINE_MAX = 80;

/** "Codex wants to run a command" */
export function wantsText(l10n: L10n, agent: string, kind: ActKind): string {
	switch (kind) {
		case "command":
			return l10n.t("{0} wants to run a command", agent);
		case "edit":
			return l10n.t("{0} wants to edit a file", agent);
		case "network":
			return l10n.t("{0} wants to use the network", agent);
		case "other":
			return l10n.t("{0} wants to do something", agent);
	}
}

/** What would be done: the command itself, or what the agent says in its place. */
export function wholeAct({ action, detail }: Act): string {
	return detail ?? action;
}

/**
 * All of it can be read in one line, as it is. Else it has to be read in the panel before it can be decided. Of a command
 * the detail says it all; of anything else it does so only together with the action: "Write /x" and what to write.
 */
export function isReadAtAGlance({ act }: OpenApproval): boolean {
	if (act.detail !== undefined && act.kind !== "command") return false;
	const whole = wholeAct(act);
	// Its units first: a prompt of an agent may hold megabytes.
	return (
		whole.length <= 2 * LINE_MAX &&
		codePoints(whole) <= LINE_MAX &&
		whole === oneLine(whole) &&
		!hasHidden(whole) &&
		!hasHidden(act.action)
	);
}
