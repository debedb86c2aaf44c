import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Desk } from "../../core/desk";
import type { Session } from "../../core/sessions";
import type { Heartbeat } from "../heartbeat";
import { approvalResult } from "../toolResult";
import { waitForPerson, type WaitingCall } from "../waitingCall";

/** Asks to allow an act and waits; rejects as {@link waitForPerson} does. */
export async function requestApproval(
	desk: Desk,
	session: Session,
	heartbeat: Heartbeat,
	call: WaitingCall,
): Promise<CallToolResult> {
	return approvalResult(await waitForPerson(heartbeat, call, () => desk.requestApproval(session, call.raw, call.live)));
}
