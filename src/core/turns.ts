import { InteractionError } from "./errors";
import type { Session, Turn, TurnEnd } from "./sessions";

/**
 * The turn that a call of this session belongs to; one that has ended is reopened by the call.
 * @throws InteractionError `unknown_context` with one text for every id that is not this session's newest, so that
 * nothing is learnt about other sessions; `no_active_turn` after an interrupt and after the session's end.
 */
export function turnOfCall(session: Session, contextId: string | undefined): Turn {
	const { turn, state } = session;
	if (contextId !== undefined && contextId !== turn?.id) {
		throw new InteractionError("unknown_context", "context_id: not the current turn of this session");
	}
	if (turn === undefined || turn.state === "interrupted" || state === "ended") {
		throw new InteractionError("no_active_turn", "no turn of this session is active");
	}
	return turn;
}

/** The session's newest turn if it is that one and still goes on. */
export function activeTurn(session: Session, turnId = session.turn?.id): Turn | undefined {
	const { turn } = session;
	return turn?.state === "active" && turn.id === turnId ? turn : undefined;
}

export function inState(turn: Turn, state: "active" | TurnEnd): Turn {
	return { ...turn, state };
}
