import type { AgentId } from "./integration";

/** How long a call of this client may take, in seconds; each agent's own limit says the same in its own unit. */
export const CALL_BUDGET_S = 4_000;

/** Parley's tools; exactly these are allowed beforehand, never the whole server. */
export const TOOLS = ["clarify", "update_plan", "request_approval"] as const;

/** The bridge takes whole seconds, the broker at most a day. */
const BUDGET_S = { min: 1, max: 86_400 };

/** What the entry tells the bridge of its agent; `budgetS`: how long a call of that agent may really take, in seconds. */
export function bridgeArguments(agent: AgentId, budgetS = CALL_BUDGET_S): readonly string[] {
	const budget = Math.max(BUDGET_S.min, Math.min(BUDGET_S.max, Math.floor(budgetS)));
	return ["--agent", agent, "--clarify", "--budget", String(budget)];
}
