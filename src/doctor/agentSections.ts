import type { ListedAgent } from "../agents/connections";
import type { L10n } from "../ui/l10n";
import type { AgentContext, AgentSource } from "./agentFacts";
import { agentSection } from "./agentSection";
import type { Row, Section } from "./report";

/** A section per agent that is here or is connected, and one for all others. Never rejects. */
export async function agentSections(
	l10n: L10n,
	source: AgentSource,
	context: AgentContext,
): Promise<readonly Section[]> {
	let listed: readonly ListedAgent[];
	try {
		listed = source.connections.agents();
	} catch (error) {
		const detail = l10n.t("It could not be examined: {0}", error instanceof Error ? error.message : String(error));
		const remedy = l10n.t("The log may say more. Report it with this report.");
		return others(l10n, { id: "agents.list", status: "failed", title: l10n.t("Agents"), detail, remedy });
	}
	const here = listed.filter(({ state, isOurs }) => state !== "notInstalled" || isOurs);
	const absent = listed.filter((agent) => !here.includes(agent)).map(({ label }) => label);
	const sections = await Promise.all(here.map((agent) => agentSection(l10n, agent, source, context)));
	if (absent.length === 0) return sections;
	const row: Row = { id: "agents.absent", status: "info", title: l10n.t("Not found here"), detail: absent.join(", ") };
	return [...sections, ...others(l10n, row)];
}

function others(l10n: L10n, row: Row): readonly Section[] {
	return [{ title: l10n.t("Other agents"), rows: [row] }];
}
