import { claudeCode } from "./claudeCode";
import { codex } from "./codex";
import { continueCli } from "./continueCli";
import { copilot } from "./copilot";
import { crush } from "./crush";
import { dsh } from "./dsh";
import { gemini } from "./gemini";
import { goose } from "./goose";
import { grok } from "./grok";
import { hermes } from "./hermes";
import type { AgentIntegration } from "./integration";
import { jsonAgents } from "./jsonAgents";
import { kilo, openCode } from "./openCode";
import { pi } from "./pi";
import { qwen } from "./qwen";

/** Names that our entry had in earlier versions. */
const OLD_NAMES: readonly string[] = [];

/** The agents that Parley can be connected to, in the order in which people see them. */
export function agentCatalogue(): readonly AgentIntegration[] {
	return [
		claudeCode,
		codex(OLD_NAMES),
		openCode(OLD_NAMES),
		gemini,
		qwen(OLD_NAMES),
		copilot(OLD_NAMES),
		kilo(OLD_NAMES),
		pi(OLD_NAMES),
		grok(OLD_NAMES),
		...jsonAgents(OLD_NAMES),
		goose(OLD_NAMES),
		continueCli(OLD_NAMES),
		crush(OLD_NAMES),
		dsh(OLD_NAMES),
		hermes(OLD_NAMES),
	];
}
