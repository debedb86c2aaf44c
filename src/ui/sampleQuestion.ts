import { agentOf, SAMPLE_AGENT } from "../core/agents";
import type { Desk } from "../core/desk";
import type { Ids } from "../core/ports";
import type { L10n } from "./l10n";

/**
 * Asks the person a question the way an agent would, so that the first question needs no agent. Gives the answer, or
 * undefined when there was none.
 */
export async function askSample(l10n: L10n, ids: Ids, desk: Desk): Promise<string | undefined> {
	const session = desk.openSession({
		key: ids.uuid().replaceAll("-", ""),
		isResumable: false,
		agent: agentOf(SAMPLE_AGENT),
		tools: { clarify: true, approvals: false },
		budgetMs: undefined,
		place: { cwd: undefined, folder: undefined, terminal: undefined, pid: undefined, verification: "unchecked" },
		inFlight: [],
	});
	try {
		const { reason, response } = await desk.clarify(
			session,
			{
				question: l10n.t("Which database should the integration tests use?"),
				choices: ["Postgres", "SQLite", l10n.t("None, mock it")],
			},
			{ key: ids.uuid().replaceAll("-", ""), signal: NEVER },
		);
		return reason === "response" ? response : undefined;
	} finally {
		desk.endSession(session);
	}
}

const NEVER = { isCancelled: false, onCancel: () => ({ dispose: () => undefined }) };
