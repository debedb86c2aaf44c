import type { DocumentForm } from "./stateDocument";

/** What the person has decided, for all editors of this user. */
export interface Consents {
	/** Ids of agents that variables connect: those are set in new terminals. Ids of later versions are kept. */
	readonly connected: readonly string[];
	/** Ids of agents that a notification has offered once. */
	readonly offered: readonly string[];
}

export const CONSENTS: DocumentForm<Consents> = {
	path: "agents.json",
	empty: { connected: [], offered: [] },
	parse,
	format: ({ connected, offered }) => `${JSON.stringify({ v: 1, connected, offered }, undefined, "\t")}\n`,
};

function parse(text: string): Consents | undefined {
	let raw: unknown;
	try {
		raw = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (typeof raw !== "object" || raw === null) return undefined;
	const { v, connected, offered } = raw as Record<string, unknown>;
	return v === 1 && isAgents(connected) && isAgents(offered) ? { connected, offered } : undefined;
}

export function withAgent(agents: readonly string[], agent: string): readonly string[] {
	return [...new Set([...agents, agent])];
}

export function withoutAgent(agents: readonly string[], agent: string): readonly string[] {
	return agents.filter((each) => each !== agent);
}

function isAgents(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((agent) => typeof agent === "string");
}
