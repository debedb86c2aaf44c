/** What an agent can be refused for. The code is the first word of the error text that the agent reads. */
type ErrorCode =
	| "invalid_input"
	| "unknown_context"
	| "no_active_turn"
	| "question_already_pending"
	| "too_many_pending"
	| "rate_limited"
	| "tool_disabled"
	| "internal_error";

/** An expected refusal, told to the agent as `code: message`. Every other error is a bug. */
export class InteractionError extends Error {
	override readonly name = "InteractionError";

	constructor(
		readonly code: ErrorCode,
		message: string,
	) {
		super(message);
	}
}
