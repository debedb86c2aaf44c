import type { CallNames } from "./hookTurns";

const ID_MAX = 200;

/**
 * Which turn and which session of its agent a call names. Codex, whose one daemon starts the bridges of all its terminals,
 * gives both its ids with each call (measured with 0.171.0).
 */
export function callNames({
	raw,
	extra,
}: {
	readonly raw: unknown;
	readonly extra: { readonly _meta?: unknown };
}): CallNames {
	const { context_id } = recordOf(raw);
	const { sessionId, threadId } = recordOf(extra._meta);
	return {
		contextId: idOf(context_id),
		agentSessions: [idOf(sessionId), idOf(threadId)].filter((id) => id !== undefined),
	};
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function idOf(value: unknown): string | undefined {
	return typeof value === "string" && value !== "" && value.length <= ID_MAX ? value : undefined;
}
