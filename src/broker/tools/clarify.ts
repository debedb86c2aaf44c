import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Desk } from "../../core/desk";
import type { Session } from "../../core/sessions";
import type { Heartbeat } from "../heartbeat";
import { clarifyResult } from "../toolResult";
import { waitForPerson, type WaitingCall } from "../waitingCall";

/** Asks and waits; rejects as {@link waitForPerson} does. */
export async function clarify(
	desk: Desk,
	session: Session,
	heartbeat: Heartbeat,
	call: WaitingCall,
): Promise<CallToolResult> {
	const result = await waitForPerson(heartbeat, call, () => desk.clarify(session, call.raw, call.live));
	return clarifyResult(result, session.intro.agent.id);
}
