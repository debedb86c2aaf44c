import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Desk } from "../../core/desk";
import { DisposableStore } from "../../core/lifetime";
import type { ClarifyResult } from "../../core/results";
import type { Session } from "../../core/sessions";
import { CallerGone } from "../exchange";
import type { Heartbeat } from "../heartbeat";
import type { LiveCall } from "../liveCall";
import { clarifyResult } from "../toolResult";

export interface WaitingCall {
	readonly live: LiveCall;
	/** The arguments as the agent sent them. */
	readonly raw: unknown;
	/** Shows the client that the call lives. */
	readonly beat: () => void;
	/** Runs once the question is settled, which can be later than the end of this call. */
	readonly onSettled: () => void;
}

/**
 * Asks and waits. Rejects with an InteractionError for a refusal, and with {@link CallerGone} once the answer stream has
 * gone, while the question itself may live on for a call that is sent again.
 */
export async function clarify(
	desk: Desk,
	session: Session,
	heartbeat: Heartbeat,
	{ live, raw, beat, onSettled }: WaitingCall,
): Promise<CallToolResult> {
	const ask = async (): Promise<ClarifyResult> => {
		try {
			return await desk.clarify(session, raw, live);
		} finally {
			onSettled();
		}
	};
	const release = new DisposableStore();
	try {
		const gone = new Promise<never>((_, reject) => {
			release.add(live.exchange.onDidClose(() => reject(new CallerGone())));
		});
		const outcome = ask();
		// At once: the earliest client gives up after 60 s without a sign.
		beat();
		release.add(heartbeat.add(beat));
		return clarifyResult(await Promise.race([outcome, gone]));
	} finally {
		release.dispose();
	}
}
