import { claudeCode } from "./claudeCode";
import { codex } from "./codex";
import { copilot } from "./copilot";
import type { Dialect } from "./dialect";
import { gemini } from "./gemini";
import { plugin } from "./plugin";
import { qwen } from "./qwen";

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
	["claude-code", claudeCode],
	["codex", codex],
	["gemini", gemini],
	["qwen", qwen],
	["copilot", copilot],
	["opencode", plugin],
	["kilo", plugin],
	["pi", plugin],
]);

/** Undefined for an agent whose hooks we do not know. */
export function dialectOf(agent: string): Dialect | undefined {
	return DIALECTS.get(agent);
}
