import type { AgentId } from "../agents/integration";

/** What was measured, or read in its documentation, of one agent CLI. */
export interface AgentKnowledge {
	/** The version that Parley was tested with; undefined: made from its documentation. */
	readonly tested: string | undefined;
	/** Where its entry says how long a call may take; undefined: it has no such setting. */
	readonly limit: CallLimit | undefined;
	/** Whether Parley can follow its turns by hooks. */
	readonly hasTurnHooks: boolean;
	readonly traits: readonly Trait[];
}

export interface CallLimit {
	readonly field: string;
	readonly value: number;
	readonly unit: "s" | "ms";
}

/** What a person should know, because it looks like a fault of Parley and is none. */
export type Trait =
	/** Interactive sessions move a call to the background after 120 s; a variable of ours prevents it. */
	| "background"
	/** It shows a tool to the model only after a search for it. */
	| "deferred"
	/** In a folder that it does not trust it starts no server. */
	| "folderTrust"
	/** With some models tools are functions in a script that goes on by itself after 30 s. */
	| "codeMode"
	/** One daemon starts the servers of all terminals. */
	| "daemon"
	/** Its plug-in can make it wait at its first start without a network. */
	| "pluginWait"
	/** Its limit for a call cannot be set. */
	| "fixedLimit"
	/** It has questions of its own. */
	| "ownQuestions"
	/** It does not look at the list of tools again while it runs: measured in runs without a terminal. */
	| "listOnce"
	/** A session keeps the hooks that it started with, and those for prompts are there only while approvals are on. */
	| "hooksAtStart";

const S = (field: string, value = 4_000): CallLimit => ({ field, value, unit: "s" });
const MS = (field: string): CallLimit => ({ field, value: 4_000_000, unit: "ms" });

export const AGENT_KNOWLEDGE: Readonly<Record<AgentId, AgentKnowledge>> = {
	"claude-code": known("2.1.332", MS("timeout"), true, ["background", "folderTrust", "listOnce", "hooksAtStart"]),
	codex: known("0.171.0", S("tool_timeout_sec"), true, ["codeMode", "daemon", "listOnce"]),
	opencode: known("1.18.33", MS("timeout"), true, ["pluginWait"]),
	kilo: known("7.7.7", MS("timeout"), true, ["pluginWait"]),
	gemini: known("0.61.0", MS("timeout"), true, ["folderTrust"]),
	qwen: known("0.24.4", MS("timeout"), true, ["deferred", "folderTrust", "listOnce", "hooksAtStart"]),
	pi: known("1.6.0", S("timeout"), true, []),
	grok: known("1.0.41", S("tool_timeout_sec"), false, ["deferred", "listOnce"]),
	dsh: known("0.1.0", MS("toolCallTimeoutMs"), false, []),
	copilot: known("1.0.102", MS("timeout"), true, ["listOnce"]),
	droid: known("0.225.2", MS("timeout"), false, ["deferred"]),
	cline: known("3.0.65", S("timeout", 3_600), false, []),
	continue: known(undefined, undefined, false, ["fixedLimit"]),
	kimi: known("2.1.0", MS("toolTimeoutMs"), false, ["listOnce"]),
	goose: known(undefined, S("timeout"), false, []),
	hermes: known(undefined, S("timeout"), false, ["ownQuestions"]),
	crush: known(undefined, undefined, false, []),
	cursor: known(undefined, undefined, false, []),
	amp: known(undefined, undefined, false, []),
	kiro: known(undefined, MS("timeout"), false, []),
};

function known(
	tested: string | undefined,
	limit: CallLimit | undefined,
	hasTurnHooks: boolean,
	traits: readonly Trait[],
): AgentKnowledge {
	return { tested, limit, hasTurnHooks, traits };
}
