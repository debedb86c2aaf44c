import { statSync } from "node:fs";
import { join } from "node:path";
import { isParleyItself } from "../core/agents";
import type { L10n } from "../ui/l10n";
import type { Examination, Finding } from "./examine";
import type { DoctorFacts, SessionFacts } from "./facts";

/** The agents that are connected now. */
export function sessionExaminations(l10n: L10n, facts: DoctorFacts): readonly Examination[] {
	const agents = facts.sessions.filter(({ agentId }) => !isParleyItself(agentId));
	return [
		{ id: "sessions.bridge", title: l10n.t("Running agents"), run: () => bridges(l10n, facts, agents) },
		{ id: "sessions.place", title: l10n.t("Where they run"), run: () => places(l10n, agents) },
	];
}

function bridges(l10n: L10n, { place }: DoctorFacts, agents: readonly SessionFacts[]): Finding {
	if (agents.length === 0) return { status: "info", detail: l10n.t("None is connected to this window now.") };
	const bridge = place && statSync(join(place.state.bin, "bridge.cjs"), { throwIfNoEntry: false });
	const written = bridge?.mtimeMs ?? 0;
	// A bridge is started before it introduces itself, and keeps the code that it was started with.
	const older = agents.filter(({ startedAt }) => startedAt < written);
	if (older.length === 0) {
		return { status: "ok", detail: l10n.t("Connected with the present bridge: {0}.", namesOf(agents)) };
	}
	return {
		status: "warning",
		detail: l10n.t("These run an older bridge than the one that is installed: {0}.", namesOf(older)),
		remedy: l10n.t("End them and start them again when their work is done."),
	};
}

function places(l10n: L10n, agents: readonly SessionFacts[]): Finding {
	const refuted = agents.filter(({ isRefuted }) => isRefuted);
	if (agents.length === 0) return { status: "info", detail: l10n.t("Nothing to examine.") };
	if (refuted.length === 0)
		return { status: "ok", detail: l10n.t("None of them was found to be another than it says.") };
	return {
		status: "warning",
		detail: l10n.t("Not in a terminal of this window, or not who they say: {0}.", namesOf(refuted)),
		remedy: l10n.t("Start the agent in a terminal of this window."),
	};
}

function namesOf(agents: readonly SessionFacts[]): string {
	const counts = new Map<string, number>();
	for (const { label } of agents) counts.set(label, (counts.get(label) ?? 0) + 1);
	return [...counts].map(([label, count]) => (count === 1 ? label : `${label} (${count})`)).join(", ");
}
