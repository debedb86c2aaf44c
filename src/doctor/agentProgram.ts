import type { ListedAgent } from "../agents/connections";
import { isOlder } from "../agents/isOlder";
import type { L10n } from "../ui/l10n";
import type { AgentSource } from "./agentFacts";
import { AGENT_KNOWLEDGE } from "./agentKnowledge";
import type { Finding } from "./examine";

/** Where the agent's program is and whether its version is known to work. */
export async function programFinding(l10n: L10n, agent: ListedAgent, source: AgentSource): Promise<Finding> {
	const program = source.programOf(agent.id);
	if (program === undefined) {
		const detail =
			agent.state === "notInstalled"
				? l10n.t("It is not installed here any more.")
				: l10n.t("Its program was not found, only its own folder.");
		const remedy = l10n.t("If it is installed, put its folder on the PATH that VS Code starts with.");
		return { status: "warning", detail, remedy };
	}
	const [version, prepared] = await Promise.all([
		source.versionOf(program),
		source.connections.prepare(agent.id, "connected"),
	]);
	if (prepared.kind === "variables" && prepared.note !== undefined) {
		const { version: own, needs } = prepared.note;
		return {
			status: "failed",
			detail: l10n.t(
				"{0} is of version {1}, which does not notice Parley: it needs {2} or later.",
				program,
				own,
				needs,
			),
			remedy: l10n.t("Update {0}, then start it in a new terminal.", agent.label),
		};
	}
	const { tested } = AGENT_KNOWLEDGE[agent.id];
	if (version === undefined) {
		return { status: "info", detail: l10n.t("{0}, which did not say its version within 5 seconds.", program) };
	}
	if (tested === undefined) {
		const detail = l10n.t(
			"{0}, version {1}. Parley follows its documentation and was not tested with it.",
			program,
			version,
		);
		return { status: "info", detail };
	}
	if (isOlder(version, tested)) {
		return { status: "ok", detail: l10n.t("{0}, version {1}; tested with the later {2}.", program, version, tested) };
	}
	return { status: "ok", detail: l10n.t("{0}, version {1}; tested with {2}.", program, version, tested) };
}
