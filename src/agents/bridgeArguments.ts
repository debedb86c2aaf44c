import type { AgentId } from "./integration";

/** How long a call of this client may take, in seconds; each agent's own limit says the same in its own unit. */
export const CALL_BUDGET_S = 4_000;

/** Parley's tools; exactly these are allowed beforehand, never the whole server. */
export const TOOLS = ["clarify", "update_plan", "request_approval"] as const;

/** What the entry tells the bridge of its agent. */
export function bridgeArguments(agent: AgentId): readonly string[] {
	return ["--agent", agent, "--clarify", "--budget", String(CALL_BUDGET_S)];
}
