import { claudeCode } from "./claudeCode";
import { codex } from "./codex";
import type { AgentIntegration } from "./integration";

/** Names that our entry had in earlier versions. */
const OLD_NAMES: readonly string[] = [];

/** The agents that Parley can be connected to, in the order in which people see them. */
export function agentCatalogue(): readonly AgentIntegration[] {
	return [claudeCode, codex(OLD_NAMES)];
}
