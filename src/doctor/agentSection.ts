import type { ListedAgent } from "../agents/connections";
import { unsetSwitches } from "../core/agentSwitches";
import type { L10n } from "../ui/l10n";
import type { AgentContext, AgentSource } from "./agentFacts";
import { entryFinding } from "./agentEntry";
import { hooksFinding } from "./agentHooks";
import { AGENT_KNOWLEDGE } from "./agentKnowledge";
import { programFinding } from "./agentProgram";
import { traitTexts } from "./agentTraits";
import { examineAll, type Examination, type Finding } from "./examine";
import type { Section } from "./report";
import { timeAgo } from "./timeAgo";

/** Starting a program to ask for its version takes a while, of several at once above all. */
const PROGRAM_WITHIN_MS = 15_000;

/** One agent that is here, or is connected although it is not here. */
export async function agentSection(
	l10n: L10n,
	agent: ListedAgent,
	source: AgentSource,
	context: AgentContext,
): Promise<Section> {
	const id = (name: string): string => `agent.${agent.id}.${name}`;
	const isConnected = agent.state === "connected" || agent.state === "outdated";
	const always: readonly Examination[] = [
		{
			id: id("program"),
			title: l10n.t("Program"),
			withinMs: PROGRAM_WITHIN_MS,
			run: () => programFinding(l10n, agent, source),
		},
		{
			id: id("entry"),
			title: l10n.t("Connection"),
			withinMs: PROGRAM_WITHIN_MS,
			run: () => entryFinding(l10n, agent, source),
		},
	];
	const ifConnected: readonly Examination[] = [
		{ id: id("seen"), title: l10n.t("Last seen"), run: () => seenFinding(l10n, agent, context) },
		{ id: id("hooks"), title: l10n.t("Turns by hooks"), run: () => hooksFinding(l10n, agent, source, context) },
		{ id: id("limit"), title: l10n.t("Time for a call"), run: () => limitFinding(l10n, agent) },
		...switchExaminations(l10n, agent, context),
		{ id: id("traits"), title: l10n.t("Known limits"), run: () => traitsFinding(l10n, agent) },
	];
	return { title: agent.label, rows: await examineAll(l10n, isConnected ? [...always, ...ifConnected] : always) };
}

function seenFinding(l10n: L10n, { id }: ListedAgent, { now, lastHandshake, lastCall }: AgentContext): Finding {
	const handshake = lastHandshake(id);
	if (handshake === undefined) {
		return {
			status: "warning",
			detail: l10n.t(
				"Its entry is written, but it has never introduced itself: nothing proves yet that it starts the bridge.",
			),
			remedy: l10n.t("Open a new terminal, start the agent there, and run the Doctor again."),
			repair: { kind: "newTerminal" },
		};
	}
	const call = lastCall(id);
	const calls =
		call === undefined
			? l10n.t("It has called no tool in this window since it started.")
			: l10n.t("Its last call in this window: {0}.", timeAgo(l10n, call, now));
	return { status: "ok", detail: `${l10n.t("It introduced itself {0}.", timeAgo(l10n, handshake, now))} ${calls}` };
}

function limitFinding(l10n: L10n, { id }: ListedAgent): Finding {
	const { limit } = AGENT_KNOWLEDGE[id];
	if (limit === undefined) return { status: "info", detail: l10n.t("It has no setting for that.") };
	const { field, value, unit } = limit;
	const unitText = unit === "s" ? l10n.t("in seconds") : l10n.t("in milliseconds");
	return {
		status: "info",
		detail: l10n.t("Its entry sets {0} to {1} ({2}), unless you have set another value there.", field, value, unitText),
	};
}

/** Only where something is switched to another value than it comes with. */
function switchExaminations(l10n: L10n, { id }: ListedAgent, { switches }: AgentContext): readonly Examination[] {
	if (switches === undefined) return [];
	const [now, unset] = [switches.of(id), unsetSwitches(id)];
	const texts = [
		...(now.clarify === unset.clarify ? [] : [l10n.t("It may not ask you.")]),
		...(now.headless === unset.headless ? [] : [l10n.t("Runs that nobody watches get no tools.")]),
		...(now.approvals === unset.approvals ? [] : [l10n.t("Its own permission prompts come into the editor.")]),
	];
	if (texts.length === 0) return [];
	const finding: Finding = {
		status: "info",
		detail: texts.join(" "),
		repair: { kind: "openSetting", setting: "parley.agents" },
	};
	return [{ id: `agent.${id}.switches`, title: l10n.t("Your switches"), run: () => finding }];
}

function traitsFinding(l10n: L10n, { id }: ListedAgent): Finding {
	const texts = [...traitTexts(l10n, id)];
	return { status: "info", detail: texts.length === 0 ? l10n.t("None is known.") : texts.join(" ") };
}
