import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { CancelSignal } from "../../core/cancel";
import type { Desk } from "../../core/desk";
import { toDisposable } from "../../core/lifetime";
import type { Session } from "../../core/sessions";
import { planResult } from "../toolResult";

/** An update is done before anybody could take it back. */
const NEVER: CancelSignal = { isCancelled: false, onCancel: () => toDisposable(() => undefined) };

/** @throws InteractionError for a refusal */
export function updatePlan(desk: Desk, session: Session, key: string, raw: unknown): CallToolResult {
	return planResult(desk.updatePlan(session, raw, { key, signal: NEVER }));
}
