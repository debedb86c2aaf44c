import type { AgentId } from "./integration";

/** How long a call of this client may take, in seconds; each agent's own limit says the same in its own unit. */
export const CALL_BUDGET_S = 4_000;

/** Parley's tools; exactly these are allowed beforehand, never the whole server. */
export const TOOLS = ["clarify", "update_plan", "request_approval"] as const;

/** The bridge takes whole seconds, the broker at most a day. */
const BUDGET_S = { min: 1, max: 86_400 };

/** What differs between agents: which of the tools are on, and how long a call may really take. */
export interface BridgeOptions {
	/** In seconds. */
	readonly budgetS?: number;
	/** Off for an agent with questions of its own, and for one that cannot wait for an answer. */
	readonly clarify?: boolean;
	readonly approval?: boolean;
}

/** What the entry tells the bridge of its agent. */
export function bridgeArguments(
	agent: AgentId,
	{ budgetS = CALL_BUDGET_S, clarify = true, approval = true }: BridgeOptions = {},
): readonly string[] {
	const budget = Math.max(BUDGET_S.min, Math.min(BUDGET_S.max, Math.floor(budgetS)));
	return [
		"--agent",
		agent,
		...(clarify ? ["--clarify"] : []),
		...(approval ? [] : ["--no-approval"]),
		"--budget",
		String(budget),
	];
}
