import type { AgentSwitchboard } from "../core/agentSwitches";
import type { ToolSet } from "../core/sessions";
import type { Intro } from "./intro";

export interface SwitchedToolsDeps {
	readonly switches: AgentSwitchboard;
	/** Whether the bridge of that process serves a run that nobody watches. */
	readonly isHeadless: (agent: string, pid: number | undefined) => Promise<boolean>;
}

const NONE: ToolSet = { plan: false, clarify: false, approvals: false };

/** What a session may use now: what its entry says, less what the person has switched off for that agent. */
export async function switchedTools(
	{ agent, tools, pid }: Pick<Intro, "agent" | "tools" | "pid">,
	{ switches, isHeadless }: SwitchedToolsDeps,
): Promise<ToolSet> {
	const { clarify, headless } = switches.of(agent.id);
	if (!headless && (await isHeadless(agent.id, pid))) return NONE;
	return { ...tools, clarify: tools.clarify && clarify };
}

export function areSameTools(a: ToolSet, b: ToolSet): boolean {
	return a.plan === b.plan && a.clarify === b.clarify && a.approvals === b.approvals;
}
