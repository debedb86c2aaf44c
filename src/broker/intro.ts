import type { IncomingHttpHeaders } from "node:http";
import { type Agent, agentOf } from "../core/agents";
import type { ToolSet } from "../core/sessions";
import { INTRO_HEADERS } from "../wire/protocol";

/** What the headers of an `initialize` say. Nothing of it is believed: it is compared, or only labels. */
export interface Intro {
	/** Undefined for a client that has no bridge. */
	readonly key: string | undefined;
	readonly agent: Agent;
	readonly tools: ToolSet;
	readonly budgetMs: number | undefined;
	readonly cwd: string | undefined;
	readonly pid: number | undefined;
	/** The agent's own id of its session. */
	readonly agentSession: string | undefined;
	readonly inFlight: readonly string[];
	/** The proof that the editor itself is the client; to be compared. */
	readonly editor: string | undefined;
}

const KEY = /^[0-9a-f]{32}$/;
const AGENT_ID = /^[a-z0-9-]{1,40}$/;
const BUDGET_MAX_S = 86_400;
const PID_MAX = 2 ** 31;

export function isKey(text: string): boolean {
	return KEY.test(text);
}

/**
 * Undefined when the session key is there and is none: without it the session could not come back, and nobody would
 * notice. Every other header without sense is as good as none.
 */
export function readIntro(headers: IncomingHttpHeaders): Intro | undefined {
	const read = (name: keyof typeof INTRO_HEADERS): string | undefined => {
		const value = headers[INTRO_HEADERS[name]];
		return typeof value === "string" ? value : undefined;
	};
	const key = read("session");
	if (key !== undefined && !isKey(key)) return undefined;
	return {
		key,
		agent: agentOf(agentId(read("agent"))),
		tools: { clarify: read("clarify") === "1", approvals: read("approval") !== "0" },
		budgetMs: budgetMs(read("budget")),
		cwd: decoded(read("cwd")),
		pid: pid(read("pid")),
		agentSession: agentSession(read("agentSession")),
		inFlight: (read("inFlight") ?? "").split(",").filter(isKey),
		editor: read("editor"),
	};
}

/** `sample` is Parley's own question: a caller that claims it would speak in Parley's name. */
export function isAgentId(text: string): boolean {
	return AGENT_ID.test(text) && text !== "sample";
}

function agentId(text: string | undefined): string {
	return text !== undefined && isAgentId(text) ? text : "agent";
}

function budgetMs(text: string | undefined): number | undefined {
	const seconds = text !== undefined && /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
	return seconds > 0 && seconds <= BUDGET_MAX_S ? seconds * 1_000 : undefined;
}

function pid(text: string | undefined): number | undefined {
	const number = text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : 0;
	return number > 0 && number < PID_MAX ? number : undefined;
}

function agentSession(text: string | undefined): string | undefined {
	return text !== undefined && /^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined;
}

function decoded(text: string | undefined): string | undefined {
	if (text === undefined || text === "") return undefined;
	try {
		const path = decodeURIComponent(text);
		return path.includes("\0") ? undefined : path;
	} catch {
		return undefined;
	}
}
