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

const NAME = "InteractionError";

/** An expected refusal, told to the agent as `code: message`. Every other error is a bug. */
export class InteractionError extends Error {
	override readonly name = NAME;

	/** By its name: each bundle has its own copy of this class, and the broker's must know what the desk throws. */
	static override [Symbol.hasInstance](error: unknown): boolean {
		return error instanceof Error && error.name === NAME;
	}

	constructor(
		readonly code: ErrorCode,
		message: string,
	) {
		super(message);
	}
}
