import { join } from "node:path";
import { thisMachine } from "../agents/apply";
import type { L10n } from "../ui/l10n";
import { type AgentContext, type AgentSource, openAgents } from "./agentFacts";
import { agentSections } from "./agentSections";
import { brokerExaminations } from "./brokerRows";
import { examineAll } from "./examine";
import type { DoctorFacts } from "./facts";
import type { Report, Section } from "./report";
import { sessionExaminations } from "./sessionRows";
import { stateExaminations } from "./stateRows";
import { terminalExaminations } from "./terminalRows";
import { tripExamination } from "./tripRows";

/** Examines everything of one window, in parallel, within some seconds. Never rejects. */
export async function examineWindow(l10n: L10n, facts: DoctorFacts): Promise<Report> {
	const { place, version } = facts;
	const source = place && openAgents(place.state.root, place.bridge, version);
	return examineWith(l10n, facts, source);
}

/** As {@link examineWindow}, with the agents that `source` tells of; undefined: the window cannot tell yet. */
export async function examineWith(l10n: L10n, facts: DoctorFacts, source: AgentSource | undefined): Promise<Report> {
	const needing = source === undefined ? [] : needingVariables(source);
	const [window, terminals, agents] = await Promise.all([
		windowSection(l10n, facts),
		terminalSection(l10n, facts, needing),
		source === undefined ? [] : agentSections(l10n, source, contextOf(facts)),
	]);
	return { sections: [window, terminals, ...agents] };
}

async function windowSection(l10n: L10n, facts: DoctorFacts): Promise<Section> {
	const { place, version, dist, broker } = facts;
	const trip = place !== undefined &&
		broker !== undefined && { bridge: place.bridge, window: place.slot, env: thisMachine.env, cwd: thisMachine.home };
	const rows = await examineAll(l10n, [
		...brokerExaminations(l10n, facts),
		...(place === undefined
			? []
			: stateExaminations(l10n, {
					state: place.state,
					version,
					source: join(dist, "bridge.cjs"),
					platform: facts.platform,
				})),
		tripExamination(l10n, trip || undefined),
	]);
	return { title: l10n.t("This window"), rows };
}

async function terminalSection(l10n: L10n, facts: DoctorFacts, needing: readonly string[]): Promise<Section> {
	const rows = await examineAll(l10n, [
		...terminalExaminations(l10n, { place: facts.place, terminals: facts.terminals, needing }),
		...sessionExaminations(l10n, facts),
	]);
	return { title: l10n.t("Terminals and agents"), rows };
}

/** The names of the agents that are connected by variables alone. */
function needingVariables({ connections }: AgentSource): readonly string[] {
	try {
		return connections
			.agents()
			.filter(({ isOurs, files }) => isOurs && files.length === 0)
			.map(({ label }) => label);
	} catch {
		// The section of the agents says why.
		return [];
	}
}

function contextOf({ now, switches, sessions, lastHandshake, lastCall }: DoctorFacts): AgentContext {
	const isHooked = (id: string): boolean => sessions.some(({ agentId, isHooked }) => agentId === id && isHooked);
	return { now, switches, isHooked, lastHandshake, lastCall };
}
