import { agentOf } from "../core/agents";
import type { AgentId } from "../agents/integration";
import type { L10n } from "../ui/l10n";
import { AGENT_KNOWLEDGE, type Trait } from "./agentKnowledge";

/** The known limits of an agent, a sentence each. */
export function traitTexts(l10n: L10n, id: AgentId): readonly string[] {
	const { traits } = AGENT_KNOWLEDGE[id];
	const { callLimitMs } = agentOf(id);
	const texts = traits.map((trait) => traitText(l10n, trait));
	if (callLimitMs === undefined || traits.includes("fixedLimit")) return texts;
	const seconds = callLimitMs / 1_000;
	return [l10n.t("Without the limit in its entry it gives up on a call after {0} seconds.", seconds), ...texts];
}

function traitText(l10n: L10n, trait: Trait): string {
	switch (trait) {
		case "background":
			return l10n.t(
				"It moves a call to the background after 120 seconds unless CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS is 0, which Parley sets in new terminals.",
			);
		case "deferred":
			return l10n.t("It shows the tools to its model only after a search for them.");
		case "folderTrust":
			return l10n.t("In a folder that you have not trusted in it, it starts no server.");
		case "codeMode":
			return l10n.t(
				"With some models its script goes on by itself after 30 seconds and the model has to wait on purpose.",
			);
		case "daemon":
			return l10n.t(
				"One daemon starts the servers of all its terminals; on Linux Parley finds the right window all the same.",
			);
		case "pluginWait":
			return l10n.t(
				"Without its plug-in package there, its turns are not followed: loading it could make the first start wait.",
			);
		case "fixedLimit":
			return l10n.t("It gives up on every call after 60 seconds, so it cannot ask you.");
		case "ownQuestions":
			return l10n.t("It has questions of its own, so Parley’s are off for it.");
		case "listOnce":
			return l10n.t(
				"It reads the list of tools once: restart it after a switch was pressed, or if it was started before the window.",
			);
		case "hooksAtStart":
			return l10n.t("A session that runs keeps its hooks: restart it after its approvals were switched on.");
	}
}
