import type { ListedAgent } from "../agents/connections";
import type { L10n } from "../ui/l10n";
import { refusalText } from "../ui/refusalText";
import type { AgentSource } from "./agentFacts";
import type { Finding } from "./examine";
import type { Repair } from "./report";

/** How the agent is connected, or why it is not. What is written proves nothing yet: that does its introduction. */
export async function entryFinding(l10n: L10n, agent: ListedAgent, source: AgentSource): Promise<Finding> {
	const { id, label, files, isOurs, state } = agent;
	const repair: Repair = { kind: "connect", agent: id };
	switch (state) {
		case "connected":
			return {
				status: "ok",
				detail:
					files.length === 0
						? l10n.t("By variables in new terminals; no file of yours is touched.")
						: l10n.t("Its entry is in {0}.", files.join(", ")),
			};
		case "outdated":
			return {
				status: "failed",
				detail: l10n.t("What Parley wrote into {0} is out of date, or was changed.", files.join(", ")),
				remedy: l10n.t("Connect {0} again; you see the change first.", label),
				repair,
			};
		case "disabled":
			return {
				status: "info",
				detail: l10n.t("You have switched its entry off in {0}. Parley leaves that as it is.", files.join(", ")),
			};
		case "notInstalled":
			return isOurs
				? {
						status: "warning",
						detail: l10n.t("It is connected, although it is not installed."),
						remedy: l10n.t("Disconnect {0} if you do not use it any more.", label),
						repair: { kind: "disconnect" },
					}
				: { status: "info", detail: l10n.t("Not connected.") };
		case "notConnected":
			return { status: "info", detail: l10n.t("Not connected."), repair };
		case "refused":
			return refused(l10n, agent, source);
	}
}

async function refused(l10n: L10n, agent: ListedAgent, source: AgentSource): Promise<Finding> {
	const { id, label } = agent;
	const prepared = await source.connections.prepare(id, "connected");
	const remedy = l10n.t("Put that right, then connect {0} again.", label);
	if (prepared.kind !== "refused") {
		return { status: "failed", detail: l10n.t("It cannot be connected as it is."), remedy };
	}
	const { why, file } = prepared;
	const isText =
		why.kind === "unparsable" || why.kind === "foreign" || why.kind === "reshaped" || why.kind === "overridden";
	const detail = refusalText(l10n, label, why, file);
	return isText
		? { status: "failed", detail, remedy, repair: { kind: "openFile", path: file } }
		: { status: "failed", detail, remedy };
}
