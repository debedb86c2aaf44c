import { NOT_FOR_SUB_AGENTS } from "../wire/notForSubAgents";
import { CALL_BUDGET_S, TOOLS } from "./bridgeArguments";
import type { AgentId, ServerEntry } from "./integration";
import { pluginSource } from "./pluginSource";

/**
 * A plug-in for OpenCode and its descendants: tells where a turn begins and ends, takes the agent's own prompts to the
 * window, and keeps sub-agents from our tools. Outside a terminal of a window it does nothing.
 */
export function openCodePlugin(agent: AgentId, entry: ServerEntry): string {
	return `import { resolve } from "node:path";
${pluginSource(agent, entry)}const PERMISSION_MS = ${CALL_BUDGET_S * 1_000};
const OUR_TOOLS = new Set(${JSON.stringify(TOOLS.map((tool) => `parley_${tool}`))});
const NOT_FOR_SUB_AGENTS = ${JSON.stringify(NOT_FOR_SUB_AGENTS)};

export const Parley = async ({ client, directory: cwd }) => {
	if (!process.env.PARLEY_WINDOW) return {};
	const parents = new Map();
	const turns = new Map();
	const asked = new Map();
	const calls = new Map();

	/** The session that a sub-agent works for; undefined for a session that a person has begun. */
	async function parentOf(id) {
		if (!parents.has(id)) {
			const { data } = await client.session.get({ path: { id } });
			if (data) parents.set(id, data.parentID);
		}
		return parents.get(id);
	}

	async function begin({ id, sessionID }, parts) {
		if (await parentOf(sessionID)) return;
		turns.set(sessionID, { id, how: "ended" });
		const answer = await say("begin", { sessionId: sessionID, turnId: id, cwd }, EVENT_MS);
		const last = parts.at(-1);
		if (typeof answer?.context !== "string" || !last) return;
		const { messageID } = last;
		// Parts are kept in the order of their ids.
		parts.push({ id: last.id + "z", sessionID, messageID, type: "text", text: answer.context, synthetic: true });
	}

	async function end(sessionID) {
		const turn = turns.get(sessionID);
		if (!turn) return;
		turns.delete(sessionID);
		await say("end", { sessionId: sessionID, turnId: turn.id, cwd, how: turn.how }, EVENT_MS);
	}

	/** What a tool is to get: OpenCode does not tell all of it where it asks. */
	function remember(callID, args) {
		calls.set(callID, args);
		if (calls.size > 200) calls.delete(calls.keys().next().value);
	}

	/** Where the tool would run; undefined: not known. */
	function workdirOf(args) {
		if (typeof args !== "object" || args === null) return undefined;
		if (args.workdir === undefined) return cwd;
		return typeof args.workdir === "string" ? resolve(cwd, args.workdir) : undefined;
	}

	async function ask({ id, sessionID, permission, patterns, metadata, tool }) {
		const taken = new AbortController();
		const answered = { taken };
		asked.set(id, answered);
		const main = (await parentOf(sessionID)) ?? sessionID;
		const args = calls.get(tool?.callID);
		// Of these two the metadata is all that matters.
		const isWhole = permission === "bash" || permission === "edit";
		const input = { ...metadata, ...(isWhole ? {} : { args }), patterns };
		const call = { tool: permission, input, workdir: workdirOf(args) };
		const message = { sessionId: main, turnId: turns.get(main)?.id, cwd, ...call };
		answered.message = message;
		const answer = taken.signal.aborted ? undefined : await say("permission", message, PERMISSION_MS, taken.signal);
		asked.delete(id);
		const bodies = { allow: { reply: "once" }, deny: { reply: "reject", message: answer?.message } };
		const body = bodies[answer?.decision];
		if (taken.signal.aborted || !body) return;
		const headers = { "Content-Type": "application/json" };
		await client._client.post({ url: "/permission/{requestID}/reply", path: { requestID: id }, body, headers });
	}

	/** Somebody has answered at the terminal: the window learns whether the tool runs, before the question is taken back. */
	async function replied({ requestID, reply }) {
		const answered = asked.get(requestID);
		if (!answered) return;
		if (answered.message && reply !== "reject") await say("tool", answered.message, EVENT_MS).catch(() => undefined);
		answered.taken.abort();
	}

	return {
		"chat.message": (_input, { message, parts }) => begin(message, parts).catch(() => undefined),
		"tool.execute.before": async ({ tool, sessionID, callID }, output) => {
			remember(callID, output?.args);
			const isSubAgent = OUR_TOOLS.has(tool) && (await parentOf(sessionID).catch(() => undefined));
			if (isSubAgent) throw new Error(NOT_FOR_SUB_AGENTS);
		},
		event: async ({ event: { type, properties } }) => {
			if (type === "session.idle") end(properties.sessionID).catch(() => undefined);
			else if (type === "session.error" && turns.has(properties.sessionID)) {
				const how = properties.error?.name === "MessageAbortedError" ? "interrupted" : "failed";
				turns.get(properties.sessionID).how = how;
			} else if (type === "permission.asked") ask(properties).catch(() => undefined);
			else if (type === "permission.replied") replied(properties).catch(() => undefined);
		},
	};
};
`;
}
